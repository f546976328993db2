import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { type Account, logInAt, startOpenIdProvider } from './harness/open-id-provider.ts'
import { addPerson, PASSWORD } from './harness/people.ts'

const ANA: Account = { sub: 'a1', email: 'ana@example.org', email_verified: true }

async function start(t: TestContext, env: Record<string, string> = {}) {
  const idp = await startOpenIdProvider(t)
  idp.person = ANA
  const app = await startApp(t, { env: { ...idp.env, OIDC_DEFAULT_ROLE: 'none', OIDC_ROLE_CLAIM: 'roles', ...env } })
  const admin = await addUser(app, 'admin')
  return { idp, app, admin }
}

const roleOf = async (app: TestApp, email = 'ana@example.org') =>
  (await app.rows<{ role: string | null }>('select role from users where email = $1', [email]))[0]!.role

test('a claim sets the role at each login: the highest of those it names', async (t) => {
  const { idp, app } = await start(t)
  for (const [roles, role] of [
    [['offline_access', 'viewer', 'operator'], 'operator'],
    ['admin', 'admin'],
    [['Admin', 'nobody'], null],
    [undefined, null],
    [{ admin: true }, null],
  ]) {
    idp.person = { ...ANA, roles }
    await logInAt(idp, openBrowser(app.url))
    assert.equal(await roleOf(app), role)
  }
})

test('whoever loses the role is logged out everywhere else, and tokens end', async (t) => {
  const { idp, app } = await start(t)
  idp.person = { ...ANA, roles: ['operator'] }
  const before = openBrowser(app.url)
  await logInAt(idp, before)
  await before.go('/account')
  assert.equal((await before.send('/account/tokens', { name: 'Report', role: 'viewer', days: '30' })).status, 201)
  idp.person = { ...ANA, roles: ['viewer'] }
  const now = openBrowser(app.url)
  assert.equal((await logInAt(idp, now)).path, '/')
  assert.equal((await now.go('/account')).path, '/account')
  assert.match((await before.go('/account')).path, /^\/login/)
  assert.deepEqual(await app.rows('select from access_tokens'), [])
  const [change] = await app.rows<{ via: string; before: object; after: object }>(
    "select via, before, after from audit_entries where action = 'user.updated'",
  )
  assert.deepEqual(change, { via: 'system', before: { role: 'operator' }, after: { role: 'viewer' } })
})

test('the last administrator with a password keeps the role, and cannot be disabled', async (t) => {
  const { idp, app, admin } = await start(t)
  idp.person = { sub: 'head', email: admin.email, email_verified: true, roles: ['viewer'] }
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  assert.equal((await browser.send('/login/oidc/link', { password: PASSWORD })).path, '/')
  assert.equal(await roleOf(app, admin.email), 'admin')
  // Another administrator, but without a password: nobody could log in while the provider is away.
  idp.person = { ...ANA, roles: ['admin'] }
  const other = openBrowser(app.url)
  await logInAt(idp, other)
  const _csrf = (await other.go(`/users/${admin.id}`)).csrf()
  for (const [action, field] of Object.entries({
    enabled: { enabled: 'no' },
    role: { role: 'viewer', version: '1' },
  })) {
    const page = await other.post(`/users/${admin.id}/${action}`, { _csrf, ...field })
    assert.deepEqual([page.status, /last administrator/.test(page.text)], [409, true], action)
  }
  await addPerson(app.service.db, 'eva@example.org', 'admin', app.now())
  idp.person = { sub: 'head', email: admin.email, email_verified: true, roles: ['viewer'] }
  await logInAt(idp, openBrowser(app.url))
  assert.equal(await roleOf(app, admin.email), 'viewer', 'with another one, the claim counts')
})

test('without OIDC_ROLE_CLAIM, the role is that which administrators gave', async (t) => {
  const { idp, app } = await start(t, { OIDC_ROLE_CLAIM: '', OIDC_DEFAULT_ROLE: 'viewer' })
  idp.person = { ...ANA, roles: ['admin'] }
  await logInAt(idp, openBrowser(app.url))
  assert.equal(await roleOf(app), 'viewer')
  await app.rows("update users set role = 'operator' where email = 'ana@example.org'")
  await logInAt(idp, openBrowser(app.url))
  assert.equal(await roleOf(app), 'operator')
})

test('with the default role none, somebody new reaches nothing but the own account', async (t) => {
  const { idp, app } = await start(t, { OIDC_ROLE_CLAIM: '' })
  const browser = openBrowser(app.url)
  const page = await logInAt(idp, browser)
  assert.deepEqual([page.status, page.path], [200, '/account'])
  assert.match(page.text, /You have no access to any site yet/)
  assert.equal((await browser.go('/devices')).status, 403)
})
