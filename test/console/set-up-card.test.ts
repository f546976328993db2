import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { startNtfyServer } from '../harness/ntfy-server.ts'
import { makeReachable } from '../harness/people.ts'

/** A name of this service that is not local, as far as it looks. */
const NAME = 'tocsin.example.org'
const start = (t: Parameters<typeof startApp>[0]) =>
  startApp(t, { resolver: async () => [{ address: '127.0.0.1', family: 4 }] })
const urlOf = (app: TestApp) => `http://${NAME}:${new URL(app.url).port}`

async function logIn(app: TestApp, language = 'en'): Promise<{ browser: Browser; id: number }> {
  const browser = openBrowser(app.url)
  const { email, id } = await addUser(app, 'admin')
  await app.rows('update users set preferences = $2 where id = $1', [id, JSON.stringify({ language })])
  await browser.logIn(email)
  return { browser, id }
}

const cardIn = (text: string): string | null => /<section class="card set-up".*?<\/section>/s.exec(text)?.[0] ?? null

async function stepsOf(browser: Browser): Promise<{ done: number; next: string }> {
  const card = cardIn((await browser.go('/')).text)!
  const next = /aria-current="step">.*?<h3>([^<]+)/s.exec(card)?.[1] ?? ''
  return { done: card.split('class="step-done"').length - 1, next }
}

test('the overview leads through the steps until a phone rings, each as soon as it is done', async (t) => {
  const app = await start(t)
  const { browser } = await logIn(app)
  assert.deepEqual(await stepsOf(browser), { done: 0, next: 'The address that people use' })

  await browser.go('/settings?from=overview')
  const address = { intent: 'save', from: 'overview', public_url: urlOf(app) }
  const back = await browser.send('/settings/address#address', address)
  assert.match(back.path, /^\/\?done=step/)
  assert.match(back.text, /Saved\. It was tested, and it works/)
  assert.deepEqual(await stepsOf(browser), { done: 1, next: 'Mail or ntfy' })

  const mail = await startMailServer(t)
  await browser.go('/settings?from=overview')
  await browser.send('/settings/mail#mail', {
    ...{ intent: 'save', from: 'overview', mail_host: '127.0.0.1', mail_port: String(mail.port) },
    ...{ mail_encryption: 'optional', mail_address: 'alerts@example.org', mail_to: 'ana@example.org' },
  })
  assert.equal(mail.mails.length, 1)
  const { next } = await stepsOf(browser)
  assert.equal(next, 'Your phone')
  const card = cardIn((await browser.go('/')).text)!
  assert.match(card, /<svg class="qr"/)
  assert.ok(card.includes(`${urlOf(app)}/account/notifications`))
  assert.match(card, /At 3 in the morning: nobody/)

  const ntfy = await startNtfyServer(t)
  await browser.go('/account/notifications/ntfy')
  await browser.send('/account/notifications/ntfy', { server: ntfy.url, label: 'Phone' })
  const [method] = await app.rows<{ id: number }>('select id from contact_methods')
  await browser.go('/account/notifications')
  await browser.send(`/account/notifications/methods/${method!.id}/code`)
  await app.runJobs()
  const code = /\d{6}/.exec(JSON.stringify(ntfy.messages.at(-1)!.body))![0]
  await browser.go('/account/notifications')
  await browser.send(`/account/notifications/methods/${method!.id}/verification`, { code })
  await browser.go('/account/notifications')
  await browser.send(`/account/notifications/methods/${method!.id}/test`)
  await app.runJobs()
  const rung = await stepsOf(browser)
  assert.deepEqual(rung, { done: 4, next: 'A second person' })
  assert.match(cardIn((await browser.go('/')).text)!, /First admin/)

  await addUser(app, 'operator')
  assert.deepEqual(await stepsOf(browser), { done: 5, next: 'Heartbeat' })
  await browser.go('/settings?from=overview')
  const heartbeat = await browser.send('/settings/heartbeat#heartbeat', {
    ...{ intent: 'anyway', from: 'overview', heartbeat_url: `${ntfy.url}/ping` },
  })
  assert.deepEqual(await stepsOf(browser), { done: 5, next: 'Heartbeat' }, 'not tested')
  assert.doesNotMatch(heartbeat.text, /It was tested/)
})

