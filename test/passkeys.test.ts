import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, type Browser, openBrowser } from './harness/browser.ts'
import { openAfterPassword, recoveryCodesIn } from './harness/second-factor.ts'
import { addSoftPasskey, makePasskey, optionsIn, type SoftPasskey } from './harness/soft-passkey.ts'

const ORIGIN = 'https://tocsin.example.org'
const ENV = { env: { PUBLIC_URL: ORIGIN } }
const LOGIN = '/login/passkey'
const SECOND = '/login/second-factor'
const PAGE = '/account/second-factor'

async function withPasskey(app: TestApp) {
  const ana = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(ana.email)
  const { passkey, page } = await addSoftPasskey(browser, ORIGIN)
  return { ...ana, browser, passkey, codes: recoveryCodesIn(page.text) }
}

async function logIn(app: TestApp, passkey: SoftPasskey, wrongly: Parameters<SoftPasskey['sign']>[1] = {}) {
  const browser = openBrowser(app.url)
  const options = optionsIn(await browser.go('/login'), LOGIN)
  return browser.send(LOGIN, { credential: passkey.sign(options, wrongly) })
}

test('a passkey logs in alone only for its site, by its person, and with a counter that grows', async (t) => {
  const app = await startApp(t, ENV)
  const { passkey, id } = await withPasskey(app)
  const other = await withPasskey(app)
  assert.equal((await logIn(app, passkey)).path, '/')
  const wrong = [
    { origin: 'https://tocsin.example.org.evil.example' },
    { origin: 'http://tocsin.example.org' },
    { site: 'evil.example' },
    { isVerified: false },
    { count: 1 },
    { handle: Buffer.alloc(16, 1).toString('base64url') },
    { challenge: Buffer.alloc(56, 1).toString('base64url') },
  ]
  for (const wrongly of wrong) {
    const page = await logIn(app, passkey, { count: 50, ...wrongly })
    assert.equal(page.status, 401, JSON.stringify(wrongly))
    assert.match(page.text, /This passkey was not accepted/)
  }
  const failed = await app.rows<{ failures: number }>('select sum(failures)::integer as failures from login_failures')
  assert.equal(failed[0]!.failures, wrong.length)
  assert.equal((await logIn(app, passkey, { count: 51 })).path, '/')

  const { passkey: unknown } = makePasskey(
    { challenge: '', rp: { id: 'tocsin.example.org' }, user: { id: '' } },
    ORIGIN,
  )
  assert.match((await logIn(app, unknown)).text, /not known here/)
  for (const credential of ['{', '[]', 'null', '{"id":7}', JSON.stringify({ id: passkey.id })]) {
    const browser = openBrowser(app.url)
    await browser.go('/login')
    assert.equal((await browser.send(LOGIN, { credential })).status, 401, credential)
  }
  await app.rows('update users set enabled = false where id = $1', [id])
  assert.equal((await logIn(app, passkey, { count: 60 })).status, 401, 'of a disabled account')
  assert.equal((await logIn(app, other.passkey)).path, '/')
})

test('a challenge is for one use, one browser, one purpose and five minutes, on every node', async (t) => {
  const app = await startApp(t, ENV)
  const node = await startApp(t, { ...ENV, connection: app.connection, startsAt: app.now() })
  const { passkey, email } = await withPasskey(app)
  const begin = async () => {
    const browser = openBrowser(app.url)
    return { browser, options: optionsIn(await browser.go('/login'), LOGIN) }
  }
  const { browser, options } = await begin()
  // Passkeys that are copied between devices do not count, so only the challenge tells a repetition.
  const credential = passkey.sign(options, { count: 0 })
  const fields = { _csrf: (await browser.go('/login')).csrf(LOGIN), credential }
  const nodes = await Promise.all(
    [app, node, node].map((at) => {
      const same = openBrowser(at.url)
      for (const [name, value] of browser.cookies) same.cookies.set(name, value)
      return same.post(LOGIN, fields)
    }),
  )
  assert.deepEqual(nodes.map(({ status }) => status).sort(), [303, 401, 401])

  const mine = await begin()
  const theirs = await begin()
  assert.equal((await theirs.browser.send(LOGIN, { credential: passkey.sign(mine.options) })).status, 401)

  const second = await openAfterPassword(app, email)
  const page = await second.go(SECOND)
  const asked = optionsIn(page, `${SECOND}/passkey`)
  assert.deepEqual(
    asked.allowCredentials?.map(({ id }) => id),
    [passkey.id],
  )
  const login = optionsIn(await second.go('/login'), LOGIN)
  assert.equal((await second.send(LOGIN, { credential: passkey.sign(asked) })).status, 401, 'not made to log in alone')
  await second.go(SECOND)
  assert.equal((await second.send(`${SECOND}/passkey`, { credential: passkey.sign(login) })).status, 401)

  const late = await begin()
  app.setClock({ seconds: 300 })
  assert.equal((await late.browser.send(LOGIN, { credential: passkey.sign(late.options) })).status, 401)
  await app.leap({ seconds: 86_700 })
  assert.deepEqual(await app.rows('select 1 from used_challenges'), [])
})

