import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type Answer, startApp, type TestApp } from './harness/app.ts'

const BEHIND_PROXY = { env: { TRUST_PROXY: '127.0.0.1' } }
const READING = '{"module":"factory","metrics":{"gas_ppm":3}}'
const newToken = () => randomBytes(32).toString('hex')
const basic = (token: string) => `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`

interface Way {
  path: string
  headers: (token: string) => Record<string, string>
  body: (token: string) => string
}

const json = { 'content-type': 'application/json' }
const inHeader = (token: string) => ({ ...json, 'x-device-token': token })
const EXPRESS: Way = { path: 'ingest', headers: inHeader, body: () => READING }
/** All but the express lane. */
const OTHERS: Way[] = [
  { path: 'ingest', headers: (token) => ({ ...inHeader(token), te: 'trailers' }), body: () => READING },
  { path: 'batch', headers: inHeader, body: () => `[${READING}]` },
  { path: 'osmand', headers: () => ({}), body: (token) => `id=${token}&lat=1&lon=2` },
  {
    path: 'owntracks',
    headers: (token) => ({ ...json, authorization: basic(token) }),
    body: () => '{"_type":"location","lat":1,"lon":2,"tst":1795263622}',
  },
]

async function send(app: TestApp, way: Way, token: string, address: string): Promise<Answer> {
  const response = await fetch(`${app.url}/api/telemetry/${way.path}`, {
    method: 'POST',
    headers: { ...way.headers(token), 'x-forwarded-for': address },
    body: way.body(token),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('more than sixty invalid tokens a minute get 429, on every path, while valid tokens are accepted', async (t) => {
  const app = await startApp(t, BEHIND_PROXY)
  const { token } = await app.createDevice()
  const ways = [EXPRESS, ...OTHERS]
  for (let place = 0; place < 60; place += 1) {
    const bad = place % 2 === 0 ? newToken() : 'not a token'
    const { status, body } = await send(app, ways[place % ways.length]!, bad, '192.0.2.7')
    assert.deepEqual([status, body.message], [401, 'Invalid device token'])
  }
  for (const way of ways) {
    const { status, headers, body } = await send(app, way, newToken(), '192.0.2.7')
    const message = 'Too many bad device tokens from this address; wait before the next'
    assert.deepEqual([status, body], [429, { status: 'error', message, code: 429 }])
    assert.equal(headers.get('retry-after'), '60')
    assert.equal((await send(app, way, token, '192.0.2.7')).status, 200)
    assert.equal((await send(app, way, newToken(), '192.0.2.8')).status, 401)
  }
  await app.leap({ seconds: 60 })
  assert.equal((await send(app, EXPRESS, newToken(), '192.0.2.7')).status, 401)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /^tocsin_ingestion_refusals_total\{code="429"\} 5$/m)
})

test('addresses of one IPv6 network are counted together', async (t) => {
  const app = await startApp(t, BEHIND_PROXY)
  const statuses: number[] = []
  for (let place = 0; place < 61; place += 1) {
    statuses.push((await send(app, EXPRESS, newToken(), `2001:db8:0:1::${place.toString(16)}`)).status)
  }
  assert.deepEqual([statuses.indexOf(429), statuses.length], [60, 61])
  assert.equal((await send(app, EXPRESS, newToken(), '2001:db8:0:2::1')).status, 401)
})

test('during a flood of unknown tokens, a device that another node adds or enables is accepted at once', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const operator = await other.logIn('operator')
  const { id, token } = await other.createDevice()
  await operator('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  const flood = Array.from({ length: 600 }, () => send(app, EXPRESS, newToken(), ''))
  assert.equal((await send(app, EXPRESS, token, '')).status, 429)
  await operator('PATCH', `/api/admin/devices/${id}`, { enabled: true })
  assert.equal((await send(app, EXPRESS, token, '')).status, 200)
  const added = await other.createDevice()
  assert.equal((await send(app, EXPRESS, added.token, '')).status, 200)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 60)
  assert.equal(statuses.filter((status) => status === 429).length, 540)
})
