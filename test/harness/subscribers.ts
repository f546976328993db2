import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { AppOptions, Person, TestApp } from './app.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { STATUS_PAGE, startStatusPage } from './status-page.ts'

export const NOTICES = `${STATUS_PAGE}/notices`
export const INCIDENT = { kind: 'incident', title: 'No warm water', text: 'We are looking into it.' }
export const PUBLIC = 'https://status.example.org'
export const FORM = /Get updates by email/

export async function startWithMail(t: TestContext, env: Record<string, string> = {}, options: AppOptions = {}) {
  const mail = await startMailServer(t)
  const set = { SMTP_URL: mail.url, SMTP_FROM: 'Tocsin <alerts@example.org>', PUBLIC_URL: PUBLIC, ...env }
  const scene = await startStatusPage(t, { env: set, ...options })
  assert.equal((await scene.head('PUT', STATUS_PAGE, await offered(scene.head, true))).status, 200)
  return { ...scene, mail }
}

/** The page as it is, with or without subscribers. */
export async function offered(head: Person, subscription: boolean) {
  const { title, devices, tags } = (await head('GET', STATUS_PAGE)).body.data
  return { title, devices, tags, subscription }
}

export const hereOf = (app: TestApp, url: string) => `${app.url}${new URL(url).pathname}`

export async function postForm(address: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(address, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
    headers: { accept: 'text/html', ...headers },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export const askFor = (app: TestApp, url: string, email: string, fields: Record<string, string> = {}, headers = {}) =>
  postForm(hereOf(app, url), { email, ...fields }, headers)

export const linksIn = ({ mails }: MailServer) =>
  mails.map(({ mail }) => /\bhttps:\/\/\S+\/status\/subscription\/[0-9a-f]{64}/.exec(mail.text!)![0])

export async function subscribed(
  app: TestApp,
  url: string,
  mail: MailServer,
  email: string,
  fields = {},
  headers = {},
) {
  await askFor(app, url, email, fields, headers)
  await app.leap({ seconds: 10 })
  const link = linksIn(mail).at(-1)!
  assert.equal((await postForm(hereOf(app, link), { action: 'confirm' })).status, 303)
  mail.mails.length = 0
  return link
}

export const writeNotice = async (head: Person, body: object = INCIDENT): Promise<number> =>
  (await head('POST', NOTICES, body)).body.data.id

export const subjects = ({ mails }: MailServer) => mails.map(({ to, mail }) => `${to}: ${mail.subject}`)
