import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { atProvider, comeBack, logInAt, startOpenIdProvider } from './harness/open-id-provider.ts'
import { addPerson, PASSWORD } from './harness/people.ts'
import { codeOf, setUpApp } from './harness/second-factor.ts'
import { addSoftPasskey, optionsIn } from './harness/soft-passkey.ts'

const auditOf = (app: TestApp, action: string) =>
  app.rows<{ subject_name: string | null; after: Record<string, unknown> | null }>(
    'select subject_name, after from audit_entries where action = $1 order by id',
    [action],
  )

test('somebody new gets an account with the default role, and the same one at the next login', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: { ...idp.env, OIDC_DEFAULT_ROLE: 'viewer' } })
  await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  const login = await browser.go('/login')
  assert.match(login.text, new RegExp(`href="/login/oidc">[\\s\\S]*Log in with ${new URL(idp.issuer).host}`))
  const page = await logInAt(idp, browser, { from: '/login/oidc?to=/alerts' })
  assert.deepEqual([page.status, page.path], [200, '/alerts'])
  assert.match(page.text, /title="ana@example.org">Ana</)
  assert.deepEqual(
    [idp.asked.get('response_type'), idp.asked.get('code_challenge_method'), idp.asked.get('scope')],
    ['code', 'S256', 'openid email profile'],
  )
  const [created] = await auditOf(app, 'user.created').then((all) => all.slice(-1))
  assert.deepEqual(created!.after, { email: 'ana@example.org', role: 'viewer', issuer: idp.issuer })
  assert.deepEqual((await auditOf(app, 'login.succeeded'))[0]!.after, { issuer: idp.issuer })
  // The email at the provider may change: the account is found by its subject.
  idp.person = { sub: 'a1', email: 'ana.new@example.org', email_verified: false }
  assert.equal((await logInAt(idp, openBrowser(app.url))).status, 200)
  const people = await app.rows<{ email: string }>('select email from users where password_hash is null')
  assert.deepEqual(people, [{ email: 'ana@example.org' }])
})

test('somebody with an account here agrees to the link once, with the password', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: idp.env })
  await addPerson(app.service.db, 'ana@example.org', 'operator', app.now())
  idp.person = { sub: 'a1', email: 'Ana@Example.org', email_verified: true }
  const browser = openBrowser(app.url)
  const asked = await logInAt(idp, browser, { from: '/login/oidc?to=/devices' })
  assert.equal(asked.path, '/login/oidc/link?to=%2Fdevices')
  assert.match(asked.text, /there is an account with this email here/)
  assert.equal((await openBrowserWith(app, browser).go('/devices')).path, '/login?to=%2Fdevices', 'nothing is open yet')
  const wrong = await browser.send('/login/oidc/link', { password: 'not the password', to: '/devices' })
  assert.deepEqual([wrong.status, /Is this your account\?/.test(wrong.text)], [401, true])
  const page = await browser.send('/login/oidc/link', { password: PASSWORD, to: '/devices' })
  assert.deepEqual([page.status, page.path], [200, '/devices'])
  assert.deepEqual(await auditOf(app, 'user.linked'), [
    { subject_name: 'ana@example.org', after: { issuer: idp.issuer } },
  ])
  assert.equal((await logInAt(idp, openBrowser(app.url))).path, '/', 'from now on, nothing is asked')
  assert.equal((await openBrowser(app.url).logIn('ana@example.org')).path, '/', 'the password still works')
})

test('a passkey agrees to the link too, if it verifies its person', async (t) => {
  const publicUrl = 'https://tocsin.example.org'
  const idp = await startOpenIdProvider(t, { publicUrl })
  const app = await startApp(t, { env: { ...idp.env, PUBLIC_URL: publicUrl } })
  await addPerson(app.service.db, 'ana@example.org', 'operator', app.now())
  const own = openBrowser(app.url)
  await own.logIn('ana@example.org')
  const { passkey } = await addSoftPasskey(own, publicUrl)
  const browser = openBrowser(app.url)
  const options = optionsIn(await logInAt(idp, browser), '/login/oidc/link/passkey')
  const refused = await browser.send('/login/oidc/link/passkey', {
    credential: passkey.sign(options, { isVerified: false }),
  })
  assert.equal(refused.status, 401)
  const elsewhere = optionsIn(await openBrowser(app.url).go('/login'), '/login/passkey')
  assert.equal((await browser.send('/login/oidc/link/passkey', { credential: passkey.sign(elsewhere) })).status, 401)
  const again = optionsIn(await browser.go('/login/oidc/link'), '/login/oidc/link/passkey')
  assert.equal((await browser.send('/login/oidc/link/passkey', { credential: passkey.sign(again) })).path, '/')
  assert.equal((await auditOf(app, 'user.linked')).length, 1)
})

