import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rawRequest } from './bad-inputs/raw-request.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { PASSWORD } from './harness/people.ts'

async function get(app: TestApp, path: string, host: string, lines: string[] = []) {
  const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: application/json', ...lines]
  const { answers } = await rawRequest(app.url, [`${head.join('\r\n')}\r\n\r\n`])
  return answers[0]!
}

test('the service answers by its public name, as localhost and by its addresses, and by no other name', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: 'https://Tocsin.Example.org' } })
  const own = ['tocsin.example.org', 'TOCSIN.example.org:443', 'tocsin.example.org.', 'localhost:8080', '127.0.0.1']
  for (const host of [...own, '192.168.1.5:8080', '[::1]:8080', '[fe80::1]']) {
    assert.equal((await get(app, '/api/mobile/me', host)).status, 401, host)
  }
  const foreign = ['evil.example', 'tocsin.example.org.evil.example', 'xtocsin.example.org', '127.0.0.1.evil.example']
  const malformed = ['tocsin.example.org:x', '127.1', '2130706433', '[::1', 'a@localhost', 'localhost/', '', '[1:2]']
  for (const host of [...foreign, ...malformed]) {
    const { status, body } = await get(app, '/api/mobile/me', host)
    assert.deepEqual([status, body.code, body.status], [421, 421, 'error'], host)
    assert.equal((await get(app, '/login', host)).status, 421, host)
  }
})

test('health checks and devices may use any name', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  assert.equal((await get(app, '/healthz', 'tocsin')).status, 200)
  assert.equal((await get(app, '/readyz', 'load-balancer.internal')).status, 200)
  const body = '{"module":"factory"}'
  const head = `POST /api/telemetry/ingest HTTP/1.1\r\nHost: boiler-server\r\nX-Device-Token: ${token}\r\n`
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const { answers } = await rawRequest(app.url, [`${head}${type}${body}`])
  assert.equal(answers[0]!.status, 200)
})

test('links begin with PUBLIC_URL, whatever the headers of the request', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: 'https://tocsin.example.org' } })
  const admin = await app.logIn('admin')
  const { body } = await admin('POST', '/api/admin/users', { email: 'a@example.org', role: 'viewer', invite: true })
  assert.match(body.data.invitation.url, /^https:\/\/tocsin\.example\.org\/invitation\//)
  const forwarded = await get(app, '/account', 'localhost', ['X-Forwarded-Host: evil.example'])
  assert.deepEqual([forwarded.status, forwarded.headers.get('location')], [303, '/login?to=%2Faccount'])
})

const login = (app: TestApp, email: string, forwarded: string, password = 'not the password') =>
  fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email, password }),
  })

test('a client with forged forwarding headers is throttled', async (t) => {
  const app = await startApp(t)
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1)
    statuses.push((await login(app, 'ana@example.org', `10.0.0.${count}`)).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})

test('behind a trusted proxy each client is throttled by itself, and all of an IPv6 network together', async (t) => {
  const app = await startApp(t, { env: { TRUST_PROXY: '127.0.0.1' } })
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: 'ana@example.org', password: PASSWORD, role: 'viewer' })
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await login(app, 'ana@example.org', `2001:db8:1:2::${count + 1}`)).status, 401)
  }
  assert.equal((await login(app, 'ana@example.org', '2001:db8:1:2:ffff::1')).status, 429)
  assert.equal(
    (await login(app, 'ana@example.org', '9.9.9.9, 2001:db8:1:2::1')).status,
    429,
    'the last one is the true one',
  )
  assert.equal(
    (await login(app, 'ana@example.org', '2001:db8:1:3::1', PASSWORD)).status,
    200,
    'the right one elsewhere',
  )
})
