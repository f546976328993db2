import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REASONS } from '../src/platform/error-messages/reasons.ts'
import { startApp } from './harness/app.ts'
import { startMailServer } from './harness/mail-server.ts'
import { startReceiver } from './harness/receiver.ts'
import { until } from './harness/served-people.ts'

const FROM = 'Ward <alerts@example.org>'
const LOGIN = (server: { port: number }, password = 's3cret-pass') =>
  `smtp://ward${password === '' ? '' : `:${password}`}@127.0.0.1:${server.port}`

test('a setting that nobody has chosen says that it is the default', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const { status, body } = await admin('GET', '/api/admin/settings')
  assert.equal(status, 200)
  const { public_url, smtp, ntfy, telegram_bot_token, heartbeat_url, map, retention, origins } = body.data
  assert.equal(public_url, 'http://localhost:8080')
  assert.deepEqual([smtp, telegram_bot_token, heartbeat_url, map], [null, null, null, 'builtin'])
  assert.deepEqual(ntfy, { url: 'https://ntfy.sh', token_hint: null })
  assert.deepEqual(retention, { readings_days: null, audit_days: null })
  assert.deepEqual(
    Object.keys(origins).sort(),
    Object.keys(body.data)
      .filter((key) => key !== 'origins')
      .sort(),
  )
  assert.deepEqual([...new Set(Object.values(origins))], ['default'])
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
  const { public_url, smtp, ntfy, telegram_bot_token, heartbeat_url, origins } = changed.body.data
  assert.deepEqual([public_url, origins.public_url], ['https://tocsin.example.org', 'settings'])
  const url = `smtp://ward@127.0.0.1:${mail.port}`
  assert.deepEqual(smtp, { url, from: FROM, has_password: true })
  assert.deepEqual(telegram_bot_token, { hint: '123456789:…Zx9Q' })
  assert.deepEqual(heartbeat_url, { hint: 'http://127.0.0.1:9/…cret' })
  assert.deepEqual(ntfy, { url: 'http://127.0.0.1:9', token_hint: 'oken' })

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
  const { public_url, smtp, origins } = body.data
  assert.equal(public_url, 'https://set.example.org')
  const server = { url: 'smtps://me@mail.example.org:465', from: FROM, has_password: true }
  assert.deepEqual(smtp, server)
  assert.deepEqual([origins.public_url, origins.smtp, origins.ntfy], ['environment', 'environment', 'default'])
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
  assert.deepEqual((await admin('GET', '/api/admin/settings')).body.data.origins.public_url, 'default')
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
  assert.deepEqual([kept.status, kept.body.data.smtp.has_password], [200, true])
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
  const { origins } = body.data
  assert.deepEqual([origins.public_url, origins.retention], ['default', 'default'])
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

test('a chosen heartbeat is sent from the next minute on', async (t) => {
  const app = await startApp(t, { isNew: true })
  const receiver = await startReceiver(t)
  const admin = await app.logIn('admin')
  await app.fastForward({ minutes: 2 })
  await admin('PATCH', '/api/admin/settings', { heartbeat_url: receiver.url })
  await app.fastForward({ minutes: 1 })
  assert.ok(receiver.requests.length > 0)
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

test('a mail server can be sent back as it was read, however its URL was spelled, and keeps its password', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const change = async (smtp: object) => (await admin('PATCH', '/api/admin/settings', { smtp })).body.data?.smtp
  for (const url of [
    'smtps://ward:pw@127.0.0.1',
    'smtp://ward:pw@127.0.0.1/',
    'smtp://ward:pw@127.0.0.1?starttls=optional',
  ]) {
    const read = await change({ url, from: FROM })
    assert.deepEqual(
      await change({ url: read.url, from: 'Night <b@example.org>' }),
      { ...read, from: 'Night <b@example.org>' },
      url,
    )
  }
})

test('of two administrators who save at once, none brings back the password that the other has replaced', async (t) => {
  const app = await startApp(t, { isNew: true })
  const mail = await startMailServer(t, { onAuth: (auth, _session, done) => done(null, { user: auth.password }) })
  const admin = await app.logIn('admin')
  const save = (url: string, from: string) => admin('PATCH', '/api/admin/settings', { smtp: { url, from } })
  for (let round = 0; round < 5; round += 1) {
    await save(LOGIN(mail, `old-${round}`), FROM)
    const both = [save(LOGIN(mail, `new-${round}`), FROM), save(LOGIN(mail, ''), 'b@example.org')]
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    )
    await admin('POST', '/api/admin/settings/test', { what: 'mail', to: 'ana@example.org' })
    assert.equal(mail.mails.at(-1)!.user, `new-${round}`)
    await app.leap({ seconds: 61 })
  }
})

test('the hint of a secret is not much of it', async (t) => {
  const app = await startApp(t, { isNew: true })
  const admin = await app.logIn('admin')
  const short = { ntfy: { url: 'http://127.0.0.1:9', token: 'tk_4711' }, heartbeat_url: 'http://127.0.0.1:9/xyz' }
  const { ntfy, heartbeat_url } = (await admin('PATCH', '/api/admin/settings', short)).body.data
  assert.deepEqual([ntfy.token_hint, heartbeat_url], ['', { hint: 'http://127.0.0.1:9/…' }])
})
