import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { REASONS } from '../src/platform/reasons.ts'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { startMailServer } from './harness/mail-server.ts'
import { startNtfyServer } from './harness/ntfy-server.ts'
import { until } from './harness/served-people.ts'
import { startTelegram } from './harness/telegram.ts'

const FROM = 'Ward <alerts@example.org>'
const LOGIN = (server: { port: number }, password = 's3cret-pass') => `smtp://ward:${password}@127.0.0.1:${server.port}`

/** A receiver of any request, which answers this status. */
async function startReceiver(t: TestContext, status = 200) {
  const asked: { url: string; body: string; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ url: request.url!, body, headers: request.headers })
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('a setting that nobody has chosen says that it is the default', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const { status, body } = await admin('GET', '/api/admin/settings')
  assert.equal(status, 200)
  const { public_url, smtp, ntfy, telegram_bot_token, heartbeat_url, map, retention } = body.data
  assert.deepEqual(public_url, { value: 'http://localhost:8080', origin: 'default' })
  assert.deepEqual([smtp, telegram_bot_token, heartbeat_url], Array(3).fill({ value: null, origin: 'default' }))
  assert.deepEqual(ntfy, { value: { url: 'https://ntfy.sh', token_hint: null }, origin: 'default' })
  assert.deepEqual(map, { value: 'builtin', origin: 'default' })
  assert.deepEqual(retention, { value: { readings_days: null, audit_days: null }, origin: 'default' })
})

test('administrators of the installation alone read and change settings, and only with a recent login', async (t) => {
  const app = await startApp(t, { isNew: true })
  const operator = await app.logIn('operator')
  assert.equal((await operator('GET', '/api/admin/settings')).status, 403)
  assert.equal((await operator('PATCH', '/api/admin/settings', { public_url: 'https://a.example' })).status, 403)
  const admin = await app.logIn('admin')
  await app.leap({ seconds: 16 * 60 })
  const late = await admin('PATCH', '/api/admin/settings', { public_url: 'https://a.example' })
  assert.deepEqual([late.status, late.body.message], [403, 'Confirm that it is you first'])
  assert.equal((await admin('POST', '/api/admin/settings/test', { what: 'public_url' })).status, 403)
})

test('what is chosen takes effect on every node without a restart, and secrets are never read back', async (t) => {
  const app = await startApp(t, { isNew: true })
  const other = await startApp(t, { connection: app.connection })
  const mail = await startMailServer(t, { onAuth: (auth, _session, done) => done(null, { user: auth.username }) })
  const admin = await app.logIn('admin')
  const changed = await admin('PATCH', '/api/admin/settings', {
    public_url: 'https://tocsin.example.org/',
    smtp: { url: LOGIN(mail), from: FROM },
    telegram_bot_token: `123456789:${'a'.repeat(30)}Zx9Q`,
    heartbeat_url: 'http://127.0.0.1:9/ping/4711-secret',
    ntfy: { url: 'http://127.0.0.1:9', token: 'tk_mysecrettoken' },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const { public_url, smtp, ntfy, telegram_bot_token, heartbeat_url } = changed.body.data
  assert.deepEqual(public_url, { value: 'https://tocsin.example.org', origin: 'settings' })
  const url = `smtp://ward@127.0.0.1:${mail.port}`
  assert.deepEqual(smtp, { value: { url, from: FROM, has_password: true }, origin: 'settings' })
  assert.deepEqual(telegram_bot_token.value, { hint: '123456789:…Zx9Q' })
  assert.deepEqual(heartbeat_url.value, { hint: 'http://127.0.0.1:9/…cret' })
  assert.deepEqual(ntfy.value, { url: 'http://127.0.0.1:9', token_hint: 'oken' })

  const shown = JSON.stringify([
    (await admin('GET', '/api/admin/settings')).body,
    await app.rows('select value from settings'),
  ])
  const audit = JSON.stringify(await app.rows('select * from audit_entries'))
  for (const secret of ['s3cret-pass', 'mysecret', '4711', 'aaaa']) {
    assert.ok(!shown.includes(secret) && !audit.includes(secret), secret)
  }
  // The other node sends by the mail server, and its links lead to the URL.
  const there = await fetch(`${other.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password: 'a quiet harbour at dawn' }),
  })
  const token = ((await there.json()) as { data: { token: string } }).data.token
  const invite = async () => {
    const answer = await fetch(`${other.url}/api/admin/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ email: `${crypto.randomUUID()}@example.org`, role: 'viewer', invite: true }),
    })
    return ((await answer.json()) as { data: { invitation: { mailed: boolean } } }).data.invitation.mailed
  }
  await until('a mail of the other node', async () => ((await invite()) ? true : undefined))
  const [received] = mail.mails
  assert.equal(received!.user, 'ward')
  assert.match(received!.mail.text!, /https:\/\/tocsin\.example\.org\/invitation\//)
})

