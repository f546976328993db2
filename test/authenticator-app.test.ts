import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, type Browser, openBrowser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { addUserWithApp, codeOf, newAppOf, openAfterPassword, wrongCode } from './harness/second-factor.ts'

const LOGIN = '/login/second-factor'
const PAGE = '/account/second-factor'

const enter = (browser: Browser, code: string) => browser.send(LOGIN, { code })

test('an authenticator app is switched on only by a right code, and then a login needs its code', async (t) => {
  const app = await startApp(t)
  const { email } = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const { key, draft } = await newAppOf(browser)
  const wrong = await browser.send(`${PAGE}/app`, { draft, code: wrongCode(key, app.now()) })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /not the code that the app shows/)
  assert.ok(wrong.text.replaceAll(' ', '').includes(key), 'the key stays the same')
  assert.equal((await openBrowser(app.url).logIn(email)).path, '/', 'nothing is switched on')

  const on = await browser.send(`${PAGE}/app`, { draft, code: codeOf(key, app.now()) })
  assert.equal(on.status, 201)
  const login = await openAfterPassword(app, email)
  assert.equal((await login.go('/devices')).path, '/login?to=%2Fdevices', 'the password alone opens nothing')
  await login.go(LOGIN)
  const replayed = await enter(login, codeOf(key, app.now()))
  assert.equal(replayed.status, 401, 'this code has switched it on')
  assert.match(replayed.text, /wrong, too old or used already/)
  app.setClock({ seconds: 30 })
  assert.equal((await enter(login, codeOf(key, app.now()))).path, '/')
  assert.equal((await login.go('/devices')).status, 200)
  const dump = JSON.stringify(await app.rows('select * from authenticator_apps'))
  assert.ok(!dump.includes(key) && !dump.includes(Buffer.from(key).toString('hex')), 'the key is encrypted')
})

test('a code is accepted once, on all nodes, and so are older ones no more', async (t) => {
  const app = await startApp(t)
  const node = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const { email, key } = await addUserWithApp(app)
  node.setClock({ seconds: 30 })
  const [before, now] = [codeOf(key, new Date(app.now().getTime() - 30_000)), codeOf(key, app.now())]
  const browsers = await Promise.all([app, app, node, node].map((at) => openAfterPassword(at, email)))
  const pages = await Promise.all(browsers.map((browser) => enter(browser, now)))
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 401, 401, 401])
  const late = await openAfterPassword(node, email)
  assert.equal((await enter(late, before)).status, 401)
  app.setClock({ seconds: 60 })
  const early = await openAfterPassword(app, email)
  const ahead = codeOf(key, new Date(app.now().getTime() + 30_000))
  assert.equal((await enter(early, ahead)).path, '/', 'a phone may be half a minute ahead')
  assert.equal((await enter(await openAfterPassword(app, email), codeOf(key, app.now()))).status, 401)
})

test('a code that was used is refused also after the clock has gone back, and others are accepted', async (t) => {
  const app = await startApp(t)
  const { email, key } = await addUserWithApp(app)
  await app.runJobs()
  const used: string[] = []
  for (const seconds of [60, 60, 3_600]) {
    app.setClock({ seconds })
    used.push(codeOf(key, app.now()))
    assert.equal((await enter(await openAfterPassword(app, email), used.at(-1)!)).path, '/')
  }
  await app.runJobs()
  // To the half minute before the second of these codes, and on to each of them.
  app.setClock({ seconds: -3_630 })
  await app.runJobs()
  assert.equal((await enter(await openAfterPassword(app, email), used[1]!)).status, 401)
  app.setClock({ seconds: 30 })
  assert.equal((await enter(await openAfterPassword(app, email), used[1]!)).status, 401)
  app.setClock({ seconds: 60 })
  assert.equal((await enter(await openAfterPassword(app, email), codeOf(key, app.now()))).path, '/')
  app.setClock({ seconds: 3_510 })
  await app.runJobs()
  assert.equal((await enter(await openAfterPassword(app, email), used[2]!)).status, 401)
})

test('a login waits ten minutes for its code, in its own browser, and until the password changes', async (t) => {
  const app = await startApp(t)
  const { id, email, key, browser } = await addUserWithApp(app)
  const other = openBrowser(app.url)
  assert.equal((await other.go(LOGIN)).path, '/login', 'another browser knows nothing of it')
  const late = await openAfterPassword(app, email)
  app.setClock({ seconds: 599 })
  assert.equal((await late.go(LOGIN)).path, LOGIN)
  app.setClock({ seconds: 1 })
  const over = await enter(late, codeOf(key, app.now()))
  assert.equal(over.status, 401)
  assert.match(over.text, /took too long/)

  const waiting = await openAfterPassword(app, email)
  await browser.go('/account')
  await browser.send('/account/password', { current_password: PASSWORD, password: `another ${PASSWORD}` })
  assert.equal((await enter(waiting, codeOf(key, app.now()))).status, 401)
  await app.rows(
    'update users set password_hash = (select password_hash from users where id <> $1 limit 1) where id = $1',
    [id],
  )
  await app.leap({ seconds: 86_400 + 600 })
  assert.deepEqual(await app.rows('select 1 from pending_logins'), [], 'and is forgotten')
})

test('a second app replaces the first, and without any the password is enough', async (t) => {
  const app = await startApp(t)
  const { email, key, browser, codes } = await addUserWithApp(app)
  assert.equal(codes.length, 10)
  const next = await newAppOf(browser)
  const replaced = await browser.send(`${PAGE}/app`, { draft: next.draft, code: codeOf(next.key, app.now()) })
  assert.equal(replaced.path, `${PAGE}?done=app`, 'the recovery codes stay')
  app.setClock({ seconds: 30 })
  const login = await openAfterPassword(app, email)
  assert.equal((await enter(login, codeOf(key, app.now()))).status, 401)
  assert.equal((await enter(login, codeOf(next.key, app.now()))).status, 200)
  await browser.go(PAGE)
  await browser.send(`${PAGE}/app/removal`)
  assert.equal((await openBrowser(app.url).logIn(email)).path, '/')
  assert.deepEqual(await app.rows('select 1 from recovery_codes'), [])
})

test('the draft of a key is for one person and one hour', async (t) => {
  const app = await startApp(t)
  const [ana, bo] = [openBrowser(app.url), openBrowser(app.url)]
  await ana.logIn((await addUser(app, 'viewer')).email)
  await bo.logIn((await addUser(app, 'viewer')).email)
  const { key, draft } = await newAppOf(ana)
  await newAppOf(bo)
  const stolen = await bo.send(`${PAGE}/app`, { draft, code: codeOf(key, app.now()) })
  assert.equal(stolen.status, 409)
  assert.match(stolen.text, /open for too long/)
  app.setClock({ seconds: 3_600 })
  await app.rows('update sessions set proven_at = $1', [app.now()])
  assert.equal((await ana.send(`${PAGE}/app`, { draft, code: codeOf(key, app.now()) })).status, 409)
  assert.deepEqual(await app.rows('select 1 from authenticator_apps'), [])
})
