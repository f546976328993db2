import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordLoginFailure } from '../src/core/people/login/login-failures.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'

const ENV = { env: { TRUST_PROXY: '127.0.0.1' } }
const HOME = '192.0.2.1'

const logIn = async (app: TestApp, email: string, address: string, password: string) => {
  const answer = await fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, message, retryAfter: answer.headers.get('retry-after') }
}

/** Guesses passwords, each from another address. */
async function guess(app: TestApp, user: { id: number | null; email: string }, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const failed = { email: user.email, userId: user.id, address: `10.${times}.0.${n}`, via: 'token' } as const
    await recordLoginFailure(app.service.db, failed, app.now())
  }
}

test('after a hundred failed logins in an hour, only known IP addresses may try, on every node', async (t) => {
  const app = await startApp(t, ENV)
  const node = await startApp(t, { ...ENV, connection: app.connection, startsAt: app.now() })
  const ana = await addUser(app, 'viewer')
  const nobody = { id: null, email: 'nobody@example.org' }
  assert.equal((await logIn(app, ana.email, HOME, PASSWORD)).status, 200)
  for (const account of [ana, nobody]) {
    await guess(app, account, 99)
    const hundredth = await logIn(app, account.email, '10.9.9.1', 'not the password')
    assert.deepEqual([hundredth.status, hundredth.message], [401, 'Invalid email or password'])
  }
  // Also the right password, so that an attacker learns nothing; and unknown accounts likewise.
  const refused = { status: 429, message: 'Too many failed logins; wait before the next try' }
  for (const { email } of [ana, nobody]) {
    const { retryAfter, ...answer } = await logIn(node, email, '10.9.9.2', PASSWORD)
    assert.deepEqual(answer, refused)
    assert.ok(Number(retryAfter) > 3_000 && Number(retryAfter) <= 4_200, String(retryAfter))
  }
  assert.equal((await logIn(node, ana.email, HOME, PASSWORD)).status, 200, 'nobody is locked out by strangers')
  assert.equal((await logIn(app, ana.email, HOME, 'mistyped')).status, 401)
  assert.equal((await logIn(app, (await addUser(app, 'viewer')).email, '10.9.9.2', PASSWORD)).status, 200)

  await app.leap({ seconds: 4_260 })
  assert.equal((await logIn(app, ana.email, '10.9.9.2', PASSWORD)).status, 200, 'an hour later')
  assert.deepEqual(await app.rows('select 1 from login_failures'), [])
})

test('an IP address is known for thirty days after a login', async (t) => {
  const app = await startApp(t, ENV)
  const ana = await addUser(app, 'viewer')
  const logInAt = (days: number) =>
    app.rows('update known_networks set last_login_at = $1', [new Date(app.now().getTime() - days * 86_400_000)])
  await logIn(app, ana.email, HOME, PASSWORD)
  await guess(app, ana, 100)
  await logInAt(29.99)
  assert.equal((await logIn(app, ana.email, HOME, PASSWORD)).status, 200)
  await logInAt(30.01)
  assert.equal((await logIn(app, ana.email, HOME, PASSWORD)).status, 429)
  await app.runJobs()
  assert.deepEqual(await app.rows('select 1 from known_networks'), [], 'and then forgotten')
})
