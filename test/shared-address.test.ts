import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLoginAddresses } from '../src/app/doctor/check-login-addresses.ts'
import { recordLoginFailure } from '../src/core/people/login/login-failures.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'

const ENV = { env: { TRUST_PROXY: '127.0.0.1' } }
/** All of a hospital have this address. */
const SHARED = '192.0.2.1'

async function logIn(app: TestApp, email: string, password = PASSWORD) {
  const answer = await fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': SHARED },
    body: JSON.stringify({ email, password }),
  })
  await answer.body?.cancel()
  return { status: answer.status, waitS: Number(answer.headers.get('retry-after')) }
}

async function failAt(app: TestApp, user: { id: number | null; email: string }, times = 1): Promise<void> {
  const failed = { email: user.email, userId: user.id, address: SHARED, via: 'token' } as const
  for (let guess = 0; guess < times; guess += 1) await recordLoginFailure(app.service.db, failed, app.now())
}

test('wrong logins of strangers at one time delay their address once, and nobody whom it knows', async (t) => {
  const app = await startApp(t, ENV)
  const [ana, bo] = [await addUser(app, 'admin'), await addUser(app, 'viewer')]
  assert.equal((await logIn(app, ana.email)).status, 200)
  await Promise.all(Array.from({ length: 26 }, (_, n) => logIn(app, `nobody-${n}@example.org`, 'a guess of nobody')))
  assert.deepEqual(await logIn(app, bo.email), { status: 429, waitS: 1 }, 'somebody who was never there')
  assert.equal((await logIn(app, ana.email)).status, 200)
  await failAt(app, ana, 5)
  assert.equal((await logIn(app, ana.email)).status, 429, 'guesses at the account itself still count')
  app.setClock({ seconds: 1 })
  assert.equal((await logIn(app, bo.email)).status, 200)
})

test('wrong logins one after the other delay their address by a minute at most', async (t) => {
  const app = await startApp(t, ENV)
  const bo = await addUser(app, 'viewer')
  let waitS = 0
  for (let guess = 0; guess < 28; guess += 1) {
    await failAt(app, { id: null, email: `nobody-${guess}@example.org` })
    if (guess < 19) continue
    const next = await logIn(app, bo.email)
    assert.equal(next.status, 429)
    assert.ok(next.waitS >= waitS, `${next.waitS} s after ${waitS} s`)
    waitS = next.waitS
    app.setClock({ seconds: waitS })
  }
  assert.equal(waitS, 60)
})

test('the doctor says when nearly everybody logs in from one private address, unless a proxy is trusted', async (t) => {
  const app = await startApp(t)
  const examine = (trustProxy: string | null) => checkLoginAddresses(app.service.db, { trustProxy }, app.now())
  assert.deepEqual(await examine(null), [], 'nobody has logged in yet')
  for (let person = 0; person < 5; person += 1) {
    const { id } = await addUser(app, 'viewer')
    await app.rows('insert into known_networks values ($1, $2, $3)', [id, '172.18.0.1', app.now()])
    if (person === 0) await app.rows('insert into known_networks values ($1, $2, $3)', [id, '9.9.9.9', app.now()])
  }
  const [finding] = await examine(null)
  assert.equal(finding!.state, 'warn')
  assert.match(finding!.says, /^5 of 5 people log in from 172\.18\.0\.1/)
  assert.deepEqual(await examine('172.18.0.1'), [])
})
