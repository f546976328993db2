import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, callWith, openBrowser } from './harness/browser.ts'
import { makeReachable, PASSWORD } from './harness/people.ts'
import { openAfterPassword, setUpApp } from './harness/second-factor.ts'

const NEXT = 'the second quiet harbour'

/** A person with everything that a login can leave. */
async function withEverything(app: TestApp) {
  const ana = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const login = await app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })
  const call = (method: string, path: string, body?: unknown) =>
    callWith(app, login.body.data.token, method, path, body)
  const program = (await call('POST', '/api/mobile/me/tokens', { name: 'Script' })).body.data.token
  const calendar = new URL((await call('POST', '/api/mobile/me/calendar-feeds')).body.data.url).pathname
  await setUpApp(app, browser)
  const pending = await openAfterPassword(app, ana.email)
  const admin = await app.logIn('admin')
  const link = new URL((await admin('POST', `/api/admin/users/${ana.id}/password-link`)).body.data.url).pathname
  await makeReachable(app, ana.id)
  const incident = await call('POST', '/api/mobile/incidents', { title: 'Visitor has fallen', severity: 'warning' })
  assert.equal(incident.status, 201, JSON.stringify(incident.body))
  const secret = 'a'.repeat(64)
  await app.rows(
    `insert into notifications (
       user_id, method_id, kind, label, reason, incident_id, token_hash, facts, state, created_at, due_at, expires_at, at
     )
     select
       m.user_id, m.id, m.kind, m.label, 'step', $1::bigint, encode(sha256(convert_to($2, 'utf8')), 'hex'), '{}', 'accepted',
       $3::timestamptz, $3, $3, $3
     from contact_methods as m where m.user_id = $4`,
    [incident.body.data.incident_id, secret, app.now(), ana.id],
  )
  return { ...ana, browser, call, program, calendar, pending, link, admin, action: `/a/${secret}` }
}
type Ana = Awaited<ReturnType<typeof withEverything>>

/** The parts of a login that still work. */
async function alive(app: TestApp, ana: Ana): Promise<string[]> {
  const isFound = async (path: string) => (await fetch(`${app.url}${path}`)).status === 200
  const isIn = async (token: Promise<{ status: number }>) => (await token).status === 200
  const has = async (table: string) => (await app.rows(`select from ${table} where user_id = $1`, [ana.id])).length > 0
  const works: Record<string, boolean> = {
    session: (await ana.browser.go('/account')).path === '/account',
    'login of an app': await isIn(ana.call('GET', '/api/mobile/me')),
    'half a login': (await ana.pending.go('/login/second-factor')).path === '/login/second-factor',
    'API token': await isIn(callWith(app, ana.program, 'GET', '/api/mobile/me')),
    'password link': await isFound(ana.link),
    'link in a notification': await isFound(ana.action),
    calendar: await isFound(ana.calendar),
    'second factor': await has('authenticator_apps'),
    'contact method': await has('contact_methods'),
  }
  return Object.keys(works).filter((name) => works[name])
}

const EVERYTHING = [
  ...['session', 'login of an app', 'half a login', 'API token', 'password link', 'link in a notification', 'calendar'],
  ...['second factor', 'contact method'],
]

test('logging out everywhere ends what logs in or acts for a person, and leaves programs and contact methods', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  assert.deepEqual(await alive(app, ana), EVERYTHING)
  await ana.admin('DELETE', `/api/admin/users/${ana.id}/sessions`)
  assert.deepEqual(await alive(app, ana), ['API token', 'calendar', 'second factor', 'contact method'])
})

test('a new password by a link ends all that the old one could have made, but no second factor and no contact method', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  const someone = openBrowser(app.url)
  await someone.go(ana.link)
  assert.equal((await someone.send(ana.link, { password: NEXT })).path, '/login/second-factor')
  assert.deepEqual(await alive(app, ana), ['second factor', 'contact method'])
})

test('a new password that its person chooses ends the same, but the session with which it is chosen', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  await ana.browser.go('/account')
  await ana.browser.send('/account/password', { current_password: PASSWORD, password: NEXT })
  assert.deepEqual(await alive(app, ana), ['session', 'second factor', 'contact method'])
})

test('fewer rights end all logins, tokens and links of a person', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  await ana.admin('PATCH', `/api/admin/users/${ana.id}`, { role: 'viewer' })
  assert.deepEqual(await alive(app, ana), ['calendar', 'second factor', 'contact method'])
})

test('of a disabled person nothing works, and being enabled again brings back what was kept', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  await ana.admin('PATCH', `/api/admin/users/${ana.id}`, { enabled: false })
  assert.deepEqual(await alive(app, ana), ['second factor', 'contact method'])
  await ana.admin('PATCH', `/api/admin/users/${ana.id}`, { enabled: true })
  assert.deepEqual(await alive(app, ana), ['calendar', 'second factor', 'contact method'])
})

test('a reset second factor ends the logins, and leaves programs, calendars and links', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  await ana.admin('DELETE', `/api/admin/users/${ana.id}/second-factor`)
  assert.deepEqual(await alive(app, ana), ['API token', 'password link', 'calendar', 'contact method'])
})

test('notifications that are sent after the logins ended have links that work', async (t) => {
  const app = await startApp(t)
  const ana = await withEverything(app)
  await ana.admin('DELETE', `/api/admin/users/${ana.id}/sessions`)
  await app.rows(`update notifications set created_at = $1`, [new Date(app.now().getTime() + 1)])
  assert.ok((await alive(app, ana)).includes('link in a notification'))
})
