import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROOF_LIFETIME_S } from '../src/core/people/second-factor/recent-proof.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, type Browser, callWith, openBrowser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { setUpApp } from './harness/second-factor.ts'

const PROOF = { _password: PASSWORD }

/** Records of people that outlive a login, without what is noted about their use. */
const LASTING = `
  select json_build_object(
    'users', (select json_agg(json_build_array(id, email, role, enabled, password_hash) order by id) from users),
    'members', (select json_agg(m order by site_id, user_id) from site_members as m),
    'links', (select json_agg(c.user_id) from one_time_codes as c where user_id is not null),
    'identities', (select json_agg(i.user_id) from identities as i),
    'apps', (select json_agg(a.user_id) from authenticator_apps as a),
    'codes', (select json_agg(r order by code_hash) from recovery_codes as r),
    'tokens', (select json_agg(t.id order by id) from access_tokens as t where kind = 'api'),
    'methods', (select json_agg(m.id) from contact_methods as m),
    'calendars', (select json_agg(f.id) from calendar_feeds as f),
    'settings', (select json_agg(s.key) from settings as s)
  )::text as text`

const lasting = async (app: TestApp): Promise<string> => (await app.rows<{ text: string }>(LASTING))[0]!.text

async function scene(app: TestApp) {
  const [head, other] = [await addUser(app, 'admin'), await addUser(app, 'admin')]
  const [spare, disabled] = [await addUser(app, 'viewer'), await addUser(app, 'viewer')]
  await app.rows('update users set enabled = false where id = $1', [disabled.id])
  for (const { id } of [head, other])
    await app.rows(
      `insert into identities (user_id, issuer, subject, linked_at) values ($1, 'https://id.example.org', $2, now())`,
      [id, `subject-${id}`],
    )
  const [browser, another] = [openBrowser(app.url), openBrowser(app.url)]
  await another.logIn(other.email)
  await setUpApp(app, another)
  await browser.logIn(head.email)
  await setUpApp(app, browser)
  return { head, other, spare, disabled, browser }
}

type Action = [path: string, fields?: Record<string, string>]

function actions({ head, other, spare, disabled }: Awaited<ReturnType<typeof scene>>): Action[] {
  return [
    ['/account/tokens', { name: 'Script', role: 'viewer', days: 'never' }],
    ['/tokens', { name: 'Another script', role: 'viewer', days: 'never' }],
    ['/account/unlink'],
    ['/account/notifications/ntfy', {}],
    ['/account/second-factor/recovery-codes'],
    ['/calendar-feeds', { schedule_id: '' }],
    ['/settings/second-factor', { second_factor_required: 'nobody' }],
    ['/users/new', { email: 'new@example.org', role: 'admin' }],
    [`/users/${spare.id}/role`, { role: 'admin', version: '1' }],
    [`/users/${disabled.id}/enabled`, { enabled: 'yes' }],
    [`/users/${other.id}/unlink`],
    [`/users/${other.id}/password-link`],
    [`/users/${other.id}/second-factor/removal`],
    [`/users/${spare.id}/memberships`, { site_id: '1', role: 'admin' }],
    [`/users/${spare.id}/memberships/1/removal`],
    ['/sites/1/members', { email: 'member@example.org', role: 'admin' }],
    ['/sites/1/members', { email: spare.email, role: 'admin' }],
    [`/sites/1/members/${spare.id}/removal`],
    // At last, since it ends the session.
    [`/users/${head.id}/second-factor/removal`],
  ]
}

const send = (browser: Browser, csrf: string, [path, fields]: Action, proof = {}) =>
  browser.post(path, { _csrf: csrf, ...fields, ...proof })

test('a session left open changes nothing that outlives it, neither for its person nor for others', async (t) => {
  const app = await startApp(t)
  const people = await scene(app)
  const { browser } = people
  app.setClock({ seconds: PROOF_LIFETIME_S })
  const csrf = (await browser.go('/account')).csrf()
  const before = await lasting(app)
  for (const action of actions(people)) {
    const { status, text } = await send(browser, csrf, action)
    assert.equal(status, 403, action[0])
    assert.match(text, /Confirm that it is you/, action[0])
    assert.equal(await lasting(app), before, action[0])
  }
})

