import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, callWith, openBrowser, tokenOf } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'

const ME = '/api/mobile/me'
const CHANGED = 'another quiet harbour'

/** All kinds of credentials of a person: a session, a login through the API, a token for a program. */
async function allIn(app: TestApp, email: string) {
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const mobile = await tokenOf(app, email)
  const made = await callWith(app, mobile, 'POST', `${ME}/tokens`, { name: 'Script' })
  assert.equal(made.status, 201)
  const api: string = made.body.data.token
  const isIn = async (node: TestApp) => {
    const other = openBrowser(node.url)
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    return {
      session: (await other.go('/account')).path === '/account',
      mobile: (await callWith(node, mobile, 'GET', ME)).status === 200,
      api: (await callWith(node, api, 'GET', ME)).status === 200,
    }
  }
  return { browser, mobile, api, isIn }
}

const NONE = { session: false, mobile: false, api: false }
const ALL = { session: true, mobile: true, api: true }

test('a changed password ends every session and token on every node at once, and gives a new one', async (t) => {
  const app = await startApp(t)
  const node = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const ana = await addUser(app, 'operator')
  const { mobile, isIn } = await allIn(app, ana.email)
  assert.deepEqual(await isIn(node), ALL)
  const change = (token: string, current_password: string, password: string) =>
    callWith(app, token, 'POST', `${ME}/password`, { current_password, password })
  assert.equal((await change(mobile, 'not the password', CHANGED)).body.errors[0].field, '/current_password')
  assert.equal((await change(mobile, PASSWORD, 'too short')).body.errors[0].field, '/password')
  assert.equal((await change(mobile, PASSWORD, PASSWORD)).status, 400)
  assert.deepEqual(await isIn(node), ALL, 'nothing has changed yet')

  const changed = await change(mobile, PASSWORD, CHANGED)
  assert.deepEqual([changed.status, changed.body.data.user.email], [200, ana.email])
  assert.deepEqual(await isIn(node), NONE)
  assert.deepEqual(await isIn(app), NONE)
  assert.equal((await callWith(node, changed.body.data.token, 'GET', ME)).status, 200)
  assert.equal((await app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })).status, 401)
})

test('a password changed in the browser keeps that browser in, with another session', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const { browser, isIn } = await allIn(app, ana.email)
  const old = browser.cookies.get('sid')
  await browser.go('/account')
  const wrong = await browser.send('/account/password', { current_password: 'wrong', password: CHANGED })
  assert.deepEqual([wrong.status, wrong.text.includes('This is not your present password.')], [400, true])
  const done = await browser.send('/account/password', { current_password: PASSWORD, password: CHANGED })
  assert.match(done.text, /Password changed\./)
  assert.notEqual(browser.cookies.get('sid'), old)
  assert.deepEqual(await isIn(app), { ...NONE, session: true })
  browser.cookies.set('sid', old!)
  assert.equal((await browser.go('/account')).path, '/login?to=%2Faccount&ended=session')
})

test('a demoted or disabled person is logged out everywhere; a promoted one stays logged in', async (t) => {
  const app = await startApp(t)
  const node = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const admin = await app.logIn('admin')
  const ana = await addUser(app, 'operator')
  const patch = (change: object) => admin('PATCH', `/api/admin/users/${ana.id}`, change)
  let { isIn } = await allIn(app, ana.email)
  assert.equal((await patch({ role: 'admin' })).status, 200)
  assert.deepEqual(await isIn(node), ALL)
  assert.equal((await patch({ role: 'viewer' })).status, 200)
  assert.deepEqual(await isIn(node), NONE)

  isIn = (await allIn(app, ana.email)).isIn
  assert.equal((await patch({ enabled: false })).status, 200)
  assert.deepEqual(await isIn(node), NONE)
  await patch({ enabled: true })
  assert.deepEqual(await isIn(node), NONE, 'what has ended does not come back')

  isIn = (await allIn(app, ana.email)).isIn
  assert.equal((await admin('DELETE', `/api/admin/users/${ana.id}/sessions`)).status, 200)
  assert.deepEqual(await isIn(node), { ...NONE, api: true }, 'programs go on')
})