test('after the password, a passkey of the same person is enough, also without a fingerprint', async (t) => {
  const app = await startApp(t, ENV)
  const { passkey, email, codes } = await withPasskey(app)
  const bo = await withPasskey(app)
  const use = async (browser: Browser, one: SoftPasskey) => {
    const options = optionsIn(await browser.go(SECOND), `${SECOND}/passkey`)
    return browser.send(`${SECOND}/passkey`, { credential: one.sign(options, { isVerified: false }) })
  }
  const browser = await openAfterPassword(app, email)
  assert.equal((await use(browser, bo.passkey)).status, 401)
  assert.equal((await use(browser, passkey)).path, '/')
  const [recovering] = [await openAfterPassword(app, email)]
  assert.ok(!(await recovering.go(SECOND)).text.includes('name="code"'), 'there is no app')
  assert.equal((await recovering.send(SECOND, { recovery_code: codes[0]! })).path, '/')
  const mobile = await app.call('POST', '/api/mobile/login', { email, password: 'a quiet harbour at dawn' })
  assert.equal(mobile.body.errors[0].field, '/code')
  const login = { email, password: 'a quiet harbour at dawn', code: codes[1] }
  assert.equal((await app.call('POST', '/api/mobile/login', login)).status, 200)
})

test('a passkey gets people in while somebody guesses their password', async (t) => {
  const app = await startApp(t, ENV)
  const { passkey, email } = await withPasskey(app)
  for (let n = 0; n < 5; n += 1) await app.call('POST', '/api/mobile/login', { email, password: 'a guess' })
  assert.equal((await openBrowser(app.url).logIn(email)).status, 429)
  assert.equal((await logIn(app, passkey)).path, '/')
})

test('passkeys are added once, with a recent proof, and belong to their person', async (t) => {
  const app = await startApp(t, ENV)
  const { browser, passkey } = await withPasskey(app)
  const bo = await withPasskey(app)
  const options = optionsIn(await browser.go(PAGE), `${PAGE}/passkeys`)
  const fresh = makePasskey(options, ORIGIN)
  const add = (credential: string) => browser.send(`${PAGE}/passkeys`, { name: 'Key', credential })
  assert.equal((await add(fresh.credential)).path, `${PAGE}?done=passkey`)
  assert.equal((await add(fresh.credential)).status, 400, 'its challenge is used up')
  await browser.go(PAGE)
  assert.equal((await add(makePasskey(options, 'https://evil.example').credential)).status, 400)
  await browser.go(PAGE)
  assert.equal((await add('{}')).status, 400)
  const [theirs] = await app.rows<{ id: number }>('select id::integer from passkeys where user_id = $1', [bo.id])
  for (const action of ['removal', 'name']) {
    const { text } = await browser.go(PAGE)
    const _csrf = /name="_csrf" value="([0-9a-f]{64})"/.exec(text)![1]!
    const fields = action === 'name' ? { _csrf, name: 'Mine' } : { _csrf }
    assert.equal((await browser.post(`${PAGE}/passkeys/${theirs!.id}/${action}`, fields)).status, 404)
  }
  app.setClock({ seconds: 900 })
  const late = optionsIn(await bo.browser.go(PAGE), `${PAGE}/proof/passkey`)
  assert.equal((await bo.browser.send(`${PAGE}/proof/passkey`, { credential: passkey.sign(late) })).status, 401)
  const again = optionsIn(await bo.browser.go(PAGE), `${PAGE}/proof/passkey`)
  const notThere = bo.passkey.sign(again, { isVerified: false })
  assert.equal((await bo.browser.send(`${PAGE}/proof/passkey`, { credential: notThere })).status, 401)
  assert.equal(
    (await bo.browser.send(`${PAGE}/proof/passkey`, { credential: bo.passkey.sign(again) })).path,
    `${PAGE}?done=proven`,
  )
})