test('the environment takes precedence over what is chosen, and says so', async (t) => {
  const app = await startApp(t, {
    env: { PUBLIC_URL: 'https://set.example.org', SMTP_URL: 'smtps://me:pw@mail.example.org', SMTP_FROM: FROM },
  })
  const admin = await app.logIn('admin')
  const { body } = await admin('GET', '/api/admin/settings')
  assert.deepEqual(body.data.public_url, { value: 'https://set.example.org', origin: 'environment' })
  const value = { url: 'smtps://me@mail.example.org:465', from: FROM, has_password: true }
  assert.deepEqual(body.data.smtp, { value, origin: 'environment' })
  const refused = await admin('PATCH', '/api/admin/settings', { public_url: 'https://other.example.org' })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.errors, [
    { field: '/public_url', message: 'is set by the environment of this service, which takes precedence' },
  ])
})

test('each value is checked, with a sentence at its field', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const faultsOf = async (change: object) =>
    (await admin('PATCH', '/api/admin/settings', change)).body.errors?.map(
      ({ field, message }: { field: string; message: string }) => `${field} ${message}`,
    )
  assert.deepEqual(await faultsOf({ public_url: 'tocsin' }), [`/public_url ${REASONS.no_url}`])
  assert.deepEqual(await faultsOf({ public_url: 'https://a.example/tocsin' }), [`/public_url ${REASONS.url_path}`])
  assert.deepEqual(await faultsOf({ public_url: 'https://me:pw@a.example' }), [`/public_url ${REASONS.url_user}`])
  assert.deepEqual(await faultsOf({ smtp: { url: 'mail.example', from: 'nobody' } }), [
    `/smtp/url ${REASONS.no_mail_server}`,
    `/smtp/from ${REASONS.no_sender}`,
  ])
  assert.deepEqual(await faultsOf({ smtp: { url: 'smtp://169.254.169.254', from: FROM } }), [
    `/smtp/url ${REASONS.host_never}`,
  ])
  assert.deepEqual(await faultsOf({ telegram_bot_token: '12:a' }), [`/telegram_bot_token ${REASONS.no_bot_token}`])
  assert.deepEqual(await faultsOf({ heartbeat_url: 'ftp://a.example' }), [`/heartbeat_url ${REASONS.not_web}`])
  assert.deepEqual(await faultsOf({ heartbeat_url: 'https://10.0.0.1/ping' }), [
    `/heartbeat_url ${REASONS.host_private}`,
  ])
  assert.deepEqual(await faultsOf({ ntfy: { url: 'https://192.168.1.5' } }), [`/ntfy/url ${REASONS.host_private}`])
  assert.deepEqual(await faultsOf({ ntfy: { url: 'http://127.0.0.1:9', token: 'a b' } }), [
    `/ntfy/token ${REASONS.no_ntfy_token}`,
  ])
  assert.deepEqual((await admin('GET', '/api/admin/settings')).body.data.public_url.origin, 'default')
})

test('a mail server in the local network is allowed', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const { status } = await admin('PATCH', '/api/admin/settings', { smtp: { url: 'smtp://192.168.1.5', from: FROM } })
  assert.equal(status, 200)
})

test('a secret that is left out stays as it is, and never goes to another server', async (t) => {
  const app = await startApp(t, { isNew: true })
  const mail = await startMailServer(t, { onAuth: (auth, _session, done) => done(null, { user: auth.username }) })
  const admin = await app.logIn('admin')
  const change = (smtp: object) => admin('PATCH', '/api/admin/settings', { smtp })
  const withoutPassword = `smtp://ward@127.0.0.1:${mail.port}`
  assert.equal((await change({ url: LOGIN(mail), from: FROM })).status, 200)
  const kept = await change({ url: withoutPassword, from: 'alerts@example.org' })
  assert.deepEqual([kept.status, kept.body.data.smtp.value.has_password], [200, true])
  for (const url of ['smtp://ward@127.0.0.2:2525', `smtp://other@127.0.0.1:${mail.port}`]) {
    const refused = await change({ url, from: FROM })
    assert.deepEqual([refused.status, refused.body.errors[0].message], [400, REASONS.secret_of_another], url)
  }
  const stored = await admin('PATCH', '/api/admin/settings', { ntfy: { url: 'http://127.0.0.1:9', token: 'tk_1' } })
  assert.equal(stored.status, 200)
  const ntfy = await admin('PATCH', '/api/admin/settings', { ntfy: { url: 'http://127.0.0.2:9' } })
  assert.equal(ntfy.body.errors[0].message, REASONS.secret_of_another)
  // A test of what is only typed follows the same rule.
  const what = { what: 'mail', to: 'ana@example.org', settings: { smtp: { url: 'smtp://ward@127.0.0.2', from: FROM } } }
  assert.equal(
    (await admin('POST', '/api/admin/settings/test', what)).body.errors[0].message,
    REASONS.secret_of_another,
  )
})