test('a login in progress during a change of password gets no session', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  // Locks the account, so that the login has compared the password before it continues.
  await app.rows('begin')
  await app.rows('select id from users where id = $1 for update', [ana.id])
  const login = app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })
  const isWaiting = async () => {
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    assert.equal((await app.service.db.query(waiting)).length, 1)
  }
  await t.waitFor(isWaiting, { interval: 20, timeout: 30_000 })
  await app.rows("update users set password_hash = 'another' where id = $1", [ana.id])
  await app.rows('commit')
  assert.equal((await login).status, 401)
  assert.deepEqual(await app.rows('select id from access_tokens'), [])
})

test('the last administrator cannot be demoted or disabled, even by two concurrent requests', async (t) => {
  const app = await startApp(t)
  const [ana, bo] = [await addUser(app, 'admin'), await addUser(app, 'admin')]
  const tokens = { ana: await tokenOf(app, ana.email), bo: await tokenOf(app, bo.email) }
  const answers = await Promise.all([
    callWith(app, tokens.ana, 'PATCH', `/api/admin/users/${bo.id}`, { role: 'viewer' }),
    callWith(app, tokens.bo, 'PATCH', `/api/admin/users/${ana.id}`, { enabled: false }),
  ])
  const [byAna, byBo] = answers.map(({ status }) => status) as [number, number]
  assert.equal([byAna, byBo].filter((status) => status === 200).length, 1)
  // The second one was the last administrator by then, or was no longer known as one, from before the request or within it.
  const refused = byAna === 200 ? byBo : byAna
  assert.ok([401, 403, 409].includes(refused), `refused with ${refused}`)
  const admins = await app.rows<{ id: number }>("select id from users where role = 'admin' and enabled")
  assert.equal(admins.length, 1)
  const token = admins[0]!.id === ana.id ? tokens.ana : tokens.bo
  await callWith(app, token, 'POST', '/api/admin/users', { email: 'c@example.org', role: 'admin', invite: true })
  for (const change of [{ role: 'operator' }, { enabled: false }]) {
    const answer = await callWith(app, token, 'PATCH', `/api/admin/users/${admins[0]!.id}`, change)
    assert.equal(answer.status, 409, 'an invited one cannot log in yet')
  }
})

test('two editors of a user do not overwrite each other', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const { email } = await addUser(app, 'admin')
  const token = await tokenOf(app, email)
  const path = `/api/admin/users/${ana.id}`
  const patch = async (ifMatch: string, change: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': ifMatch }
    const answer = await fetch(`${app.url}${path}`, { method: 'PATCH', headers, body: JSON.stringify(change) })
    return { status: answer.status, etag: answer.headers.get('etag') }
  }
  const { headers } = await callWith(app, token, 'GET', path)
  assert.equal(headers.get('etag'), '"1"')
  assert.deepEqual(await patch('"1"', { role: 'operator' }), { status: 200, etag: '"2"' })
  assert.equal((await patch('"1"', { enabled: false })).status, 412)
  assert.equal((await patch('nonsense', { enabled: false })).status, 412)
  assert.equal((await patch('*', { role: 'operator' })).etag, '"2"', 'nothing changed')
})

test('an API token is limited to its role, expires, and cannot create another one', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'operator')
  const mobile = await tokenOf(app, ana.email)
  const make = (wanted: object) => callWith(app, mobile, 'POST', `${ME}/tokens`, wanted)
  const { body } = await make({ name: 'Dashboard', role: 'viewer', expires_in_days: 30 })
  const { token, ...shown } = body.data
  assert.match(token, /^[0-9a-f]{64}$/)
  assert.deepEqual(
    [shown.kind, shown.role, shown.token_hint, shown.last_used_at],
    ['api', 'viewer', token.slice(-4), null],
  )
  assert.equal(Math.round((Date.parse(shown.expires_at) - Number(app.now())) / 86_400_000), 30)
  assert.equal((await callWith(app, token, 'GET', ME)).body.data.role, 'viewer')
  assert.equal((await callWith(app, token, 'GET', '/api/admin/devices')).status, 403)
  assert.equal((await callWith(app, token, 'POST', `${ME}/tokens`, { name: 'Child' })).status, 403)
  assert.equal((await callWith(app, token, 'GET', `${ME}/sessions`)).status, 403)
  assert.equal((await make({ name: 'Dashboard' })).status, 409)
  assert.equal((await make({ name: 'Root', role: 'admin' })).status, 400)

  const listed = (await callWith(app, mobile, 'GET', `${ME}/tokens`)).body.data
  assert.deepEqual(
    listed.map(({ kind }: { kind: string }) => kind),
    ['api', 'mobile'],
  )
  assert.ok(!JSON.stringify(listed).includes(token))
  assert.notEqual(listed[0].last_used_at, null)
  await app.rows("update access_tokens set expires_at = now() - interval '1 minute' where kind = 'api'")
  assert.equal((await callWith(app, token, 'GET', ME)).status, 401)
})

