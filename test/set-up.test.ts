import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerSetUp } from '../src/core/people/set-up.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, callWith, openBrowser, tokenOf } from './harness/browser.ts'
import { startMailServer } from './harness/mail-server.ts'
import { PASSWORD } from './harness/people.ts'

const pathOf = (url: string) => new URL(url).pathname

test('the code from the log creates the first administrator, once', async (t) => {
  const app = await startApp(t)
  const code = await offerSetUp(app.service.db, app.now())
  const otherNode = await offerSetUp(app.service.db, app.now())
  assert.match(code!, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/)
  const browser = openBrowser(app.url)
  assert.equal((await browser.go('/')).path, '/setup')
  const wanted = { email: 'Ana@Example.org', password: PASSWORD }
  assert.equal((await browser.send('/setup', { ...wanted, code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' })).status, 403)
  assert.equal((await browser.send('/setup', { ...wanted, code: '' })).status, 400)
  const weak = await browser.send('/setup', { ...wanted, code: code!, password: 'password1234' })
  assert.deepEqual([weak.status, weak.text.includes('This is among the first that are tried.')], [400, true])
  assert.ok(weak.text.includes(`value="${code}"`), 'what was typed is kept')
  assert.ok(!weak.text.includes('password1234'), 'but for the password')

  const done = await browser.send('/setup', { ...wanted, code: code!.toLowerCase().replaceAll('-', ' ') })
  assert.deepEqual([done.status, done.path], [200, '/setup/preferences'])
  const [entry] = await app.rows("select actor_email, via from audit_entries where action = 'user.created'")
  assert.deepEqual(entry, { actor_email: 'ana@example.org', via: 'session' })
  const late = openBrowser(app.url)
  assert.equal((await late.go('/setup')).status, 410)
  const csrf = (await late.go('/login')).csrf()
  assert.equal((await late.post('/setup', { ...wanted, code: otherNode!, _csrf: csrf })).status, 410)
  assert.equal(await offerSetUp(app.service.db, app.now()), null)
  assert.deepEqual(await app.rows('select purpose from one_time_codes'), [])
})

test('a set-up code expires after an hour, and works for only one of two concurrent requests', async (t) => {
  const app = await startApp(t)
  const old = await offerSetUp(app.service.db, app.now())
  await app.rows("update one_time_codes set expires_at = expires_at - interval '61 minutes'")
  const [one, other] = [openBrowser(app.url), openBrowser(app.url)]
  await one.go('/setup')
  await other.go('/setup')
  const wanted = { email: 'ana@example.org', password: PASSWORD }
  assert.equal((await one.send('/setup', { ...wanted, code: old! })).status, 403)
  const [code, second] = [await offerSetUp(app.service.db, app.now()), await offerSetUp(app.service.db, app.now())]
  const pages = await Promise.all([
    one.send('/setup', { ...wanted, code: code! }),
    other.send('/setup', { ...wanted, email: 'bo@example.org', code: second! }),
  ])
  assert.deepEqual(pages.map(({ path }) => path).sort(), ['/setup', '/setup/preferences'])
  assert.equal((await app.rows('select id from users')).length, 1)
})

test('the link from the log brings the code along, and no address holds it afterwards', async (t) => {
  const app = await startApp(t)
  const code = await offerSetUp(app.service.db, app.now())
  const browser = openBrowser(app.url)
  const first = await browser.open(`/setup?code=${code}`)
  assert.deepEqual([first.status, first.headers.get('location')], [303, '/setup'])
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith('setup='))!
  assert.match(cookie, /HttpOnly; SameSite=Strict/)
  const page = await browser.go(`/setup?code=${code}`)
  assert.equal(page.path, '/setup')
  assert.match(page.text, /<input type="hidden" name="code"/)
  assert.doesNotMatch(page.text, /Set-up code/)
  const weak = await browser.fillIn('/setup', 'Create account', {
    'Your email': 'ana@example.org',
    Password: 'password1234',
  })
  assert.match(weak.text, /<input type="hidden" name="code"/, 'still there after a mistake')
  const done = await browser.fillIn('/setup', 'Create account', { Password: PASSWORD })
  assert.deepEqual([done.status, done.path], [200, '/setup/preferences'])
  assert.ok(!browser.cookies.has('setup'))
})

test('a link with a code that is not valid any more asks for another', async (t) => {
  const app = await startApp(t)
  await offerSetUp(app.service.db, app.now())
  const browser = openBrowser(app.url)
  await browser.go('/setup?code=AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')
  const refused = await browser.fillIn('/setup', 'Create account', {
    'Your email': 'ana@example.org',
    Password: PASSWORD,
  })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /Set-up code/)
  const odd = await browser.open('/setup?code=%00<script>')
  assert.deepEqual([odd.status, odd.headers.getSetCookie().some((line) => line.startsWith('setup='))], [303, false])
})

test('the language of the page of an invitation is kept for the account', async (t) => {
  const app = await startApp(t)
  const { user, path } = await invite(app)
  const browser = openBrowser(app.url, { 'accept-language': 'de-AT,de;q=0.9' })
  assert.match((await browser.go(path)).text, /Willkommen bei Tocsin/)
  const first = await browser.send(path, { password: PASSWORD })
  assert.match(first.text, /<html lang="de"/)
  assert.equal(
    (
      await app.rows<{ preferences: { language: string } }>('select preferences from users where id = $1', [user.id])
    )[0]!.preferences.language,
    'de',
  )
})

test('the mail of an invitation is in the language of whoever sends it', async (t) => {
  const mail = await startMailServer(t)
  const app = await startApp(t, { env: { SMTP_URL: mail.url, SMTP_FROM: 'alerts@example.org' } })
  const admin = await app.logIn('admin')
  await app.rows(`update users set preferences = '{"language":"de"}' where email = $1`, [admin.email])
  await admin('POST', '/api/admin/users', { email: 'new@example.org', role: 'operator', invite: true })
  assert.equal(mail.mails[0]!.mail.subject, 'Ihr Konto bei Tocsin')
})

test('errors are in the language of the person, with the navigation', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  const { email, id } = await addUser(app, 'viewer')
  await app.rows(`update users set preferences = '{"language":"de"}' where id = $1`, [id])
  await browser.logIn(email)
  for (const [path, status] of [
    ['/settings', 403],
    ['/nowhere', 404],
    ['/devices/4711', 404],
  ] as const) {
    const page = await browser.go(path)
    assert.equal(page.status, status, path)
    assert.match(page.text, /<html lang="de"/)
    assert.match(page.text, /<nav class="places"/, path)
  }
  await app.rows('alter table devices rename to devices_away')
  try {
    const broken = await browser.go('/devices')
    assert.equal(broken.status, 500)
    assert.match(broken.text, /<html lang="de".*<nav class="places"/s)
  } finally {
    await app.rows('alter table devices_away rename to devices')
  }
})

async function invite(app: TestApp, email = 'new@example.org') {
  const admin = await app.logIn('admin')
  const { status, body } = await admin('POST', '/api/admin/users', { email, role: 'operator', invite: true })
  assert.equal(status, 201)
  return { admin, user: body.data, path: pathOf(body.data.invitation.url) }
}

test('an invited person chooses a password by a link that works once', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: 'http://tocsin.example' } })
  const { admin, user, path } = await invite(app)
  assert.deepEqual([user.invited, user.last_login_at], [true, null])
  assert.match(user.invitation.url, /^http:\/\/tocsin\.example\/invitation\/[0-9a-f]{64}$/)
  for (const password of ['', PASSWORD]) {
    const login = await app.call('POST', '/api/mobile/login', { email: 'new@example.org', password: password || 'x' })
    assert.equal(login.status, 401, 'there is no password yet')
  }
  const browser = openBrowser(app.url)
  assert.equal((await browser.go(path)).status, 200)
  assert.equal((await browser.go(path)).status, 200, 'looking does not use it up')
  assert.equal((await browser.send(path, { password: 'short' })).status, 400)
  const done = await browser.send(path, { password: PASSWORD })
  assert.deepEqual([done.status, done.path], [200, '/'])
  assert.match(done.text, /new@example\.org/)
  assert.equal((await browser.go(path)).status, 404)
  const csrf = (await openBrowser(app.url).go('/login')).csrf()
  assert.ok(csrf)
  const stored = await admin('GET', `/api/admin/users/${user.id}`)
  assert.deepEqual([stored.body.data.invited, stored.body.data.role], [false, 'operator'])
  assert.ok(await tokenOf(app, 'new@example.org'))
})

