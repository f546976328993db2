import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser, type Page } from './harness/browser.ts'
import { type Account, atProvider, comeBack, logInAt, startOpenIdProvider } from './harness/open-id-provider.ts'
import { addPerson } from './harness/people.ts'

const ANA: Account = { sub: 'a1', email: 'ana@example.org', email_verified: true }

async function start(t: TestContext, env: Record<string, string> = { OIDC_DEFAULT_ROLE: 'viewer' }) {
  const idp = await startOpenIdProvider(t)
  idp.person = ANA
  const app = await startApp(t, { env: { ...idp.env, ...env } })
  await addUser(app, 'admin')
  return { idp, app, browser: openBrowser(app.url) }
}

function refused(page: Page, status: number, text: RegExp): void {
  assert.equal(page.status, status, page.text)
  assert.match(page.text, text)
  assert.match(page.text, /role="alert"/)
}

const OVER = /took too long, was used already or began in another browser/
const INVALID = /is not valid; log in again/

test('an email that the provider has not verified is refused', async (t) => {
  const { idp, app, browser } = await start(t)
  await addPerson(app.service.db, 'ana@example.org', 'admin', app.now())
  for (const claims of [
    { email: 'ana@example.org', email_verified: false },
    { email: 'ana@example.org' },
    { email: 'new@example.org', email_verified: 'true' as unknown as boolean },
    { email_verified: true },
  ]) {
    idp.person = { sub: 'a1', ...claims }
    refused(await logInAt(idp, browser), 403, /has not verified your email/)
  }
  assert.deepEqual(await app.rows('select from identities'), [])
  const audit = await app.rows<{ after: { reason: string } }>(
    "select after from audit_entries where action = 'login.refused'",
  )
  assert.deepEqual(new Set(audit.map(({ after }) => after.reason)), new Set(['oidc_unverified']))
})

test('without OIDC_DEFAULT_ROLE, nobody new is added', async (t) => {
  const { idp, app, browser } = await start(t, {})
  refused(await logInAt(idp, browser), 403, /no account for ana@example\.org; an administrator has to add you/)
  assert.deepEqual(await app.rows("select from users where email = 'ana@example.org'"), [])
})

test('a disabled person is refused, linked or not', async (t) => {
  const { idp, app, browser } = await start(t)
  await logInAt(idp, browser)
  await app.rows("update users set enabled = false where email = 'ana@example.org'")
  refused(await logInAt(idp, openBrowser(app.url)), 403, /This user is disabled/)
  await app.rows('delete from identities')
  refused(await logInAt(idp, openBrowser(app.url)), 403, /This user is disabled/)
})

test('another account of the provider with the same email does not get the account', async (t) => {
  const { idp, app, browser } = await start(t)
  await logInAt(idp, browser)
  idp.person = { ...ANA, sub: 'a2' }
  refused(await logInAt(idp, openBrowser(app.url)), 403, /linked to another login/)
})

test('a response without the cookie of its login, or with that of another one, is refused', async (t) => {
  const { idp, app, browser } = await start(t)
  const address = await atProvider(idp, browser)
  refused(await comeBack(openBrowser(app.url), address), 401, OVER)
  const other = openBrowser(app.url)
  const theirs = await atProvider(idp, other)
  refused(await comeBack(browser, theirs), 401, OVER)
  refused(await comeBack(other, address), 401, OVER)
  refused(await comeBack(other, address.replace(/state=[^&]+/, '')), 401, OVER)
  assert.deepEqual(await app.rows('select from sessions'), [])
  assert.equal((await comeBack(other, theirs)).path, '/', 'the right browser gets in')
})

test('a response is accepted once, and for ten minutes', async (t) => {
  const { idp, app, browser } = await start(t)
  const address = await atProvider(idp, browser)
  const cookie = browser.cookies.get('oidc')!
  assert.equal((await comeBack(browser, address)).path, '/')
  browser.cookies.set('oidc', cookie)
  refused(await comeBack(browser, address), 401, OVER)
  const late = openBrowser(app.url)
  const second = await atProvider(idp, late)
  app.setClock({ seconds: 601 })
  refused(await comeBack(late, second), 401, OVER)
  app.setClock({ seconds: -601 - 700 })
  refused(await comeBack(late, second), 401, OVER)
})

test('a code of another login is refused: it was made for another state, nonce and verifier', async (t) => {
  const { idp, app, browser } = await start(t)
  const stolen = new URL(await atProvider(idp, openBrowser(app.url)), app.url).searchParams.get('code')!
  const address = await atProvider(idp, browser)
  refused(await comeBack(browser, address.replace(/code=[^&]+/, `code=${stolen}`)), 401, INVALID)
})