test('a reset setting is again what the environment or the default has', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  await admin('PATCH', '/api/admin/settings', {
    public_url: 'https://a.example',
    retention: { readings_days: 30, audit_days: null },
  })
  const { body } = await admin('PATCH', '/api/admin/settings', { public_url: null, retention: null })
  assert.deepEqual([body.data.public_url.origin, body.data.retention.origin], ['default', 'default'])
})

test('each change is in the audit log without its secrets, also the change of a password alone', async (t) => {
  const app = await startApp(t, { isNew: true })
  const mail = await startMailServer(t)
  const admin = await app.logIn('admin')
  for (const password of ['first-secret', 'second-secret']) {
    await admin('PATCH', '/api/admin/settings', { smtp: { url: LOGIN(mail, password), from: FROM } })
  }
  const entries = await app.rows<{ before: unknown; after: unknown }>(
    `select before, after from audit_entries where action = 'settings.changed' order by id`,
  )
  const smtp = { url: `smtp://ward@127.0.0.1:${mail.port}`, from: FROM }
  assert.deepEqual(entries, [
    { before: { smtp: null }, after: { smtp } },
    { before: {}, after: { login: 'replaced' } },
  ])
})

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
  assert.equal((await admin('GET', '/api/admin/settings')).body.data.smtp.value, null)
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
  assert.equal((await check('heartbeat', { heartbeat_url: `${receiver.url}/ping/1` })).ok, true)
  assert.deepEqual([receiver.asked.length, receiver.asked[0]!.url], [1, '/ping/1'])
  const absent = await startReceiver(t, 404)
  assert.equal((await check('heartbeat', { heartbeat_url: absent.url })).reason, 'http_unknown')
  assert.equal((await check('telegram', { telegram_bot_token: telegram.token })).ok, true)
  const unknown = await check('telegram', { telegram_bot_token: `123456:${'b'.repeat(35)}` })
  assert.deepEqual([unknown.reason, unknown.message], ['bot_unknown', 'Telegram does not know this token'])
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
  const other = await check(receiver.url)
  assert.deepEqual(
    [other.reason, other.message],
    ['somebody_else', `Another service responds at ${new URL(receiver.url).host}`],
  )
  assert.equal((await check((await startReceiver(t, 404)).url)).reason, 'somebody_else')
  assert.equal((await check((await startReceiver(t, 302)).url)).reason, 'http_redirect')
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

test('a chosen heartbeat is sent from the next minute on', async (t) => {
  const app = await startApp(t, { isNew: true })
  const receiver = await startReceiver(t)
  const admin = await app.logIn('admin')
  await app.fastForward({ minutes: 2 })
  await admin('PATCH', '/api/admin/settings', { heartbeat_url: `${receiver.url}/ping` })
  await app.fastForward({ minutes: 1 })
  assert.ok(receiver.asked.length > 0)
})

test('whoever mistypes the URL is not locked out of the address that they came from', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  await admin('PATCH', '/api/admin/settings', { public_url: 'https://tocsin.example.org' })
  const cookieAt = async (host: string) => {
    const { request } = await import('node:http')
    const { port } = new URL(app.url)
    return new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/login', headers: { host } }, (response) => {
        response.resume()
        resolve(String(response.headers['set-cookie']))
      })
        .on('error', reject)
        .end()
    })
  }
  assert.match(await cookieAt('tocsin.example.org'), /^__Host-visitor=.*Secure/)
  assert.match(await cookieAt(new URL(app.url).host), /^visitor=/)
  assert.doesNotMatch(await cookieAt(new URL(app.url).host), /Secure/)
})