test('whoever does not know the password of the account gets no link', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: idp.env })
  await addPerson(app.service.db, 'ana@example.org', 'admin', app.now())
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  const other = await addUser(app, 'viewer')
  assert.equal((await openBrowserWith(app, browser).go('/login/second-factor')).path, '/login', 'it needs the password')
  await openBrowserWith(app, browser).logIn(other.email)
  app.setClock({ seconds: 601 })
  const late = await browser.send('/login/oidc/link', { password: PASSWORD })
  assert.deepEqual([late.status, /took too long/.test(late.text)], [401, true])
  assert.deepEqual(await app.rows('select from identities'), [])
})

test('an invited person needs no password: the invitation was for this email', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: idp.env })
  const admin = await app.logIn('admin')
  const { body } = await admin('POST', '/api/admin/users', { email: 'ana@example.org', role: 'operator', invite: true })
  assert.equal((await logInAt(idp, openBrowser(app.url))).path, '/')
  const after = (await admin('GET', '/api/admin/users')).body.data.find(({ id }: { id: number }) => id === body.data.id)
  assert.deepEqual([after.invited, after.issuer, after.role], [false, idp.issuer, 'operator'])
  const login = { email: 'ana@example.org', password: 'whatever it may be' }
  assert.equal((await app.call('POST', '/api/mobile/login', login)).status, 401, 'there is no password')
})

test('the second factor of the account is asked for, unless the provider has asked for one', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: idp.env })
  await addPerson(app.service.db, 'ana@example.org', 'operator', app.now())
  const own = openBrowser(app.url)
  await own.logIn('ana@example.org')
  const { key } = await setUpApp(app, own)
  // A proof by the provider says nothing of who owns the account here.
  idp.person = { sub: 'a1', email: 'ana@example.org', email_verified: true, amr: ['pwd', 'mfa'] }
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  const asked = await browser.send('/login/oidc/link', { password: PASSWORD })
  assert.equal(asked.path, '/login/second-factor')
  assert.deepEqual(await app.rows('select from identities'), [])
  assert.equal((await browser.send('/login/second-factor', { code: codeOf(key, app.now()) })).path, '/')
  assert.equal((await logInAt(idp, openBrowser(app.url))).path, '/')
  idp.person = { ...idp.person, amr: ['pwd'] }
  app.setClock({ seconds: 30 })
  const again = openBrowser(app.url)
  assert.equal((await logInAt(idp, again)).path, '/login/second-factor')
  assert.equal((await again.send('/login/second-factor', { code: codeOf(key, app.now()) })).path, '/')
  assert.deepEqual((await auditOf(app, 'login.succeeded')).at(-1)!.after, {
    issuer: idp.issuer,
    second_factor: 'totp',
  })
})

test('who logs in only with the provider needs no second factor here, and makes tokens in the console', async (t) => {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: { ...idp.env, OIDC_DEFAULT_ROLE: 'operator' } })
  await addUser(app, 'admin')
  await app.rows(
    `insert into settings (key, value, changed_at) values ('second_factor_required', '"everybody"', now())`,
  )
  const browser = openBrowser(app.url)
  assert.equal((await logInAt(idp, browser)).path, '/')
  await browser.go('/account')
  const made = await browser.send('/account/tokens', { name: 'Report', role: 'viewer', days: '30' })
  assert.equal(made.status, 201)
  const token = /[0-9a-f]{64}(?=<)/.exec(made.text)![0]
  const answer = await fetch(`${app.url}/api/mobile/me`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
})

test('the login may begin on one node and end on another', async (t) => {
  const idp = await startOpenIdProvider(t)
  const env = { ...idp.env, OIDC_DEFAULT_ROLE: 'viewer' }
  const app = await startApp(t, { env })
  const node = await startApp(t, { env, connection: app.connection, startsAt: app.now() })
  await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  const address = await atProvider(idp, browser)
  const there = openBrowserWith(node, browser)
  assert.equal((await comeBack(there, address)).path, '/')
  assert.equal((await openBrowserWith(app, there).go('/account')).path, '/account')
  const again = await comeBack(openBrowserWith(app, browser), address)
  assert.deepEqual([again.status, /was used already/.test(again.text)], [401, true], 'the response is accepted once')
})

/** The same browser at another node. */
function openBrowserWith(app: TestApp, { cookies }: { cookies: Map<string, string> }) {
  const browser = openBrowser(app.url)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}