test('a step that stays open after something was saved says why, in the language of its reader', async (t) => {
  const app = await start(t)
  const { browser, id } = await logIn(app)
  const reasons = async () =>
    [...cardIn((await browser.go('/')).text)!.matchAll(/class="step-reason">([^<]+)/g)].map(([, reason]) => reason)
  const save = async (section: string, fields: Record<string, string>) => {
    await browser.go('/settings?from=overview')
    return browser.send(`/settings/${section}#${section}`, { intent: 'save', from: 'overview', ...fields })
  }
  const saved = await save('address', { public_url: app.url })
  assert.match(saved.text, /Saved\. It was tested, and it works/)
  assert.equal((await stepsOf(browser)).next, 'The address that people use')
  assert.deepEqual(await reasons(), [
    `Still open: ${app.url} can be opened on this machine only. Phones need a name, and https for push messages: docs/first-notification.md says in step 3 how to get both.`,
  ])
  await save('address', { public_url: urlOf(app) })
  await save('heartbeat', { intent: 'anyway', heartbeat_url: 'http://127.0.0.1:9/ping' })
  await makeReachable(app, id)
  assert.deepEqual(
    (await reasons()).map((reason) => reason!.replace(/:\d+/, '')),
    [
      `http://${NAME} is not https, so phones get no push messages; ntfy, Telegram and mail work. docs/first-notification.md says in step 3 how to get https.`,
      'Still open: a phone is verified, but no message has reached it yet. Send it a test message.',
      'Still open: it was saved without a test. Test it and save it again.',
    ],
  )
  await app.rows('update contact_methods set last_ok_at = now()')
  await app.rows('update users set preferences = $2 where id = $1', [id, JSON.stringify({ language: 'de' })])
  const [address, ...others] = await reasons()
  assert.match(address!, /ist nicht https/)
  assert.deepEqual(others, ['Noch offen: Gespeichert wurde ohne Test. Testen und speichern Sie noch einmal.'])
})

test('the card is for administrators of the installation, who can dismiss it, in their language', async (t) => {
  const app = await start(t)
  const { browser } = await logIn(app, 'de')
  const { text } = await browser.go('/')
  assert.match(cardIn(text)!, /Bis nachts ein Telefon klingelt.*0 von 6 Schritten erledigt/s)
  const operator = openBrowser(app.url)
  await operator.logIn((await addUser(app, 'operator')).email)
  assert.equal(cardIn((await operator.go('/')).text), null)
  await browser.go('/')
  await browser.send('/set-up-card/dismissal')
  assert.equal(cardIn((await browser.go('/')).text), null)
  const { browser: other } = await logIn(app)
  assert.equal(cardIn((await other.go('/')).text), null)
})

test('a card that was dismissed is found again from People, readiness and the settings', async (t) => {
  const app = await start(t)
  const { browser } = await logIn(app)
  await addUser(app, 'operator')
  const link = (address: string) => new RegExp(`<a href="${address}">Set-up: 1 of 6 done</a>`)
  for (const page of ['/users', '/readiness']) assert.match((await browser.go(page)).text, link('/#set-up'), page)
  assert.match((await browser.go('/settings')).text, /The overview shows the steps/)
  await browser.go('/')
  await browser.send('/set-up-card/dismissal')
  for (const page of ['/users', '/readiness'])
    assert.match((await browser.go(page)).text, link('/settings#setUp'), page)
  await browser.go('/settings')
  const shown = await browser.send('/set-up-card')
  assert.match(shown.path, /^\/#set-up$/)
  assert.match(cardIn((await browser.go('/')).text)!, /1 of 6 steps done/)
  const entries = await app.rows("select after from audit_entries where subject_id = 'set_up_card' order by id")
  assert.deepEqual(entries, [{ after: { set_up_card: 'dismissed' } }, { after: { set_up_card: null } }])
  const operator = openBrowser(app.url)
  await operator.logIn((await addUser(app, 'operator')).email)
  assert.doesNotMatch((await operator.go('/readiness')).text, /Set-up:/)
})

test('what the environment sets counts as done', async (t) => {
  const app = await startApp(t, {
    env: {
      PUBLIC_URL: 'https://tocsin.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_FROM: 'alerts@example.org',
      HEARTBEAT_URL: 'https://hc.example.org/1',
    },
  })
  const { browser } = await logIn(app)
  assert.deepEqual(await stepsOf(browser), { done: 3, next: 'Your phone' })
})
