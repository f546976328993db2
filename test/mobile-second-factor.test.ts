import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordLoginFailure } from '../src/core/people/login/login-failures.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { addUserWithApp, codeOf, openAfterPassword, wrongCode } from './harness/second-factor.ts'

const ENV = { env: { TRUST_PROXY: '127.0.0.1' } }
const HOME = '192.0.2.1'
const LOGIN = '/login/second-factor'

const withApp = (app: TestApp, address = HOME) => addUserWithApp(app, { 'x-forwarded-for': address })

async function logIn(app: TestApp, body: { email: string; password?: string; code?: string }, address = HOME) {
  const answer = await fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ password: PASSWORD, ...body }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers are what the test asserts
  return { status: answer.status, body: (await answer.json()) as any }
}

test('a program logs in with a code of the app or a recovery code', async (t) => {
  const app = await startApp(t, ENV)
  const { email, key, codes } = await withApp(app)
  const asked = await logIn(app, { email })
  const needed = 'is needed: the code of an authenticator app, or a recovery code'
  assert.deepEqual(asked.body, {
    status: 'error',
    message: `/code: ${needed}`,
    code: 401,
    errors: [{ field: '/code', message: needed }],
  })
  const wrong = await logIn(app, { email, code: wrongCode(key, app.now()) })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [401, '/code'])
  const code = codeOf(key, app.now())
  assert.match((await logIn(app, { email, code })).body.data.token, /^[0-9a-f]{64}$/)
  assert.equal((await logIn(app, { email, code })).status, 401, 'a code is accepted once')
  assert.equal((await logIn(app, { email, code: codes[3]! })).status, 200)
  assert.equal((await logIn(app, { email, code: codes[3]! })).status, 401)
  const { email: plain } = await addUser(app, 'viewer')
  assert.equal((await logIn(app, { email: plain, code: '123456' })).status, 200, 'nobody asks this person for a code')
})

test('a wrong password gets the same answer with a code as without, and uses no code up', async (t) => {
  const app = await startApp(t, ENV)
  const { email, key } = await withApp(app)
  const code = codeOf(key, app.now())
  const refused = { status: 'error', message: 'Invalid email or password', code: 401 }
  for (const more of [{}, { code }, { code: wrongCode(key, app.now()) }, { code: 'x' }]) {
    const { status, body } = await logIn(app, { email, password: 'not the password', ...more })
    assert.deepEqual([status, body], [401, refused])
  }
  app.setClock({ seconds: 0 })
  assert.equal((await logIn(app, { email, code })).status, 200)
})

test('wrong codes slow logins down like wrong passwords, and a right password does not reset that', async (t) => {
  const app = await startApp(t, ENV)
  const node = await startApp(t, { ...ENV, connection: app.connection, startsAt: app.now() })
  const { email, key, codes } = await withApp(app)
  node.setClock({ seconds: 30 })
  const browser = await openAfterPassword(node, email, { 'x-forwarded-for': HOME })
  for (let n = 0; n < 5; n += 1) {
    const wrong = wrongCode(key, app.now())
    const status =
      n % 2 === 0
        ? (await logIn(app, { email, code: wrong })).status
        : (await browser.send(LOGIN, { code: wrong })).status
    assert.equal(status, 401)
  }
  assert.equal((await browser.send(LOGIN, { code: codeOf(key, app.now()) })).status, 429, 'on every node')
  assert.equal((await logIn(app, { email })).status, 429)
  assert.equal((await logIn(app, { email, code: codeOf(key, app.now()) }, '192.0.2.2')).status, 200, 'not elsewhere')
  const failed = await app.rows<{ count: number }>(
    "select count(*)::integer as count from audit_entries where action = 'login.failed'",
  )
  assert.equal(failed[0]!.count, 1)
  app.setClock({ seconds: 2 })
  assert.equal((await logIn(app, { email, code: codes[0]! })).status, 200)
})

test('guesses made at the same time are counted one after the other', async (t) => {
  const app = await startApp(t, ENV)
  const { email, key } = await withApp(app)
  const browsers = await Promise.all(
    Array.from({ length: 12 }, () => openAfterPassword(app, email, { 'x-forwarded-for': HOME })),
  )
  const wrong = wrongCode(key, app.now())
  const pages = await Promise.all(browsers.map((browser) => browser.send(LOGIN, { code: wrong })))
  const taken = pages.filter(({ status }) => status === 401)
  assert.equal(taken.length, 5, 'all others have to wait')
})

test('wrong passwords and wrong codes at the same time do not wait for each other in a circle', async (t) => {
  const app = await startApp(t, ENV)
  const { email, key, id } = await withApp(app)
  const code = wrongCode(key, app.now())
  const wrongPassword = { email, userId: id, address: HOME, via: 'token' } as const
  const browser = await openAfterPassword(app, email, { 'x-forwarded-for': HOME })
  const fields = { _csrf: (await browser.go(LOGIN)).csrf(), code }
  const statuses: number[] = []
  for (let round = 0; round < 30; round += 1) {
    await app.rows('delete from login_throttles')
    const guesses = Array.from({ length: 4 }, () => browser.post(LOGIN, fields))
    const others = Array.from({ length: 4 }, () => recordLoginFailure(app.service.db, wrongPassword, app.now()))
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
    await Promise.all(others)
  }
  assert.deepEqual(new Set(statuses).difference(new Set([401, 429])), new Set())
})

test('after thirty wrong codes in a row, only known IP addresses may try', async (t) => {
  const app = await startApp(t, ENV)
  const { email, key, codes } = await withApp(app)
  for (let n = 0; n < 30; n += 1) {
    const { body } = await logIn(app, { email, code: wrongCode(key, app.now()) }, `10.0.${n}.1`)
    assert.equal(body.errors[0].message, 'is wrong, too old or used already')
  }
  const elsewhere = await logIn(app, { email, code: codeOf(key, app.now()) }, '10.1.0.1')
  assert.equal(elsewhere.status, 401)
  assert.match(elsewhere.body.message, /not accepted from this address after 30 wrong ones/)
  assert.equal((await logIn(app, { email, code: codes[0]! }, '10.1.0.1')).status, 200, 'a recovery code is not guessed')
  assert.equal((await logIn(app, { email, code: codeOf(key, app.now()) })).status, 200, 'nobody is locked out at home')
  app.setClock({ seconds: 60 })
  assert.equal((await logIn(app, { email, code: codeOf(key, app.now()) }, '10.1.0.2')).status, 200)
})