test('a subject or an email that cannot be stored as it is makes the response invalid', async (t) => {
  const { idp, app, browser } = await start(t)
  for (const person of [
    { ...ANA, sub: 'a\u00001' },
    { ...ANA, sub: 'a\u001b1' },
    { ...ANA, sub: 'a'.repeat(256) },
    { ...ANA, email: 'ana\u0000@example.org' },
  ]) {
    idp.person = person
    refused(await logInAt(idp, browser), 401, INVALID)
  }
  idp.person = { ...ANA, sub: 'a'.repeat(255) }
  assert.equal((await logInAt(idp, browser)).path, '/')
  assert.equal((await app.rows('select from identities')).length, 1)
})

test('an email that mixes scripts makes no account, until an administrator has added it', async (t) => {
  const { idp, app, browser } = await start(t)
  const looksAlike = '\u0430dmin@example.org'
  idp.person = { sub: 'x1', email: looksAlike, email_verified: true }
  refused(await logInAt(idp, browser), 403, /mixes letters of several scripts/)
  assert.deepEqual(await app.rows('select from users where email = $1', [looksAlike]), [])
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: looksAlike, role: 'viewer', invite: true })
  assert.equal((await logInAt(idp, browser)).path, '/')
})

test('an ID token with another nonce is refused', async (t) => {
  const { idp, browser } = await start(t)
  const address = await atProvider(idp, browser, { change: ({ searchParams }) => searchParams.set('nonce', 'another') })
  refused(await comeBack(browser, address), 401, INVALID)
})

test('a response of another issuer is refused', async (t) => {
  const { idp, browser } = await start(t)
  const address = await atProvider(idp, browser)
  assert.match(address, /iss=/)
  refused(await comeBack(browser, address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')), 401, INVALID)
})

test('a provider that calls itself by another name is refused', async (t) => {
  const idp = await startOpenIdProvider(t)
  const issuer = idp.issuer.replace('127.0.0.1', 'localhost')
  const app = await startApp(t, { env: { ...idp.env, OIDC_ISSUER: issuer } })
  await addUser(app, 'admin')
  refused(await openBrowser(app.url).go('/login/oidc'), 503, /is not available/)
})

test('an ID token that is over, or not valid yet, is refused beyond what clocks may differ', async (t) => {
  const { idp, app } = await start(t)
  const loginAfter = async (seconds: number) => {
    const browser = openBrowser(app.url)
    app.setClock({ seconds })
    const page = await logInAt(idp, browser)
    app.setClock({ seconds: -seconds })
    return page
  }
  // It is valid for 300 s.
  assert.equal((await loginAfter(300)).path, '/')
  refused(await loginAfter(400), 401, INVALID)
  assert.equal((await loginAfter(-20)).path, '/')
  refused(await loginAfter(-100), 401, INVALID)
})

test('operators read in the log what was wrong', async (t) => {
  const idp = await startOpenIdProvider(t)
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const app = await startApp(t, { env: { ...idp.env, OIDC_CLIENT_SECRET: 'not the secret' }, log })
  await addUser(app, 'admin')
  refused(await logInAt(idp, openBrowser(app.url)), 401, INVALID)
  const { msg, reason } = JSON.parse(lines[0]!)
  assert.equal(msg, 'the OpenID provider gave an invalid response')
  assert.match(reason, /invalid_client/)
  assert.doesNotMatch(lines.join(), /not the secret|ana@example/)
})

test('a login that the person declines at the provider ends with a sentence', async (t) => {
  const { idp, browser } = await start(t)
  idp.person = null
  refused(await logInAt(idp, browser), 401, /has not logged you in/)
})

test('while the provider is away, the login page works, and says so', async (t) => {
  const { idp, app, browser } = await start(t)
  const address = await atProvider(idp, browser)
  const fresh = await startApp(t, { env: idp.env, connection: app.connection, startsAt: app.now() })
  idp.intercept = (_request, response) => {
    response.writeHead(502).end()
    return true
  }
  refused(await comeBack(browser, address), 503, /is not available; log in another way/)
  await idp.close()
  assert.equal((await openBrowser(fresh.url).go('/login')).status, 200)
  refused(await openBrowser(fresh.url).go('/login/oidc'), 503, /is not available; log in another way/)
  const admin = await addUser(fresh, 'admin')
  assert.equal((await openBrowser(fresh.url).logIn(admin.email)).path, '/')
})

test('without OIDC_ISSUER there is no such login, and before the set-up nobody uses it', async (t) => {
  const app = await startApp(t)
  await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  assert.doesNotMatch((await browser.go('/login')).text, /oidc/)
  assert.equal((await browser.go('/login/oidc')).status, 404)
  assert.equal((await browser.go('/login/oidc/callback?code=1&state=1')).status, 404)
  const idp = await startOpenIdProvider(t)
  const empty = await startApp(t, { env: { ...idp.env, OIDC_DEFAULT_ROLE: 'admin' } })
  assert.equal((await openBrowser(empty.url).go('/login/oidc')).path, '/setup')
})
