import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { createApiToken } from '../src/core/people/credentials/api-tokens.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, callWith, openBrowser, openBrowserAs } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { openAfterPassword, setUpApp } from './harness/second-factor.ts'
import { addSoftPasskey } from './harness/soft-passkey.ts'

const ORIGIN = 'https://tocsin.example.org'

/** A person with an app and a passkey, and something of everything that a login leaves. */
async function withBoth(app: TestApp) {
  const ana = await addUser(app, 'viewer')
  const mobile = (await app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })).body.data.token
  const owner = { id: ana.id, role: 'viewer' } as const
  const { token } = await createApiToken(app.service.db, owner.id, { name: 'Script' }, BY_COMMAND, app.now())
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  await setUpApp(app, browser)
  await addSoftPasskey(browser, ORIGIN)
  return { ...ana, browser, mobile, token, pending: await openAfterPassword(app, ana.email) }
}

async function assertReset(app: TestApp, ana: Awaited<ReturnType<typeof withBoth>>, via: string) {
  assert.match((await ana.browser.go('/')).path, /^\/login/)
  assert.match((await ana.pending.go('/login/second-factor')).path, /^\/login(\?|$)/)
  assert.equal((await callWith(app, ana.mobile, 'GET', '/api/mobile/me')).status, 401)
  assert.equal((await callWith(app, ana.token, 'GET', '/api/mobile/me')).status, 200, 'tokens of programs stay')
  assert.equal((await openBrowser(app.url).logIn(ana.email)).path, '/')
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes']) {
    assert.deepEqual(await app.rows(`select 1 from ${table} where user_id = $1`, [ana.id]), [], table)
  }
  const [entry] = await app.rows<object>(
    "select via, subject_name, before from audit_entries where action = 'user.second_factor_reset' order by id desc limit 1",
  )
  assert.deepEqual(entry, { via, subject_name: ana.email, before: { totp: true, passkeys: 1, recovery_codes: 10 } })
}

test('an administrator sees who has a second factor, and resets it', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: ORIGIN } })
  const ana = await withBoth(app)
  const admin = await openBrowserAs(app, 'admin')
  assert.match((await admin.go('/users')).text, /Authenticator app, Passkey/)
  const { text } = await admin.go(`/users/${ana.id}`)
  assert.match(text, /Authenticator app, Passkey/)
  const page = await admin.send(`/users/${ana.id}/second-factor/removal`)
  assert.match(page.text, /Second factor reset/)
  assert.ok(!page.text.includes('/second-factor/removal'))
  await assertReset(app, ana, 'session')
})

test('the API resets a second factor for people, not for programs', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: ORIGIN } })
  const ana = await withBoth(app)
  const admin = await app.logIn('admin')
  const shown = async () => (await admin('GET', `/api/admin/users/${ana.id}`)).body.data.second_factors
  assert.deepEqual(await shown(), ['totp', 'passkey'])
  const [owner] = await app.rows<{ id: number }>('select id from users where email = $1', [admin.email])
  const program = { id: owner!.id, role: 'admin' } as const
  const { token } = await createApiToken(app.service.db, program.id, { name: 'Script' }, BY_COMMAND, app.now())
  assert.equal((await callWith(app, token, 'DELETE', `/api/admin/users/${ana.id}/second-factor`)).status, 403)
  const operator = await app.logIn('operator')
  assert.equal((await operator('DELETE', `/api/admin/users/${ana.id}/second-factor`)).status, 403)
  assert.equal((await admin('DELETE', `/api/admin/users/${ana.id}/second-factor`)).status, 200)
  assert.deepEqual(await shown(), [])
  await assertReset(app, ana, 'token')
  assert.equal((await admin('DELETE', `/api/admin/users/${ana.id}/second-factor`)).status, 200, 'also the second time')
  assert.equal((await admin('DELETE', '/api/admin/users/999/second-factor')).status, 404)
})
