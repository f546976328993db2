import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLoginAddresses } from '../src/app/doctor/check-login-addresses.ts'
import { startApp } from './harness/app.ts'
import { addUser } from './harness/browser.ts'
import { BEHIND_PROXY, failThere, logInThere } from './harness/shared-address.ts'

test('wrong logins one after the other delay their address by a minute at most', async (t) => {
  const app = await startApp(t, BEHIND_PROXY)
  const bo = await addUser(app, 'viewer')
  let waitS = 0
  for (let guess = 0; guess < 28; guess += 1) {
    await failThere(app, { id: null, email: `nobody-${guess}@example.org` })
    if (guess < 19) continue
    const next = await logInThere(app, bo.email)
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
