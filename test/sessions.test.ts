import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'

test('after a login, the requested page is shown, and the logout ends the session', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'admin')
  const browser = openBrowser(app.url)
  const asked = await browser.go('/account')
  assert.equal(asked.path, '/login?to=%2Faccount')
  const account = await browser.send('/login', { email: ana.email, password: PASSWORD, to: '/account' })
  assert.deepEqual([account.status, account.path], [200, '/account'])
  assert.ok(account.text.includes(ana.email))
  const session = browser.cookies.get('sid')!
  assert.equal((await browser.go('/login')).path, '/', 'who is in needs no login page')

  await browser.go('/')
  assert.equal((await browser.send('/logout')).path, '/login')
  assert.equal(browser.cookies.get('sid'), undefined)
  browser.cookies.set('sid', session)
  assert.equal(
    (await browser.go('/account')).path,
    '/login?to=%2Faccount&ended=session',
    'the old cookie is worth nothing',
  )
})

test('a session ends after 12 idle hours, after 7 days in any case, and lives on while it is used', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  const isIn = async () => (await browser.go('/account')).path === '/account'
  const shift = (column: string, hours: number) =>
    app.rows(`update sessions set ${column} = ${column} - make_interval(hours => $1)`, [hours])
  await browser.logIn(ana.email)
  await shift('last_used_at', 11)
  assert.ok(await isIn())
  await shift('last_used_at', 11)
  assert.ok(await isIn(), 'using it has begun the 12 hours anew')
  await shift('last_used_at', 13)
  assert.ok(!(await isIn()))

  await browser.logIn(ana.email)
  await shift('created_at', 7 * 24 + 1)
  assert.ok(!(await isIn()))
  await app.runJobs()
  assert.equal((await app.rows('select id from sessions')).length, 2, 'a clock that is ahead ends nothing for good')
  await shift('created_at', 24)
  await shift('last_used_at', 24)
  await app.runJobs()
  assert.deepEqual(await app.rows('select id from sessions'), [], 'what has ended is cleared away a day later')
})

test('a login always creates a new session ID', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const planted = 'a'.repeat(64)
  const browser = openBrowser(app.url)
  browser.cookies.set('sid', planted)
  await browser.logIn(ana.email)
  const first = browser.cookies.get('sid')!
  assert.match(first, /^[0-9a-f]{64}$/)
  assert.notEqual(first, planted)
  const other = openBrowser(app.url)
  other.cookies.set('sid', planted)
  assert.equal((await other.go('/account')).path, '/login?to=%2Faccount&ended=session', 'who planted it is not in')

  const again = openBrowser(app.url)
  await again.logIn(ana.email)
  assert.notEqual(again.cookies.get('sid'), first)
})

test('cookies are HttpOnly and SameSite=Strict, and bound to the host over HTTPS', async (t) => {
  const plain = await startApp(t)
  const ana = await addUser(plain, 'viewer')
  const cookieOf = async (url: string, headers: Record<string, string> = {}) => {
    const browser = openBrowser(url, headers)
    const csrf = (await browser.go('/login')).csrf()
    const { headers: answered } = await browser.post('/login', { _csrf: csrf, email: ana.email, password: PASSWORD })
    return answered.getSetCookie().map((line) => line.replace(/[0-9a-f]{64}/, 'ID'))
  }
  assert.deepEqual(await cookieOf(plain.url), ['sid=ID; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict'])
  const env = { PUBLIC_URL: 'https://tocsin.example' }
  const secure = await startApp(t, { connection: plain.connection, startsAt: plain.now(), env })
  assert.deepEqual(await cookieOf(secure.url), [
    '__Host-sid=ID; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
})

test('a link from another site opens the page with a session, and the login without', async (t) => {
  const app = await startApp(t)
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const kept = new Map(browser.cookies)
  const origins: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { referer: 'https://chat.example/' }]
  for (const headers of origins) {
    for (const path of ['/account', '/login']) {
      browser.cookies.clear()
      const linked = await browser.go(path, headers)
      assert.equal(linked.status, 200)
      assert.match(linked.text, /<meta http-equiv="refresh" content="0">/)
      assert.deepEqual(linked.headers.getSetCookie(), [], 'the session that did not come along is left alone')
    }
    for (const [name, value] of kept) browser.cookies.set(name, value)
    assert.equal((await browser.go('/account', { 'sec-fetch-site': 'same-origin' })).path, '/account')
  }
  const stranger = openBrowser(app.url)
  const asked = await stranger.go('/account', { 'sec-fetch-site': 'same-origin' })
  assert.equal(asked.path, '/login?to=%2Faccount')
})

test('a session is listed with its browser, and can be ended only by its owner', async (t) => {
  const app = await startApp(t)
  const [ana, bo] = [await addUser(app, 'viewer'), await addUser(app, 'admin')]
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const [desk, phone] = [openBrowser(app.url, { 'user-agent': agent }), openBrowser(app.url)]
  const stranger = openBrowser(app.url)
  await desk.logIn(ana.email)
  await phone.logIn(ana.email)
  await stranger.logIn(bo.email)
  const [session] = await app.rows<{ id: number }>(`select id from sessions where user_agent = $1`, [agent])
  const end = `/account/sessions/${session!.id}/end`

  const { text } = await phone.go('/account')
  assert.match(text, /Firefox on Linux/)
  const page = await stranger.go('/account')
  assert.ok(!page.text.includes(end))
  const taken = await stranger.post(end, { _csrf: page.csrf('/account/password') })
  assert.equal(taken.status, 404)
  assert.equal((await desk.go('/account')).path, '/account')

  await phone.go('/account')
  assert.match((await phone.send(end)).text, /Session ended\./)
  assert.equal((await desk.go('/account')).path, '/login?to=%2Faccount&ended=session')
  assert.equal((await phone.post(end, { _csrf: (await phone.go('/account')).csrf('/account/password') })).status, 404)
})
