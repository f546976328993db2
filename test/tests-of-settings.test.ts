import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REASONS } from '../src/platform/error-messages/reasons.ts'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { startMailServer } from './harness/mail-server.ts'
import { startNtfyServer } from './harness/ntfy-server.ts'
import { startReceiver } from './harness/receiver.ts'
import { startTelegram } from './harness/telegram.ts'

const FROM = 'Ward <alerts@example.org>'
const LOGIN = ({ port }: { port: number }) => `smtp://ward:s3cret-pass@127.0.0.1:${port}`

test('a test of mail sends a real one, and says in words what happened', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const check = async (settings: object | undefined, to = 'ana@example.org') =>
    (await admin('POST', '/api/admin/settings/test', { what: 'mail', to, ...(settings ? { settings } : {}) })).body
  assert.equal((await check(undefined)).message, 'This is not set yet: enter it first')
  assert.equal((await check(undefined, 'ana')).errors[0].message, REASONS.no_email)
  const mail = await startMailServer(t)
  const smtp = { url: mail.url, from: FROM }
  assert.deepEqual((await check({ smtp })).data, { ok: true, reason: null, message: 'It works' })
  assert.deepEqual(mail.mails[0]!.to, ['ana@example.org'])
  assert.equal(mail.mails[0]!.mail.subject, 'Test message of Tocsin')
  const strict = await startMailServer(t, {
    authOptional: false,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  const refused = (await check({ smtp: { url: LOGIN(strict), from: FROM } })).data
  assert.deepEqual([refused.ok, refused.reason], [false, 'mail_login'])
  assert.equal(refused.message, 'The mail server refused the login (535). Check the user and the password')
  mail.answers = { rcptTo: '550 5.1.1 No such user' }
  assert.equal((await check({ smtp })).data.reason, 'mail_address')
  const gone = (await check({ smtp: { url: 'smtp://127.0.0.1:9', from: FROM } })).data
  assert.equal(gone.message, 'The mail server cannot be reached (ECONNREFUSED). Check the host and the port')
  // Nothing of it is stored.
  assert.equal((await admin('GET', '/api/admin/settings')).body.data.smtp, null)
})

test('tests of ntfy, Telegram and the heartbeat are real requests', async (t) => {
  const telegram = await startTelegram(t)
  const app = await startApp(t, { telegramUrl: telegram.url })
  const admin = await app.logIn('admin')
  const check = async (what: string, settings: object, to?: string) =>
    (await admin('POST', '/api/admin/settings/test', { what, settings, ...(to ? { to } : {}) })).body.data
  const ntfy = await startNtfyServer(t)
  assert.equal((await check('ntfy', { ntfy: { url: ntfy.url, token: 'tk_1' } }, 'ward')).ok, true)
  assert.deepEqual([ntfy.messages[0]!.body.topic, ntfy.messages[0]!.headers.authorization], ['ward', 'Bearer tk_1'])
  ntfy.status = 403
  assert.equal((await check('ntfy', { ntfy: { url: ntfy.url, token: 'tk_2' } })).reason, 'http_login')
  const receiver = await startReceiver(t)
  assert.equal((await check('heartbeat', { heartbeat_url: receiver.url })).ok, true)
  assert.equal(receiver.requests.length, 1)
  receiver.status = 404
  assert.equal((await check('heartbeat', { heartbeat_url: receiver.url })).reason, 'http_unknown')
  assert.equal((await check('telegram', { telegram_bot_token: telegram.token })).ok, true)
  const unknown = await check('telegram', { telegram_bot_token: `123456:${'b'.repeat(35)}` })
  assert.deepEqual([unknown.reason, unknown.message], ['bot_unknown', 'Telegram does not know this token'])
})

test('a test of Telegram sends a message to the chat that it names, and says why one does not arrive', async (t) => {
  const telegram = await startTelegram(t)
  const app = await startApp(t, { telegramUrl: telegram.url })
  const admin = await app.logIn('admin')
  const check = async (to?: string) => {
    const settings = { telegram_bot_token: telegram.token }
    return (await admin('POST', '/api/admin/settings/test', { what: 'telegram', settings, ...(to && { to }) })).body
  }
  assert.equal((await check()).data.ok, true)
  assert.equal(telegram.messages.length, 0)
  for (const to of ['123456789', '-1001234567890', '@ward_3']) assert.equal((await check(to)).data.ok, true, to)
  assert.deepEqual(
    telegram.messages.map(({ chat_id }) => chat_id),
    ['123456789', '-1001234567890', '@ward_3'],
  )
  assert.match(telegram.messages[0]!.text, /^Test message of Tocsin\nThis message was sent from the settings/)
  telegram.refuse.sendMessage = { status: 400, description: 'Bad Request: chat not found' }
  const { ok, reason, message } = (await check('987654321')).data
  assert.deepEqual([ok, reason], [false, 'chat_refused'])
  assert.match(
    message,
    /The bot is known, but cannot write to this chat \(Bad Request: chat not found\)\. The person writes to it first/,
  )
  for (const to of ['ana@example.org', '12 34', '@x']) {
    const { code, errors } = await check(to)
    assert.deepEqual(
      [code, errors[0].field, errors[0].message],
      [400, '/to', 'is not the ID of a chat, such as 123456789'],
      to,
    )
  }
  const browser = await openBrowserAs(app, 'admin')
  await browser.go('/settings')
  const fields = { intent: 'test', telegram_token: telegram.token, telegram_to: '987654321' }
  assert.match((await browser.send('/settings/telegram#telegram', fields)).text, /cannot write to this chat/)
  const wrong = await browser.send('/settings/telegram#telegram', { ...fields, telegram_to: 'ana' })
  assert.match(wrong.text, /id="telegram_to-error"/)
  telegram.refuse = {}
  const sent = await browser.send('/settings/telegram#telegram', fields)
  assert.match(sent.text, /@tocsin_test_bot has sent the message\./)
  assert.equal(telegram.messages.at(-1)!.chat_id, '987654321')
})

test('the service asks its own address for what only it can answer', async (t) => {
  const app = await startApp(t, { isNew: true })
  const node = await startApp(t, { connection: app.connection })
  const admin = await app.logIn('admin')
  const check = async (public_url: string) =>
    (await admin('POST', '/api/admin/settings/test', { what: 'public_url', settings: { public_url } })).body.data
  assert.equal((await check(app.url)).ok, true)
  assert.equal((await check(node.url)).ok, true, 'another node of the same installation')
  const receiver = await startReceiver(t)
  const { origin, host } = new URL(receiver.url)
  const other = await check(origin)
  assert.deepEqual([other.reason, other.message], ['somebody_else', `Another service responds at ${host}`])
  receiver.status = 404
  assert.equal((await check(origin)).reason, 'somebody_else')
  receiver.status = 302
  receiver.headers = { location: '/elsewhere' }
  assert.equal((await check(origin)).reason, 'http_redirect')
  assert.equal((await check('http://127.0.0.1:9')).reason, 'http_no_connection')
  assert.equal((await check('http://169.254.169.254')).reason, 'http_blocked')
  assert.equal((await check(`https://${new URL(app.url).host}`)).reason, 'http_tls')
})

test('there are ten tests a minute', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const check = () =>
    admin('POST', '/api/admin/settings/test', { what: 'public_url', settings: { public_url: app.url } })
  for (let n = 0; n < 10; n += 1) assert.equal((await check()).status, 200)
  const refused = await check()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60'])
  await app.leap({ seconds: 61 })
  assert.equal((await check()).status, 200)
})

test('a copy that sends nothing says so instead of testing', async (t) => {
  const app = await startApp(t, { env: { OUTBOUND: 'off' } })
  const mail = await startMailServer(t)
  const admin = await app.logIn('admin')
  const { body } = await admin('POST', '/api/admin/settings/test', {
    what: 'mail',
    to: 'ana@example.org',
    settings: { smtp: { url: mail.url, from: FROM } },
  })
  assert.deepEqual([body.data.reason, mail.mails.length], ['nothing_is_sent', 0])
})
