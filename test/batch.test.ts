import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp, type TestApp, type TestDevice } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ts = (secondsBefore: number) => NOW.getTime() / 1_000 - secondsBefore
const JSON_TYPE = 'application/json'
const NDJSON = 'application/x-ndjson'
const GOOD = '{"module":"factory","metrics":{"gas_ppm":3}}'
/** An array of one reading with this length. */
const sized = (bytes: number) => `[{"module":"factory","note":"${'x'.repeat(bytes - 32)}"}]`
const many = (count: number) =>
  Array.from({ length: count }, (_, place) => `{"module":"factory","ts":${ts(count - place)}}`)

interface Row {
  name: string
  body: string | Buffer
  type?: string
  /** Number of stored readings, and index and message of each rejected one. */
  expect: { accepted: number; rejected: [index: number, message: string][] } | { status: number; message: string }
}

const stored = (accepted: number, ...rejected: [number, string][]) => ({ accepted, rejected })
const refused = (status: number, message: string) => ({ status, message })

const ROWS: Row[] = [
  { name: 'an array of readings is stored', body: `[${GOOD},{"module":"worker"}]`, expect: stored(2) },
  { name: 'lines of readings are stored', type: NDJSON, body: `${GOOD}\n{"module":"worker"}\n`, expect: stored(2) },
  {
    name: 'a last line needs no line break, and empty lines and carriage returns do not count',
    type: NDJSON,
    body: `\r\n${GOOD}\r\n\n  \n{"module":"worker","ts":"x"}`,
    expect: stored(1, [1, '/ts: must be integer or null']),
  },
  {
    name: 'the type is taken in capitals and with its charset',
    type: 'APPLICATION/X-NDJSON; charset="UTF-8"',
    body: GOOD,
    expect: stored(1),
  },
  { name: 'an empty array stores nothing', body: '[]', expect: stored(0) },
  { name: 'empty lines alone store nothing', type: NDJSON, body: '\n\n', expect: stored(0) },
  { name: 'an empty body is refused', body: '', expect: refused(400, 'The body is empty') },
  { name: 'an empty body of lines is refused', type: NDJSON, body: '', expect: refused(400, 'The body is empty') },
  {
    name: 'a single reading is no batch',
    body: GOOD,
    expect: refused(400, 'The body must be an array of readings'),
  },
  {
    name: 'lines are no JSON',
    body: `${GOOD}\n${GOOD}`,
    expect: refused(400, 'The body is not valid JSON'),
  },
  {
    name: 'an array on a line is no reading',
    type: NDJSON,
    body: `[${GOOD}]\n${GOOD}`,
    expect: stored(1, [0, '/: must be object']),
  },
  {
    name: 'what is no reading is rejected alone, each with the words of a single one',
    body: `[null,${GOOD},"x",[],7,{},{"module":"drone"},{"module":"factory","ts":1.5}]`,
    expect: stored(
      1,
      [0, '/: must be object'],
      [2, '/: must be object'],
      [3, '/: must be object'],
      [4, '/: must be object'],
      [5, "/module: must have required property 'module'"],
      [6, '/module: must be one of: health, vehicle, factory, home_infra, worker, fleet'],
      [7, '/ts: must be integer or null'],
    ),
  },
  {
    name: 'half a position is rejected alone',
    body: `[{"module":"fleet","lat":1},{"module":"fleet","lat":1,"lng":2},{"module":"fleet","lng":2}]`,
    expect: stored(1, [0, 'lat and lng must be sent together'], [2, 'lat and lng must be sent together']),
  },
  {
    name: 'a text that PostgreSQL cannot store is rejected alone',
    body: `[${GOOD},{"module":"factory","metrics":{"gas_type":"a\\u0000"}},{"module":"factory","metrics":{"gas_type":"\\ud800"}}]`,
    expect: stored(
      1,
      [1, '/metrics/gas_type: must match pattern "^[^\\u0000\\ud800-\\udfff]*$"'],
      [2, '/metrics/gas_type: must match pattern "^[^\\u0000\\ud800-\\udfff]*$"'],
    ),
  },
  {
    name: 'a poisoned key spoils an array',
    body: `[${GOOD},{"module":"factory","__proto__":{"polluted":true}}]`,
    expect: refused(400, 'The body is not valid JSON'),
  },
  {
    name: 'a poisoned key spoils its line',
    type: NDJSON,
    body: `${GOOD}\n{"module":"factory","constructor":{"prototype":{"polluted":true}}}\n{"module":"worker"}`,
    expect: stored(2, [1, 'The line is not valid JSON']),
  },
  {
    name: 'an array that breaks off is refused',
    body: `[${GOOD},`,
    expect: refused(400, 'The body is not valid JSON'),
  },
  {
    name: 'a line that breaks off costs no other',
    type: NDJSON,
    body: `${GOOD}\n{"module":"work`,
    expect: stored(1, [1, 'The line is not valid JSON']),
  },
  {
    name: 'bytes that are not UTF-8 are refused, not replaced',
    body: Buffer.concat([Buffer.from(`[${GOOD},"`), Buffer.from([0xff]), Buffer.from('"]')]),
    expect: refused(400, 'The body is not UTF-8'),
  },
  {
    name: 'lines that are not UTF-8 are refused, not replaced',
    type: NDJSON,
    body: Buffer.concat([Buffer.from(`${GOOD}\n"`), Buffer.from([0xff]), Buffer.from('"')]),
    expect: refused(400, 'The body is not UTF-8'),
  },
  { name: 'a thousand readings are stored', body: `[${many(1_000)}]`, expect: stored(1_000) },
  { name: 'a thousand lines are stored', type: NDJSON, body: many(1_000).join('\n'), expect: stored(1_000) },
  {
    name: 'a thousand and one are refused',
    body: `[${many(1_001)}]`,
    expect: refused(413, 'A batch holds at most 1000 readings, not 1001'),
  },
  {
    name: 'a thousand and one lines are refused',
    type: NDJSON,
    body: many(1_001).join('\n'),
    expect: refused(413, 'A batch holds at most 1000 readings, not 1001'),
  },
  { name: 'a mebibyte is taken', body: sized(1_048_576), expect: stored(1) },
  { name: 'a byte more is refused', body: sized(1_048_577), expect: refused(413, 'The body is too large') },
  {
    name: 'another type is refused',
    type: 'text/plain',
    body: GOOD,
    expect: refused(
      415,
      'The body must be application/json or application/x-ndjson in UTF-8, without content encoding',
    ),
  },
]

