import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import pino from 'pino'
import { startApp, type TestApp } from './harness/app.ts'
import { until } from './harness/until.ts'

interface Refusal {
  reason: string
  status: number
  message: string
  count: number
  address: string
}

async function send(
  app: TestApp,
  token: string | null,
  body: unknown,
  path = '/api/telemetry/ingest',
): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(token === null ? {} : { 'x-device-token': token }) }
  return (await fetch(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

test('rejected requests of a device are listed with their reason, and repeated ones counted', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const { id, token } = await app.createDevice({ module: 'factory' })
  const list = async () => (await operator('GET', `/api/admin/devices/${id}/refusals`)).body.data as Refusal[]
  assert.deepEqual(await list(), [])
  assert.equal(await send(app, token, { module: 'factory', metrics: { gas_ppm: 1 } }), 200)
  for (const _ of [1, 2, 3]) assert.equal(await send(app, token, { module: 'boat' }), 400)
  assert.equal(await send(app, token.toUpperCase(), { module: 'factory' }), 401)
  await send(app, token, [{ module: 'factory' }, { module: 'factory', lat: 1 }], '/api/telemetry/batch')
  const query = new URLSearchParams({ id: token, lat: 'north', lon: '2' })
  await fetch(`${app.url}/api/telemetry/osmand`, { method: 'POST', body: query })
  const all = (some: Refusal[]) => some.reduce((sum, { count }) => sum + count, 0)
  const refusals = await until(list, (some) => all(some) === 6)
  const told = refusals.map(({ reason, status, count }) => [reason, status, count])
  assert.deepEqual(told.sort(), [
    ['content', 400, 1],
    ['content', 400, 1],
    ['content', 400, 3],
    ['misspelt_token', 401, 1],
  ])
  assert.ok(
    refusals.some(({ message }) => message.startsWith('[1] ')),
    'the place in the batch',
  )
  assert.ok(refusals.every(({ address }) => address === '127.0.0.1'))

  const rejected = () =>
    until(
      () => send(app, token, { module: 'factory' }),
      (status) => status === 401,
    )
  await operator('POST', `/api/admin/devices/${id}/token`)
  await rejected()
  await until(list, (some) => some.some(({ reason }) => reason === 'old_token'))
  await operator('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  await rejected()
  await until(list, (some) => some.some(({ reason }) => reason === 'disabled'))

  const stored = await app.rows<{ row: string }>('select r::text as row from device_refusals as r')
  assert.ok(stored.length > 0 && stored.every(({ row }) => !row.toLowerCase().includes(token)))
  await app.leap({ seconds: 86_500 })
  assert.deepEqual(await list(), [])
})

test('the newest twenty refusals of a device are kept', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const { id, token } = await app.createDevice()
  const wrong = (place: number) => ({ module: 'factory', metrics: { [`m${place}`]: 'x' } })
  await Promise.all(Array.from({ length: 29 }, (_, place) => send(app, token, wrong(place))))
  app.setClock({ seconds: 1 })
  await send(app, token, wrong(29))
  await send(app, null, {})
  await send(app, 'not one of ours', {})
  const list = async () => (await operator('GET', `/api/admin/devices/${id}/refusals`)).body.data as Refusal[]
  const refusals = await until(list, ([newest]) => newest?.message.includes('/m29') === true)
  assert.equal(refusals.length, 20)
  const unknown = () =>
    app.rows<Refusal>(
      'select reason, token_hint, token_length from device_refusals where device_id is null order by reason',
    )
  const kinds = await until(unknown, (some) => some.length === 2)
  assert.deepEqual(kinds, [
    { reason: 'no_token', token_hint: null, token_length: null },
    { reason: 'unknown_token', token_hint: 'ours', token_length: 15 },
  ])
  assert.equal((await operator('GET', '/api/admin/devices/999/refusals')).status, 404)
})

test('a device that disconnects during a body has no refusal, and affects no others', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const { id, token } = await app.createDevice({ module: 'factory' })
  const { hostname, port } = new URL(app.url)
  const gone = connect(Number(port), hostname)
  gone.write(
    `POST /api/telemetry/batch HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-ndjson\r\n` +
      `X-Device-Token: ${token}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n{"module":"fac`,
  )
  // The headers have been read: the service waits for the body.
  await once(gone, 'data')
  gone.resetAndDestroy()
  assert.equal(await send(app, token, { module: 'boat' }), 400)
  const list = async () => (await operator('GET', `/api/admin/devices/${id}/refusals`)).body.data as Refusal[]
  const refusals = await until(list, (some) => some.length > 0)
  assert.deepEqual(
    refusals.map(({ count, message }) => [count, message.slice(0, 7)]),
    [[1, '/module']],
  )
})

test('unknown clients that disconnect do not displace refusals of others or fill the log', async (t) => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const app = await startApp(t, { log })
  const operator = await app.logIn('operator')
  const { id, token } = await app.createDevice({ module: 'factory' })
  const { hostname, port } = new URL(app.url)
  for (let strangers = 0; strangers < 20; strangers += 1) {
    const stranger = connect(Number(port), hostname)
    await once(stranger, 'connect')
    stranger.write(
      `POST /api/telemetry/ingest HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
        `X-Device-Token: stranger\r\nContent-Length: 2\r\n\r\n{}`,
    )
    stranger.resetAndDestroy()
    await once(stranger, 'close')
  }
  assert.equal(await send(app, token, { module: 'boat' }), 400)
  const list = async () => (await operator('GET', `/api/admin/devices/${id}/refusals`)).body.data as Refusal[]
  assert.equal((await until(list, (some) => some.length > 0)).length, 1)
  assert.deepEqual(logged, [])
})

test('a refusal that cannot be stored affects no others', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const [kept, erased] = [await app.createDevice(), await app.createDevice()]
  // Both are stored together, half a second later.
  assert.deepEqual([await send(app, erased.token, {}), await send(app, kept.token, {})], [400, 400])
  await app.rows('delete from devices where id = $1', [erased.id])
  const list = async () => (await operator('GET', `/api/admin/devices/${kept.id}/refusals`)).body.data as Refusal[]
  assert.equal((await until(list, (some) => some.length > 0)).length, 1)
})
