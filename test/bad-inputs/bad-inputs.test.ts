import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import pino from 'pino'
import { DEFAULT_LIMITS, openServer } from '../../src/platform/http/open-server.ts'
import { type Answer, startApp, type TestApp } from '../harness/app.ts'
import { BODY_ROWS, type BodyRow, NOW } from './ingestion-bodies.ts'
import { bytesOf } from './ingestion-bytes.ts'
import { REQUEST_ROWS } from './ingestion-requests.ts'
import { drip, rawRequest } from './raw-request.ts'
import { SLOW_ROWS } from './slow-requests.ts'

const DRIP_EVERY_MS = 50

test('each body gets the response of its row', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const statuses: number[] = []
  for (const row of BODY_ROWS) {
    await t.test(`${row.n}. ${row.name}`, async () => {
      const device = await app.createDevice()
      const answer = await sendBody(app, device.token, row.body)
      statuses.push(answer.status)
      assertManners(answer, row.expect)
      await assertStored(app, device.id, row, answer)
    })
  }
  await assertNothingElse(app, statuses, BODY_ROWS)
})

test('each request gets the response of its row', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const statuses: number[] = []
  for (const row of REQUEST_ROWS) {
    await t.test(`${row.n}. ${row.name}`, async () => {
      const device = await app.createDevice()
      await row.before?.(app, device)
      const bytes = bytesOf(device.token, row.request(device.token))
      const { answers, closed } = await rawRequest(app.url, bytes, row.answers)
      assert.equal(answers.length, row.answers ?? 1)
      const answer = answers[0]!
      statuses.push(answer.status)
      assertManners(answer, row.expect)
      for (const [name, value] of Object.entries(row.headers ?? {})) assert.equal(answer.headers.get(name), value)
      if (row.closes) assert.ok(closed, 'the connection stays open')
    })
  }
  await assertNothingElse(app, statuses, REQUEST_ROWS)
})

test('a slow request is answered 408, and its connection closed', async (t) => {
  const app = await startApp(t, { limits: { headersWithinMs: 400, requestWithinMs: 800 } })
  const { token } = await app.createDevice()
  for (const row of SLOW_ROWS) {
    await t.test(`${row.n}. ${row.name}`, async () => {
      const { answers, closed } = await rawRequest(app.url, drip(row.pieces(token), DRIP_EVERY_MS))
      assert.equal(answers.length, 1)
      assertManners(answers[0]!, 408)
      assert.ok(closed, 'the connection stays open')
    })
  }
  assert.deepEqual(await app.rows('select ts from readings'), [])
})

test('a request has 10 seconds for its headers and 15 in all', () => {
  const { headersWithinMs, requestWithinMs } = DEFAULT_LIMITS
  assert.deepEqual([headersWithinMs, requestWithinMs], [10_000, 15_000])
})

test('a rejected connection is closed even if the client keeps its side open', async (t) => {
  const app = await startApp(t, { isNew: true })
  const { port } = new URL(app.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true })
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.write('NONSENSE\r\n\r\n')
  await new Promise((ended) => socket.resume().once('end', ended))
  const connections = () =>
    new Promise<number>((resolve) => app.service.http.server.getConnections((_error, count) => resolve(count)))
  await t.waitFor(async () => assert.equal(await connections(), 0), { interval: 50, timeout: 30_000 })
})

test('a client that disconnects during a body causes no error', async (t) => {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const server = openServer({ log, https: () => false })
  server.post('/', { config: { policy: 'public', scope: 'none' } }, async () => null)
  const begun = new Promise<void>((resolve) => {
    server.addHook('onRequest', async () => resolve())
  })
  const failed = new Promise<NodeJS.ErrnoException>((resolve) => {
    server.addHook('onError', async (_request, _reply, error) => resolve(error))
  })
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  t.after(() => server.close())

  const socket = connect({ host: address.hostname, port: Number(address.port) })
  const [head] = bytesOf('', { path: '/' })
  socket.write(head!)
  await begun
  socket.resetAndDestroy()
  assert.equal((await failed).code, 'ECONNRESET')
  await new Promise((later) => setImmediate(later))
  assert.deepEqual(logged, [])
})

async function sendBody(app: TestApp, token: string, body: string | Buffer): Promise<Answer> {
  const response = await fetch(`${app.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Properties of every answer, whichever layer made it. */
function assertManners({ status, headers, body }: Answer, expected: number): void {
  assert.equal(status, expected, JSON.stringify(body))
  assert.match(headers.get('content-type') ?? '', /^application\/json(; charset=utf-8)?$/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-z]+$/)
  if (status === 200) {
    assert.deepEqual(body, { status: 'ok', ts: body.ts })
    assert.ok(Number.isSafeInteger(body.ts))
    return
  }
  const { errors, ...envelope } = body
  assert.deepEqual(envelope, { status: 'error', message: envelope.message, code: expected })
  assert.ok(typeof envelope.message === 'string' && envelope.message !== '')
  for (const { field, message } of errors ?? []) assert.deepEqual([typeof field, typeof message], ['string', 'string'])
  if (status === 405) assert.ok(headers.get('allow'))
  if (status === 429 || status === 503) assert.match(headers.get('retry-after') ?? '', /^\d+$/)
}

async function assertStored(app: TestApp, deviceId: number, row: BodyRow, answer: Answer): Promise<void> {
  const readings = await app.rows<Record<string, unknown> & { at: Date }>(
    `select
       r.ts::float8 as ts, r.at, r.clock_suspect, r.module, r.lat, r.lng, r.battery, r.signal, r.metrics, r.flags,
       (select count(k.lat)::integer from readings as k where k.device_id = r.device_id) as gps_records,
       (select count(*)::integer from alerts as a where a.device_id = r.device_id) as alerts
     from readings as r
     where r.device_id = $1`,
    [deviceId],
  )
  assert.equal(readings.length, row.expect === 200 ? 1 : 0)
  for (const reading of readings) {
    const stored = { ...reading, at: reading.at.toISOString() }
    assert.deepEqual(stored, { ...stored, ts: answer.body.ts, ...row.stored })
  }
}

/** After all rows: no answer was a 5xx, exactly the readings answered 200 are stored, and no secret was exposed. */
async function assertNothingElse(app: TestApp, statuses: number[], rows: readonly { expect: number }[]): Promise<void> {
  assert.equal(statuses.length, rows.length)
  assert.deepEqual(
    statuses.filter((status) => status >= 500 && status !== 501),
    [],
  )
  const accepted = rows.filter((row) => row.expect === 200).length
  assert.deepEqual(await app.rows('select count(*)::integer as readings from readings'), [{ readings: accepted }])
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
}
