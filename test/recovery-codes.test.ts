import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openBrowser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { addUserWithApp, codeOf, newAppOf, openAfterPassword, recoveryCodesIn } from './harness/second-factor.ts'

const LOGIN = '/login/second-factor'
const PAGE = '/account/second-factor'

test('each recovery code logs in once, however it is typed', async (t) => {
  const app = await startApp(t)
  const { email, codes, browser } = await addUserWithApp(app)
  assert.equal(new Set(codes).size, 10)
  const typed = codes[0]!.toLowerCase().replaceAll('-', ' ')
  const recover = async (recovery_code: string) => (await openAfterPassword(app, email)).send(LOGIN, { recovery_code })
  assert.equal((await recover(typed)).path, '/')
  assert.equal((await recover(typed)).status, 401)
  assert.match((await browser.go(PAGE)).text, /9 of 10 codes are left/)
  const both = await Promise.all([recover(codes[1]!), recover(codes[1]!)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  const stored = JSON.stringify(await app.rows('select * from recovery_codes'))
  assert.ok(!stored.includes(codes[2]!))

  await browser.go(PAGE)
  const renewed = recoveryCodesIn((await browser.send(`${PAGE}/recovery-codes`)).text)
  assert.equal(renewed.length, 10)
  assert.equal((await recover(codes[2]!)).status, 401, 'the old ones have ended')
  assert.equal((await recover(renewed[0]!)).path, '/')
})

test('a link for a new password does not skip the second factor', async (t) => {
  const app = await startApp(t)
  const { id, email, key } = await addUserWithApp(app)
  const admin = await app.logIn('admin')
  const { url } = (await admin('POST', `/api/admin/users/${id}/password-link`)).body.data
  const browser = openBrowser(app.url)
  const { pathname } = new URL(url)
  await browser.go(pathname)
  const password = 'the second quiet harbour'
  assert.equal((await browser.send(pathname, { password })).path, LOGIN)
  assert.equal((await browser.go('/devices')).path, '/login?to=%2Fdevices')
  await browser.go(LOGIN)
  assert.equal((await browser.send(LOGIN, { code: codeOf(key, app.now()) })).path, '/')
  const login = await app.call('POST', '/api/mobile/login', { email, password })
  assert.equal(login.body.errors[0].field, '/code')
})

test('changes need the password again a quarter of an hour after the login', async (t) => {
  const app = await startApp(t)
  const { browser } = await addUserWithApp(app)
  await browser.go(PAGE)
  app.setClock({ seconds: 900 })
  const refused = await browser.send(`${PAGE}/recovery-codes`)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /Confirm that it is you first/)
  assert.deepEqual(recoveryCodesIn(refused.text), [])
  assert.equal((await browser.go(`${PAGE}/app`)).status, 403)
  for (const path of ['app', 'app/removal']) {
    await browser.go(PAGE)
    const fields: Record<string, string> = path === 'app' ? { draft: 'x', code: '123456' } : {}
    const { status } = await browser.post(`${PAGE}/${path}`, { _csrf: (await browser.go(PAGE)).csrf(), ...fields })
    assert.equal(status, 403, path)
  }
  await browser.go(PAGE)
  const wrong = await browser.send(`${PAGE}/proof`, { password: 'not the password' })
  assert.equal(wrong.status, 400)
  assert.equal((await browser.send(`${PAGE}/proof`, { password: PASSWORD })).path, `${PAGE}?done=proven`)
  assert.equal((await browser.send(`${PAGE}/recovery-codes`)).status, 201)
  const other = openBrowser(app.url)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  await newAppOf(other)
})

test('changes of a second factor are in the audit log, without keys and codes', async (t) => {
  const app = await startApp(t)
  const { email, browser, key, codes } = await addUserWithApp(app)
  await browser.go(PAGE)
  await browser.send(`${PAGE}/recovery-codes`)
  await (await openAfterPassword(app, email)).send(LOGIN, { code: codeOf(key, app.now()) })
  await browser.go(PAGE)
  await browser.send(`${PAGE}/app/removal`)
  const entries = await app.rows<{ action: string; after: unknown }>(
    'select action, after from audit_entries where actor_email = $1 order by id',
    [email],
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    [
      'login.succeeded',
      'user.authenticator_added',
      'user.recovery_codes_created',
      'login.succeeded',
      'user.authenticator_removed',
    ],
  )
  assert.deepEqual(entries[3]!.after, { second_factor: 'totp' })
  const text = JSON.stringify(entries)
  assert.ok(![key, ...codes].some((secret) => text.includes(secret)))
})
