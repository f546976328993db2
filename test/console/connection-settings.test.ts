import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { WORDS } from '../../src/words/words.ts'
import type { TestApp } from '../harness/app.ts'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { startNtfyServer } from '../harness/ntfy-server.ts'

const MAIL = '/settings/mail#mail'

async function administrator(app: TestApp, language: 'en' | 'de' = 'en') {
  const browser = openBrowser(app.url)
  const { email, id } = await addUser(app, 'admin')
  await app.rows('update users set preferences = $2 where id = $1', [id, JSON.stringify({ language })])
  await browser.logIn(email)
  await browser.go('/settings')
  return { browser, email }
}

const mailFields = (port: number) => ({
  intent: 'save',
  mail_host: '127.0.0.1',
  mail_port: String(port),
  mail_encryption: 'starttls',
  mail_user: '',
  mail_password: '',
  mail_name: 'Haus Abendrot',
  mail_address: 'alerts@example.org',
  mail_to: 'ana@example.org',
})

test('a mail server is entered by its parts, tested by a real mail, and saved in one step', async (t) => {
  const app = await startApp(t, { isNew: true })
  const mail = await startMailServer(t, { onAuth: (auth, _s, done) => done(null, { user: auth.username }) })
  const { browser, email } = await administrator(app)
  assert.match((await browser.go('/settings')).text, new RegExp(`name="mail_to"[^>]*value="${email}"`))
  const state = async () => /<a href="#mail">Mail (.*?)<\/a>/.exec((await browser.go('/settings')).text)![1]!
  assert.match(await state(), /Not set</)
  const login = { mail_user: 'ward', mail_password: 'a+b/c d' }
  const saved = await browser.send(MAIL, { ...mailFields(mail.port), ...login })
  assert.match(saved.text, /Saved\. It applies at once/)
  assert.match(saved.text, /Tested: it works/)
  assert.deepEqual([mail.mails.length, mail.mails[0]!.to, mail.mails[0]!.user], [1, ['ana@example.org'], 'ward'])
  assert.match(saved.text, /name="mail_host"[^>]*value="127\.0\.0\.1"/)
  assert.ok(!saved.text.includes('a+b/c d'), 'the password is not shown again')
  // It stays, as long as the server and the user do.
  await browser.send(MAIL, { ...mailFields(mail.port), mail_user: 'ward', mail_name: 'Haus Morgenrot' })
  assert.equal(mail.mails[1]!.user, 'ward')
  const other = await browser.send(MAIL, { ...mailFields(mail.port), mail_user: 'other' })
  assert.match(other.text, /id="mail_password-error">This must be entered again: the server or the user is another one/)
  assert.match(await state(), /Works</)
})

test('what the test says is told at the form, and nothing is saved unless people insist', async (t) => {
  const app = await startApp(t, { isNew: true })
  const { browser } = await administrator(app, 'de')
  const failed = await browser.send(MAIL, { ...mailFields(9), mail_password: 'geheim', mail_user: 'ward' })
  assert.match(failed.text, /Der Mailserver ist nicht erreichbar \(ECONNREFUSED\)\. Prüfen Sie Host und Port\./)
  assert.match(failed.text, /Ohne Test speichern/)
  assert.match(failed.text, /name="mail_password" type="password" value="geheim"/, 'to be sent again')
  assert.match((await browser.go('/settings')).text, /name="mail_host"[^>]*value=""/)
  await browser.send(MAIL, { ...mailFields(9), intent: 'anyway' })
  const kept = (await browser.go('/settings')).text
  assert.match(kept, /name="mail_host"[^>]*value="127\.0\.0\.1"/)
  assert.match(kept, /Hier eingestellt/)
  assert.doesNotMatch(kept, /Getestet: Es funktioniert/)
})