test("people see and revoke their own tokens, administrators everybody's", async (t) => {
  const app = await startApp(t)
  const [ana, bo] = [await addUser(app, 'viewer'), await addUser(app, 'admin')]
  const tokens = { ana: await tokenOf(app, ana.email), bo: await tokenOf(app, bo.email) }
  const own = (await callWith(app, tokens.ana, 'GET', `${ME}/tokens`)).body.data
  assert.deepEqual(
    own.map(({ user_id }: { user_id: number }) => user_id),
    [ana.id],
  )
  const all = (await callWith(app, tokens.bo, 'GET', '/api/admin/tokens')).body.data as {
    id: number
    user_id: number
  }[]
  assert.equal(all.length, 2)
  const ofBo = all.find(({ user_id }) => user_id === bo.id)!
  assert.equal((await callWith(app, tokens.ana, 'DELETE', `${ME}/tokens/${ofBo.id}`)).status, 404)
  const filtered = (await callWith(app, tokens.bo, 'GET', `/api/admin/tokens?user_id=${ana.id}`)).body.data
  assert.deepEqual(
    filtered.map(({ id }: { id: number }) => id),
    [own[0].id],
  )

  const made = await callWith(app, tokens.bo, 'POST', '/api/admin/tokens', { name: 'For Ana', user_id: ana.id })
  assert.deepEqual([made.status, made.body.data.role], [201, 'viewer'])
  const above = { name: 'Too much', user_id: ana.id, role: 'operator' }
  assert.equal((await callWith(app, tokens.bo, 'POST', '/api/admin/tokens', above)).status, 400)
  assert.equal((await callWith(app, tokens.bo, 'POST', '/api/admin/tokens', { name: 'x', user_id: 999 })).status, 400)
  assert.equal((await callWith(app, tokens.bo, 'DELETE', `/api/admin/tokens/${own[0].id}`)).status, 200)
  assert.equal((await callWith(app, tokens.ana, 'GET', ME)).status, 401)
  assert.equal((await callWith(app, tokens.bo, 'DELETE', `/api/admin/tokens/${own[0].id}`)).status, 404)
})

test('a token created in the browser is shown once, and a double click creates one token', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const wanted = { name: 'Grafana', role: 'viewer', days: '90' }
  const csrf = (await browser.go('/account')).csrf('/account/tokens')
  const [one, other] = await Promise.all([
    browser.post('/account/tokens', { ...wanted, _csrf: csrf }),
    browser.post('/account/tokens', { ...wanted, _csrf: csrf }),
  ])
  assert.deepEqual([one.status, other.status].sort(), [201, 409])
  const shown = [one, other].find(({ status }) => status === 201)!
  const token = /class="secret">([0-9a-f]{64})</.exec(shown.text)![1]!
  assert.equal(shown.headers.get('cache-control'), 'no-store')
  assert.equal((await callWith(app, token, 'GET', ME)).body.data.role, 'viewer')
  const account = await browser.go('/account')
  assert.ok(account.text.includes('Grafana') && !account.text.includes(token))
  const revoke = /action="(\/account\/tokens\/\d+\/revocation)"/.exec(account.text)![1]!
  assert.match((await browser.send(revoke)).text, /Token revoked\./)
  assert.equal((await callWith(app, token, 'GET', ME)).status, 401)
})
