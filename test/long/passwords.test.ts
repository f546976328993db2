import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser } from '../harness/browser.ts'
import { PASSWORD } from '../harness/people.ts'
import { BEHIND_PROXY, failThere, logInThere } from '../harness/shared-address.ts'

const GUESS = 'a guess of nobody'

test('of many concurrent logins, only a few check the password, and then the IP address is blocked', async (t) => {
  const app = await startApp(t)
  const guess = () => logInThere(app, 'ana@example.org', GUESS)
  const guesses = await Promise.all(Array.from({ length: 200 }, guess))
  const count = (status: number) => guesses.filter((answer) => answer.status === status).length
  assert.equal(count(401) + count(429) + count(503), 200)
  // Two at a time, 32 waiting, and the few that find a place before the fifth failure is recorded.
  assert.ok(count(401) <= 45, `${count(401)} were compared`)
  for (const answer of guesses) if (answer.status === 503) assert.equal(answer.waitS, 5)
  const next = await guess()
  assert.equal(next.status, 429)
  assert.ok(next.waitS > 60)
})

test('wrong logins of strangers at one time delay their address once, and nobody whom it knows', async (t) => {
  const app = await startApp(t, BEHIND_PROXY)
  const [ana, bo] = [await addUser(app, 'admin'), await addUser(app, 'viewer')]
  assert.equal((await logInThere(app, ana.email)).status, 200)
  await Promise.all(Array.from({ length: 26 }, (_, n) => logInThere(app, `nobody-${n}@example.org`, GUESS)))
  assert.deepEqual(await logInThere(app, bo.email), { status: 429, waitS: 1 }, 'somebody who was never there')
  assert.equal((await logInThere(app, ana.email)).status, 200)
  await failThere(app, ana, 5)
  assert.equal((await logInThere(app, ana.email)).status, 429, 'guesses at the account itself still count')
  app.setClock({ seconds: 1 })
  assert.equal((await logInThere(app, bo.email)).status, 200)
})

test('a password that is set over the API is stored as a hash of 4,096 rounds', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: 'ana@example.org', password: PASSWORD, role: 'viewer' })
  const [user] = await app.rows<{ password_hash: string }>('select password_hash from users order by id desc')
  assert.match(user!.password_hash, /^\$2b\$12\$/)
})