test('each fault is at its field, in the language of the reader', async (t) => {
  const app = await startApp(t, { isNew: true })
  const { browser } = await administrator(app, 'de')
  const host = await browser.send(MAIL, { ...mailFields(25), mail_host: 'smtp://mail.example' })
  assert.match(host.text, /id="mail_host-error">[^<]*muss ein Host sein, etwa mail\.example\.org/)
  const sender = await browser.send(MAIL, { ...mailFields(25), mail_address: 'alerts' })
  assert.match(sender.text, /id="mail_address-error">[^<]*muss eine Adresse sein/)
  const to = await browser.send(MAIL, { ...mailFields(25), mail_to: 'ana' })
  assert.match(to.text, /id="mail_to-error">/)
  const ntfy = await browser.send('/settings/ntfy#ntfy', { intent: 'save', ntfy_url: '10.0.0.1', ntfy_token: '' })
  assert.match(ntfy.text, /id="ntfy_url-error">[^<]*führt zu einer privaten oder reservierten Adresse/)
  const address = await browser.send('/settings/address#address', { intent: 'save', public_url: 'a.example/tocsin' })
  assert.match(address.text, /id="public_url-error">[^<]*muss aus Schema, Host und Port bestehen/)
})

test('the address, ntfy and the heartbeat are tested and saved, and the token of ntfy is not shown', async (t) => {
  const app = await startApp(t, { isNew: true })
  const ntfy = await startNtfyServer(t)
  const { browser } = await administrator(app)
  const address = await browser.send('/settings/address#address', { intent: 'save', public_url: app.url })
  assert.match(address.text, /Tested: it works/)
  const saved = await browser.send('/settings/ntfy#ntfy', {
    intent: 'save',
    ntfy_url: ntfy.url,
    ntfy_token: 'tk_longsecret1',
  })
  assert.equal(ntfy.messages[0]!.headers.authorization, 'Bearer tk_longsecret1')
  assert.match(saved.text, /Stored: …ret1\./)
  assert.ok(!saved.text.includes('tk_longsecret1'))
  const tried = await browser.send('/settings/ntfy#ntfy', { intent: 'test', ntfy_url: ntfy.url, ntfy_token: '' })
  assert.match(tried.text, new RegExp(`${new URL(ntfy.url).host} has accepted a message`))
  const reset = await browser.send('/settings/ntfy/environment')
  assert.match(reset.text, /name="ntfy_url"[^>]*value="https:\/\/ntfy\.sh"/)
})

test('what the environment sets is shown, and cannot be changed', async (t) => {
  const app = await startApp(t, {
    env: {
      PUBLIC_URL: 'http://set.example.org',
      SMTP_URL: 'smtps://me:pw@mail.example.org',
      SMTP_FROM: 'Ward <alerts@example.org>',
      RETENTION_DAYS: '30',
    },
  })
  const { browser } = await administrator(app)
  const { text } = await browser.go('/settings')
  assert.match(text, /http:\/\/set\.example\.org/)
  assert.match(text, /smtps:\/\/me@mail\.example\.org:465/)
  assert.match(text, /Set by the environment of the service \(read-only\)/)
  assert.match(text, /Set by the environment of the service\. What you save here takes precedence/)
  assert.doesNotMatch(text, /name="public_url"|name="mail_host"/)
})

test('a setting that nobody has set says that it is the default', async (t) => {
  const app = await startApp(t, { isNew: true })
  const { browser } = await administrator(app)
  const { text } = await browser.go('/settings')
  assert.equal(text.split('<p class="meta">Default</p>').length - 1, 7)
  assert.doesNotMatch(text, /environment variable|Set by the environment of the service/)
})

test('no sentence of the console names an environment variable', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const names = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!).filter((name) => name.length > 5)
  assert.ok(names.includes('PUBLIC_URL') && names.includes('OUTBOUND'))
  const isNamed = new RegExp(`\\b(${names.join('|')})\\b`)
  const found: string[] = []
  function look(value: unknown, path: string): void {
    const text = typeof value === 'function' ? value.toString() : value
    if (typeof text === 'string' && isNamed.test(text)) found.push(`${path}: ${text}`)
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`)
  }
  for (const [language, words] of Object.entries(WORDS)) look(words, language)
  assert.deepEqual(found, [])
})