async function sendBatch(app: TestApp, token: string, body: string | Buffer, type = JSON_TYPE): Promise<Answer> {
  const response = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-device-token': token },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const countOf = async (app: TestApp, device: TestDevice) =>
  (await app.rows<{ count: number }>('select count(*)::integer from readings where device_id = $1', [device.id]))[0]!
    .count

test('each batch gets the response of its row, and its accepted readings are stored', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  for (const row of ROWS) {
    await t.test(row.name, async () => {
      const device = await app.createDevice()
      const { status, body } = await sendBatch(app, device.token, row.body, row.type)
      if ('status' in row.expect) {
        assert.deepEqual(body, { status: 'error', message: row.expect.message, code: row.expect.status })
        assert.equal(status, row.expect.status)
        assert.equal(await countOf(app, device), 0)
        return
      }
      const rejected = row.expect.rejected.map(([index, message]) => ({ index, message }))
      assert.deepEqual(body, { status: 'ok', accepted: row.expect.accepted, rejected })
      assert.equal(status, 200)
      assert.equal(await countOf(app, device), row.expect.accepted)
    })
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('a batch needs a token, POST, and a body that is not compressed', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  const address = `${app.url}/api/telemetry/batch`
  const headers = { 'content-type': JSON_TYPE, 'x-device-token': token }
  assert.equal((await sendBatch(app, 'x'.repeat(64), '[]')).status, 401)
  assert.equal((await fetch(address)).status, 405)
  const compressed = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: '[]',
  })
  assert.equal(compressed.status, 415)
  const single = await fetch(`${app.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { ...headers, 'content-type': NDJSON },
    body: GOOD,
  })
  assert.equal(single.status, 415)
})

test('a batch sent again, whole or in part, is stored once and has its effects once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice({ module: 'health' })
  const readings = Array.from({ length: 10 }, (_, place) => ({
    module: 'health',
    ts: ts(100 - place),
    metrics: { systolic: 181 + place },
  }))
  const whole = JSON.stringify(readings)
  const answers = await Promise.all([
    sendBatch(app, device.token, whole),
    sendBatch(app, device.token, JSON.stringify(readings.slice(3, 7))),
    sendBatch(app, device.token, whole),
  ])
  answers.push(await sendBatch(app, device.token, JSON.stringify([...readings, ...readings])))
  assert.deepEqual(
    answers.map(({ body }) => body.accepted),
    [10, 4, 10, 20],
  )
  assert.equal(await countOf(app, device), 10)
  assert.deepEqual(await app.rows('select count(*)::integer from alerts'), [{ count: 1 }])
})

test('items of a batch without a time and with equal content are one reading, and all of them are accepted', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice()
  const { body } = await sendBatch(app, device.token, `[${GOOD},${GOOD},{"module":"factory","metrics":{"gas_ppm":4}}]`)
  assert.deepEqual(body, { status: 'ok', accepted: 3, rejected: [] })
  assert.equal(await countOf(app, device), 2)
})

test('only the reading that PostgreSQL rejects is rejected from a batch', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice()
  await app.rows(`
    create function refuse_value() returns trigger language plpgsql as $$
      begin
        if new.battery = 13 then raise exception using errcode = '22003'; end if;
        return new;
      end $$`)
  await app.rows(
    'create trigger refuse_value before insert on reading_rows for each row execute function refuse_value()',
  )
  const readings = Array.from({ length: 600 }, (_, place) => ({ module: 'factory', ts: ts(place), battery: 20 }))
  readings[7]!.battery = 13
  readings[321]!.battery = 13
  const { status, body } = await sendBatch(app, device.token, JSON.stringify(readings))
  assert.equal(status, 200)
  const message = 'The reading holds a value that cannot be stored'
  assert.deepEqual(body, {
    status: 'ok',
    accepted: 598,
    rejected: [
      { index: 7, message },
      { index: 321, message },
    ],
  })
  assert.equal(await countOf(app, device), 598)
})

test('a batch that cannot be stored is answered 503, and stored when it is resent', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice()
  const body = many(1_000).join('\n')
  await app.rows('alter table reading_rows rename to elsewhere')
  const away = await sendBatch(app, device.token, body, NDJSON)
  assert.equal(away.status, 503)
  assert.match(away.headers.get('retry-after') ?? '', /^[1-5]$/)
  await app.rows('alter table elsewhere rename to reading_rows')
  assert.deepEqual((await sendBatch(app, device.token, body, NDJSON)).body, {
    status: 'ok',
    accepted: 1_000,
    rejected: [],
  })
  assert.equal(await countOf(app, device), 1_000)
})
