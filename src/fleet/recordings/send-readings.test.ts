import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StubResponse, startStubServer } from '../../../test/harness/stub-server.ts'
import type { RecordedReading } from './recorded-reading.ts'
import { sendReadings } from './send-readings.ts'

async function* readings(...timestamps: number[]): AsyncGenerator<RecordedReading> {
  for (const [place, ts] of timestamps.entries()) yield { line: place + 2, body: { module: 'worker', ts } }
}

const error = (message: string) => ({ status: 'error', message, code: 0 })

test('readings are sent in their order, in batches, on one connection', async (t) => {
  const { url, requests, sockets } = await startStubServer(t)
  const timestamps = Array.from({ length: 1_100 }, (_, index) => index)
  const { seconds, ...result } = await sendReadings({ url: `${url}/`, token: 'abc', readings: readings(...timestamps) })
  assert.deepEqual(result, { sent: 1_100, accepted: 1_100, rejected: 0, retried: 0, firstErrors: [] })
  assert.ok(seconds >= 0)
  assert.deepEqual(
    requests.flatMap(({ sent }) => sent),
    timestamps,
  )
  assert.deepEqual(
    requests.map(({ path, token, sent }) => [path, token, sent.length]),
    [500, 500, 100].map((length) => ['/api/telemetry/batch', 'abc', length]),
  )
  assert.equal(sockets.size, 1)
})

test('a single reading goes to the address for one', async (t) => {
  const { url, requests } = await startStubServer(t)
  await sendReadings({ url, token: 'abc', readings: readings(7) })
  assert.deepEqual(requests, [{ path: '/api/telemetry/ingest', token: 'abc', sent: [7] }])
})

test('a batch answered 503 is resent before the next', async (t) => {
  const { url, requests } = await startStubServer(
    t,
    [200],
    [503, error('busy'), { 'retry-after': '0' }],
    [429, error('busy'), { 'retry-after': '0' }],
  )
  const timestamps = Array.from({ length: 1_500 }, (_, index) => index)
  const result = await sendReadings({ url, token: 'abc', readings: readings(...timestamps) })
  assert.deepEqual([result.sent, result.accepted, result.retried], [1_500, 1_500, 2])
  assert.deepEqual(
    requests.map(({ sent }) => sent[0]),
    [0, 500, 500, 500, 1_000],
  )
})

test('lost connections and server errors are retried', async (t) => {
  const { url, requests } = await startStubServer(t, 'hang up', [500, error('oops')])
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2), backOffMs: 1 })
  assert.deepEqual([result.accepted, result.retried], [2, 2])
  assert.deepEqual(
    requests.map(({ sent }) => sent),
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
  )
})

test('after ten attempts without a response, sending ends with the lines and the cause', async (t) => {
  const hangUps = Array.from({ length: 20 }, (): StubResponse => 'hang up')
  const { url, requests } = await startStubServer(t, ...hangUps)
  await assert.rejects(sendReadings({ url, token: 'abc', readings: readings(1), backOffMs: 1 }), {
    name: 'SendError',
    message: /^Line 2 could not be sent in 10 tries: other side closed$/,
  })
  assert.equal(requests.length, 10)
  await assert.rejects(sendReadings({ url, token: 'abc', readings: readings(1, 2), backOffMs: 1 }), {
    message: /^Lines 2 to 3 could not be sent/,
  })
})

test('rejected readings are counted, and the first five are reported with their lines', async (t) => {
  const rejected = [1, 2, 3, 4, 5, 6, 7].map((index) => ({ index, message: '/lat: too large' }))
  const { url } = await startStubServer(t, [200, { status: 'ok', accepted: 2, rejected }])
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2, 3, 4, 5, 6, 7, 8, 9) })
  assert.deepEqual([result.sent, result.accepted, result.rejected], [9, 2, 7])
  assert.deepEqual(
    result.firstErrors,
    [3, 4, 5, 6, 7].map((line) => ({ line, message: '/lat: too large' })),
  )
})

test('a rejected batch is halved until the invalid readings are alone', async (t) => {
  const tooLarge: StubResponse = [413, error('The body is too large')]
  const { url, requests } = await startStubServer(t, tooLarge, tooLarge, tooLarge)
  const result = await sendReadings({ url, token: 'abc', readings: readings(1, 2, 3, 4) })
  assert.deepEqual(
    requests.map(({ sent }) => sent),
    [[1, 2, 3, 4], [1, 2], [1], [2], [3, 4]],
  )
  assert.deepEqual([result.accepted, result.rejected], [3, 1])
  assert.deepEqual(result.firstErrors, [{ line: 2, message: 'The body is too large (413)' }])
})

test('an unknown token or a wrong address ends sending at once', async (t) => {
  const stranger = await startStubServer(t, [401, error('Invalid device token')])
  await assert.rejects(sendReadings({ url: stranger.url, token: 'abc', readings: readings(1, 2) }), {
    name: 'SendError',
    message: 'Lines 2 to 3 and all further readings were refused: Invalid device token (401)',
  })
  assert.equal(stranger.requests.length, 1)
  const elsewhere = await startStubServer(t, [200, { hello: 'world' }])
  await assert.rejects(
    sendReadings({ url: elsewhere.url, token: 'abc', readings: readings(1) }),
    /not that of an ingestion address/,
  )
  await assert.rejects(
    sendReadings({ url: elsewhere.url, token: 'a\nb', readings: readings(1) }),
    /were refused: invalid x-device-token/,
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

test('at a pace, each reading is sent alone, and progress is reported after it', async (t) => {
  const { url } = await startStubServer(t)
  const seen: number[] = []
  await sendReadings({
    url,
    token: 'abc',
    readings: readings(1, 2, 3),
    speed: 1_000,
    onProgress: ({ sent }) => seen.push(sent),
  })
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
  assert.deepEqual(
    requests.flatMap(({ sent }) => sent),
    [1, 2],
  )
})
