import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordedReading } from './recorded-reading.ts'
import { sendReadings } from './send-readings.ts'
import { type StubAnswer, startStubServer } from './stub-server.fixture.ts'

async function* readings(...timestamps: number[]): AsyncGenerator<RecordedReading> {
  for (const [place, ts] of timestamps.entries()) yield { line: place + 2, body: { module: 'worker', ts } }
}

const error = (message: string) => ({ status: 'error', message, code: 0 })

test('readings are sent in their order, one at a time, on one connection', async (t) => {
  const { url, requests, sockets } = await startStubServer(t)
  const timestamps = Array.from({ length: 200 }, (_, index) => index)
  const { seconds, ...result } = await sendReadings({ url: `${url}/`, token: 'abc', readings: readings(...timestamps) })
  assert.deepEqual(result, { sent: 200, accepted: 200, rejected: 0, retried: 0, firstErrors: [] })
  assert.ok(seconds >= 0)
  assert.deepEqual(
    requests.map(({ body }) => body.ts),
    timestamps,
  )
  assert.deepEqual(requests[0], { path: '/api/telemetry/ingest', token: 'abc', body: { module: 'worker', ts: 0 } })
  assert.equal(sockets.size, 1)
})

test('a reading that a busy server turned away is sent again before the next', async (t) => {
  const { url, requests } = await startStubServer(
    t,
    [200],
    [503, error('busy'), { 'retry-after': '0' }],
    [429, error('busy'), { 'retry-after': '0' }],
  )
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2, 3) })
  assert.deepEqual([result.sent, result.accepted, result.retried], [3, 3, 2])
  assert.deepEqual(
    requests.map(({ body }) => body.ts),
    [1, 2, 2, 2, 3],
  )
})

test('a lost connection and an error of the server are tried again', async (t) => {
  const { url, requests } = await startStubServer(t, 'hang up', [500, error('oops')])
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2), backOffMs: 1 })
  assert.deepEqual([result.accepted, result.retried], [2, 2])
  assert.deepEqual(
    requests.map(({ body }) => body.ts),
    [1, 1, 1, 2],
  )
})

test('after ten tries without an answer sending ends with the line and the cause', async (t) => {
  const { url, requests } = await startStubServer(t, ...Array.from({ length: 11 }, (): StubAnswer => 'hang up'))
  await assert.rejects(sendReadings({ url, token: 'abc', readings: readings(1), backOffMs: 1 }), {
    name: 'SendError',
    message: /^Line 2 could not be sent in 10 tries: other side closed$/,
  })
  assert.equal(requests.length, 10)
})

test('rejected readings are counted and the first five are told with their lines', async (t) => {
  const { url } = await startStubServer(
    t,
    [200],
    ...Array.from({ length: 7 }, (): StubAnswer => [400, error('/lat: too large')]),
  )
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2, 3, 4, 5, 6, 7, 8, 9) })
  assert.deepEqual([result.sent, result.accepted, result.rejected], [9, 2, 7])
  assert.deepEqual(
    result.firstErrors.map(({ line }) => line),
    [3, 4, 5, 6, 7],
  )
  assert.equal(result.firstErrors[0]?.message, '/lat: too large (400)')
})

test('an unknown token or a wrong address ends sending at once', async (t) => {
  const stranger = await startStubServer(t, [401, error('Invalid device token')])
  await assert.rejects(sendReadings({ url: stranger.url, token: 'abc', readings: readings(1, 2) }), {
    name: 'SendError',
    message: 'Line 2 and all that follow are refused: Invalid device token (401)',
  })
  assert.equal(stranger.requests.length, 1)
  const elsewhere = await startStubServer(t, [200, { hello: 'world' }])
  await assert.rejects(
    sendReadings({ url: elsewhere.url, token: 'abc', readings: readings(1) }),
    /not that of an ingestion address/,
  )
  await assert.rejects(
    sendReadings({ url: elsewhere.url, token: 'a\nb', readings: readings(1) }),
    /are refused: invalid x-device-token/,
  )
})

test('a speed sends at the pace of the recording, that many times faster', async (t) => {
  const { url } = await startStubServer(t)
  const result = await sendReadings({
    url,
    token: 'abc',
    readings: readings(1_000_000, 1_000_060, 1_000_120),
    speed: 600,
  })
  assert.ok(result.seconds >= 0.2 && result.seconds < 10, `it took ${result.seconds} s`)
})

test('progress is told after every reading', async (t) => {
  const { url } = await startStubServer(t)
  const seen: number[] = []
  await sendReadings({ url, token: 'abc', readings: readings(1, 2, 3), onProgress: ({ sent }) => seen.push(sent) })
  assert.deepEqual(seen, [1, 2, 3])
})

test('an abort ends sending early with the result so far', async (t) => {
  const { url, requests } = await startStubServer(t)
  const stop = new AbortController()
  const sending = sendReadings({
    url,
    token: 'abc',
    readings: readings(1_000, 2_000_000),
    speed: 1,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  })
  assert.deepEqual([(await sending).sent, requests.length], [1, 1])
})

test('an error in the recording ends sending after the readings before it', async (t) => {
  const { url, requests } = await startStubServer(t)
  async function* torn(): AsyncGenerator<RecordedReading> {
    yield* readings(1, 2)
    throw new Error('line 4 is torn')
  }
  await assert.rejects(sendReadings({ url, token: 'abc', readings: torn() }), /line 4 is torn/)
  assert.equal(requests.length, 2)
})

test('with more requests in flight every reading still arrives once', async (t) => {
  const { url, requests, sockets } = await startStubServer(t)
  const timestamps = Array.from({ length: 100 }, (_, index) => index)
  const result = await sendReadings({ url, token: 'abc', readings: readings(...timestamps), concurrency: 4 })
  assert.equal(result.accepted, 100)
  assert.deepEqual(
    requests.map(({ body }) => body.ts).sort((a, b) => a - b),
    timestamps,
  )
  assert.equal(sockets.size, 4)
})
