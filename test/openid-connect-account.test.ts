import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { logInAt, type ProviderCookies, startOpenIdProvider } from './harness/open-id-provider.ts'
import { addPerson, PASSWORD } from './harness/people.ts'

async function start(t: TestContext, env: Record<string, string> = { OIDC_DEFAULT_ROLE: 'viewer' }) {
  const idp = await startOpenIdProvider(t)
  const app = await startApp(t, { env: { ...idp.env, ...env } })
  const admin = openBrowser(app.url)
  await admin.logIn((await addUser(app, 'admin')).email)
  return { idp, app, admin, host: new URL(idp.issuer).host }
}

test('a logout ends the login with the provider too', async (t) => {
  const { idp, app } = await start(t)
  const browser = openBrowser(app.url)
  const cookies: ProviderCookies = new Map()
  await logInAt(idp, browser, { cookies })
  await browser.go('/account')
  const page = await browser.send('/logout')
  const to = new URL(/content="0; url=([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&'))
  assert.deepEqual([to.origin, to.pathname], [idp.issuer, '/session/end'])
  assert.deepEqual(
    [to.searchParams.get('post_logout_redirect_uri'), to.searchParams.get('client_id')],
    ['http://localhost:8080/login', 'tocsin'],
  )
  assert.equal(to.searchParams.get('id_token_hint')!.split('.').length, 3)
  const answer = await fetch(to, { headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
  assert.equal(answer.status, 200, await answer.text())
  assert.match((await browser.go('/account')).path, /^\/login/)
  assert.deepEqual(await app.rows('select from sessions where identity_id is not null'), [])
})

test('a logout goes no further if the session began with a password, or the provider is away', async (t) => {
  const { idp, app, admin } = await start(t)
  await admin.go('/account')
  assert.equal((await admin.send('/logout')).path, '/login')
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  const node = await startApp(t, { env: idp.env, connection: app.connection, startsAt: app.now() })
  await idp.close()
  const there = openBrowser(node.url)
  for (const [name, value] of browser.cookies) there.cookies.set(name, value)
  await there.go('/account')
  assert.equal((await there.send('/logout')).path, '/login')
})

test('the ID token is stored encrypted', async (t) => {
  const { idp, app } = await start(t)
  await logInAt(idp, openBrowser(app.url))
  const [row] = await app.rows<{ sealed: Buffer }>(
    'select id_token_sealed as sealed from sessions where identity_id > 0',
  )
  assert.doesNotMatch(row!.sealed.toString('latin1'), /eyJ/)
})

test('pages say with what people log in, and administrators unlink them', async (t) => {
  const { idp, app, admin, host } = await start(t)
  assert.doesNotMatch((await admin.go('/users')).text, /Logs in with/)
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  const [{ id }] = (await app.rows<{ id: number }>("select id from users where email = 'ana@example.org'")) as [
    { id: number },
  ]
  for (const page of ['/users', `/users/${id}`]) {
    const { text } = await admin.go(page)
    assert.ok(text.includes('Logs in with') && text.includes(host), page)
  }
  const own = await browser.go('/account')
  assert.match(own.text, /This is your only way to log in/)
  assert.doesNotMatch(own.text, /action="\/account\/(unlink|password)"/)
  await admin.go(`/users/${id}`)
  assert.match((await admin.send(`/users/${id}/unlink`)).text, /Unlinked\./)
  assert.match((await browser.go('/account')).path, /^\/login/, 'their session has ended')
  const [entry] = await app.rows<{ before: object }>("select before from audit_entries where action = 'user.unlinked'")
  assert.deepEqual(entry!.before, { issuer: idp.issuer })
  assert.equal((await logInAt(idp, browser)).path, '/', 'the same email links them again')
})

test('people unlink themselves only if they can still log in', async (t) => {
  const { idp, app } = await start(t)
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  await browser.go('/account')
  const refused = await browser.post('/account/unlink', { _csrf: (await browser.go('/account')).csrf() })
  assert.deepEqual([refused.status, /your only way to log in; ask an administrator/.test(refused.text)], [409, true])
  await addPerson(app.service.db, 'eva@example.org', 'viewer', app.now())
  idp.person = { sub: 'e1', email: 'eva@example.org', email_verified: true }
  const eva = openBrowser(app.url)
  await logInAt(idp, eva)
  await eva.send('/login/oidc/link', { password: PASSWORD })
  await eva.go('/account')
  assert.match((await eva.send('/account/unlink')).path, /^\/login/, 'the session was opened with it')
  assert.equal((await eva.logIn('eva@example.org')).path, '/')
})

test('an administrator can give a password to somebody who logs in with the provider', async (t) => {
  const { idp, app, admin } = await start(t)
  await logInAt(idp, openBrowser(app.url))
  const [row] = await app.rows<{ id: number }>("select id from users where email = 'ana@example.org'")
  await admin.go(`/users/${row!.id}`)
  const shown = await admin.send(`/users/${row!.id}/password-link`)
  const code = /\/password-reset\/([0-9a-f]{64})/.exec(shown.text)![1]!
  const ana = openBrowser(app.url)
  await ana.go(`/password-reset/${code}`)
  assert.equal((await ana.send(`/password-reset/${code}`, { password: 'another harbour at dusk' })).path, '/')
  assert.equal((await logInAt(idp, openBrowser(app.url))).path, '/')
})

test('fifteen minutes after a login, changes of the second factor need a new one', async (t) => {
  const { idp, app, host } = await start(t)
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  app.setClock({ seconds: 901 })
  const page = await browser.go('/account/second-factor')
  assert.match(page.text, /Confirm that it is you/)
  assert.doesNotMatch(page.text, /name="password"/)
  const from = /href="(\/login\/oidc\?[^"]+)"[^>]*>[\s\S]*?Log in with/.exec(page.text)![1]!.replaceAll('&amp;', '&')
  assert.ok(page.text.includes(host))
  app.setClock({ seconds: -901 })
  const back = await logInAt(idp, browser, { from })
  assert.equal(idp.asked.get('prompt'), 'login')
  assert.equal(back.path, '/account/second-factor')
  assert.doesNotMatch(back.text, /Confirm that it is you/)
})

test('a new login that the provider has not asked for is no proof', async (t) => {
  const { idp, app } = await start(t)
  const PAGE = '/account/second-factor'
  const hourAgo = Math.floor(app.now().getTime() / 1_000) - 3_600
  idp.person = { ...idp.person!, auth_time: hourAgo }
  const browser = openBrowser(app.url)
  await logInAt(idp, browser)
  assert.match((await browser.go(PAGE)).text, /Confirm that it is you/, 'the provider knew the person for an hour')

  const from = `/login/oidc?${new URLSearchParams({ to: PAGE, again: 'yes' })}`
  const change = ({ searchParams }: URL) => {
    searchParams.delete('prompt')
    searchParams.delete('max_age')
  }
  for (const way of [{ from }, { from, change }]) {
    const refused = await logInAt(idp, browser, way)
    assert.deepEqual([refused.status, /has not asked you to log in again/.test(refused.text)], [401, true])
  }
  idp.person = { ...idp.person, auth_time: hourAgo + 3_600 }
  const back = await logInAt(idp, browser, { from })
  assert.equal(back.path, PAGE)
  assert.doesNotMatch(back.text, /Confirm that it is you/)
})