test('with the password the form that was refused is taken, with what was entered', async (t) => {
  const app = await startApp(t)
  const people = await scene(app)
  const { browser } = people
  for (const action of actions(people)) {
    app.setClock({ seconds: PROOF_LIFETIME_S })
    const csrf = (await browser.go('/account')).csrf()
    const refused = await send(browser, csrf, action)
    const sent = new Map(
      [...refused.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
    )
    const again = Object.fromEntries(sent)
    for (const [name, value] of Object.entries(action[1] ?? {}))
      assert.equal(again[name], value, `${action[0]}: ${name}`)
    const before = await lasting(app)
    const taken = await browser.post(action[0], { ...again, ...PROOF })
    assert.ok([201, 303].includes(taken.status), `${action[0]}: ${taken.status} ${taken.text}`)
    assert.notEqual(await lasting(app), before, action[0])
  }
})

test('an account is disabled at once, without a proof', async (t) => {
  const app = await startApp(t)
  const { spare, browser } = await scene(app)
  app.setClock({ seconds: PROOF_LIFETIME_S })
  const csrf = (await browser.go('/account')).csrf()
  assert.equal((await send(browser, csrf, [`/users/${spare.id}/enabled`, { enabled: 'no' }])).status, 303)
  assert.deepEqual(await app.rows('select enabled from users where id = $1', [spare.id]), [{ enabled: false }])
})

test('a proof counts for a quarter of an hour, as a login does', async (t) => {
  const app = await startApp(t)
  const { browser, spare } = await scene(app)
  const invite = async (name: string, proof = {}) => {
    const csrf = (await browser.go('/account')).csrf()
    return (await send(browser, csrf, ['/users/new', { email: `${name}@example.org`, role: 'viewer' }], proof)).status
  }
  assert.equal(await invite('one'), 201)
  app.setClock({ seconds: PROOF_LIFETIME_S })
  assert.equal(await invite('two', PROOF), 201)
  app.setClock({ seconds: PROOF_LIFETIME_S - 1 })
  assert.equal(await invite('three'), 201)
  app.setClock({ seconds: 1 })
  assert.equal(await invite('four'), 403)
  const csrf = (await browser.go('/account')).csrf()
  const renamed = await browser.post(`/users/${spare.id}/name`, { _csrf: csrf, name: 'Bo' })
  assert.equal(renamed.status, 303, 'a name is no right')
})

test('a wrong password is a failed login, changes nothing and keeps what was entered', async (t) => {
  const app = await startApp(t)
  const { browser } = await scene(app)
  app.setClock({ seconds: PROOF_LIFETIME_S })
  const csrf = (await browser.go('/account')).csrf()
  const before = await lasting(app)
  const invite: Action = ['/users/new', { email: 'new@example.org', role: 'viewer' }]
  for (let guess = 0; guess < 5; guess += 1) {
    const { status, text } = await send(browser, csrf, invite, { _password: 'not the password' })
    assert.equal(status, 400)
    assert.match(text, /name="email" value="new@example.org"/)
    assert.ok(!text.includes('not the password'))
  }
  assert.equal((await send(browser, csrf, invite, PROOF)).status, 429)
  assert.equal(await lasting(app), before)
})

test('a form without a login takes no proof', async (t) => {
  const app = await startApp(t)
  const { email } = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.go('/login')
  assert.equal((await browser.send('/login', { email, password: PASSWORD, _password: 'x' })).path, '/')
})

test('the token of an app proves who logged in for a quarter of an hour, that of a program never', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const spare = await addUser(app, 'viewer')
  const [{ id: me }] = (await app.rows('select id from users where email = $1', [call.email])) as [{ id: number }]
  const asked: [string, string, unknown?][] = [
    ['POST', '/api/mobile/me/tokens', { name: 'Script' }],
    ['POST', '/api/mobile/me/contact-methods', { kind: 'ntfy' }],
    ['POST', '/api/mobile/me/calendar-feeds', {}],
    ['POST', '/api/admin/tokens', { name: 'Other script', user_id: me }],
    ['POST', '/api/admin/users', { email: 'new@example.org', role: 'admin', invite: true }],
    ['PATCH', `/api/admin/users/${spare.id}`, { role: 'admin' }],
    ['POST', `/api/admin/users/${spare.id}/password-link`],
    ['DELETE', `/api/admin/users/${spare.id}/second-factor`],
    ['PUT', `/api/admin/sites/1/members/${spare.id}`, { role: 'admin' }],
    ['DELETE', `/api/admin/sites/1/members/${spare.id}`],
  ]
  const program = (await call('POST', '/api/mobile/me/tokens', { name: 'Program' })).body.data.token
  app.setClock({ seconds: PROOF_LIFETIME_S })
  const before = await lasting(app)
  for (const [method, path, body] of asked) {
    const refused = await call(method, path, body)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.message],
      [403, 403, 'Confirm that it is you first'],
      path,
    )
    assert.equal((await callWith(app, program, method, path, body)).status, 403, path)
  }
  assert.equal(await lasting(app), before)
  assert.equal((await call('PATCH', `/api/admin/users/${spare.id}`, { name: 'Bo' })).status, 200)
  assert.equal((await call('PATCH', '/api/mobile/me', { name: 'Ana' })).status, 200)
  const { token } = (await app.call('POST', '/api/mobile/login', { email: call.email, password: PASSWORD })).body.data
  for (const [method, path, body] of asked) {
    const { status } = await callWith(app, token, method, path, body)
    assert.ok([200, 201].includes(status), `${method} ${path}: ${status}`)
  }
})