test('a link expires with time, with a newer link, and with its account', async (t) => {
  const app = await startApp(t)
  const { admin, user, path } = await invite(app)
  const works = async (at: string) => (await openBrowser(app.url).go(at)).status === 200
  assert.ok(await works(path))
  await app.rows("update one_time_codes set expires_at = expires_at - interval '7 days'")
  assert.ok(!(await works(path)))

  const another = await admin('POST', `/api/admin/users/${user.id}/password-link`)
  const newer = await admin('POST', `/api/admin/users/${user.id}/password-link`)
  assert.ok(!(await works(pathOf(another.body.data.url))))
  assert.ok(await works(pathOf(newer.body.data.url)))
  assert.ok(!(await works(pathOf(newer.body.data.url).replace('invitation', 'password-reset'))))
  await admin('PATCH', `/api/admin/users/${user.id}`, { enabled: false })
  assert.ok(!(await works(pathOf(newer.body.data.url))))
  assert.equal((await admin('POST', `/api/admin/users/${user.id}/password-link`)).status, 409)
  for (const odd of ['/invitation/x', '/invitation/%00', `/invitation/${'A'.repeat(64)}`, '/password-reset/..%2f']) {
    assert.equal((await openBrowser(app.url).go(odd)).status, 404, odd)
  }
})

test('a password reset ends all credentials when the link is used', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const ana = await addUser(app, 'viewer')
  const token = await tokenOf(app, ana.email)
  const { body } = await admin('POST', `/api/admin/users/${ana.id}/password-link`)
  assert.match(body.data.url, /\/password-reset\/[0-9a-f]{64}$/)
  assert.equal((await callWith(app, token, 'GET', '/api/mobile/me')).status, 200)
  const browser = openBrowser(app.url)
  await browser.go(pathOf(body.data.url))
  await browser.send(pathOf(body.data.url), { password: 'another quiet harbour' })
  assert.equal((await callWith(app, token, 'GET', '/api/mobile/me')).status, 401)
  assert.equal((await app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })).status, 401)
  assert.ok(await tokenOf(app, ana.email, 'another quiet harbour'))
})
