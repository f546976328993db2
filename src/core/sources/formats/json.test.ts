import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../../../../test/harness/processor-ms.ts'
import { checkedReading } from '../../telemetry/checked-reading.ts'
import { timestamp } from '../../telemetry/values.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { SourceMessage, Statement } from '../messages/source-message.ts'
import { jsonFormat } from './json.ts'
import { READY_FORMATS } from './ready-formats.ts'
import type { SourceFormat } from './source-format.ts'

const RECEIVED = 1_795_263_622_000
const CONTEXT = { receivedAt: RECEIVED, settings: { device: '' }, timeZone: 'Europe/Ljubljana' }
const FORM = 'application/x-www-form-urlencoded'

const message = (body: string, { media = 'application/json', query = '', path = '' } = {}): SourceMessage => ({
  path,
  query: new URLSearchParams(query),
  media,
  body: Buffer.from(body),
})
const read = (sent: SourceMessage, context = CONTEXT): Statement[] =>
  jsonFormat.split(sent).flatMap((part) => jsonFormat.read(part, context))

test('an update of ThingSpeak is read from a query or a form, and answered as ThingSpeak does', () => {
  const address = readFileSync(join(import.meta.dirname, '../../../../test/payloads/thingspeak/1.txt'), 'utf8').trim()
  const [path, query] = address.split('?') as [string, string]
  const expected = {
    externalId: 'XXXXXXXXXXXXXXXX',
    reading: {
      ts: 1_795_263_621_000,
      lat: 52.37,
      lng: 4.89,
      metrics: { field1: 21.4, field2: 47 },
      flags: {},
    },
  }
  assert.ok(jsonFormat.paths.includes(path))
  assert.deepEqual(read(message('', { path, query, media: '' })), [expected])
  assert.deepEqual(read(message(query, { path, media: FORM })), [expected])
  assert.deepEqual(jsonFormat.stored(message('', { path })), { status: 200, media: 'text/plain', body: '1' })
})

test('a sender without a mapping shows what it sends, by usual names', () => {
  const sent = {
    deviceId: 'cellar',
    timestamp: 1_795_263_600,
    latitude: 46.05,
    longitude: '14.5',
    battery: 88,
    rssi: -71,
    TempC_SHT: 21.4,
    data: { humidity: 40, door_open: true },
    name: 'Cellar',
    status: 'fine',
  }
  assert.deepEqual(read(message(JSON.stringify(sent))), [
    {
      externalId: 'cellar',
      label: 'Cellar',
      reading: {
        ts: 1_795_263_600_000,
        lat: 46.05,
        lng: 14.5,
        battery: 88,
        signal: -71,
        metrics: { temp_c_sht: 21.4, humidity: 40 },
        flags: { door_open: true },
      },
    },
  ])
})

test('a voltage is no battery, and bars are no signal', () => {
  const [{ reading }] = read(message('{"device":"a","battery":3.6,"rssi":4,"t":1}')) as [Statement]
  assert.deepEqual(reading, { metrics: { t: 1 }, flags: {} })
})

test('what begins like JSON is JSON, whatever its sender calls it', () => {
  for (const media of [FORM, 'text/plain', ''])
    assert.equal(read(message(' {"device":"a","t":1}', { media }))[0]?.externalId, 'a')
})

test('each line of JSON is a part, and a line that is none stands for itself', () => {
  const lines = '{"device":"a","t":1}\n{"device":"b","t":2}\n'
  assert.deepEqual(
    read(message(lines)).map(({ externalId }) => externalId),
    ['a', 'b'],
  )
  const parts = jsonFormat.split(message(`${lines}{"device":`, { media: 'application/x-ndjson' }))
  assert.equal(parts[2], '{"device":')
  assert.throws(() => jsonFormat.read(parts[2], CONTEXT), isReason('not_json'))
})

test('a list is one part, whose items are read one by one', () => {
  const parts = jsonFormat.split(message('[{"device":"a","t":1},{"t":2},{"device":"c","t":3}]'))
  assert.equal(parts.length, 1)
  assert.deepEqual(
    jsonFormat.read(parts[0], CONTEXT).map(({ externalId, place }) => [externalId, place]),
    [
      ['a', '/0'],
      ['c', '/2'],
      ['', '/1'],
    ],
  )
})

test('a source of one device names it in its settings', () => {
  assert.throws(() => read(message('{"t":1}')), isReason('no_device'))
  const settings = { device: 'boiler' }
  assert.equal(read(message('{"t":1}'), { ...CONTEXT, settings })[0]?.externalId, 'boiler')
})

test('a message without anything has no part', () => {
  assert.deepEqual(jsonFormat.split(message('')), [])
})

test('a time that is none is not replaced by another', () => {
  assert.throws(() => read(message('{"device":"a","time":"soon","t":1}')), isReason('bad_time'))
})

const isReason = (code: string) => (error: unknown) => error instanceof NotUnderstood && error.reason.code === code

/** Objects with names that formats look for, so that their values are reached. */
const names = fc.constantFrom(
  ...['device', 'id', 'ts', 'time', 'lat', 'lng', 'battery', 'rssi', 'data', 'tags', 'metrics', 'fields', 'name'],
  ...['gas_type', 'Payload', 'Messages', 'body', 'best_lat', 'best_lon', 'ident', 'position.latitude', 'timestamp'],
  ...['__proto__', 'constructor', 'length', '', 'impact_g_force', 'eventType', 'systemProperties', 'PublisherId'],
)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: 'binary' })),
    fc.constantFrom('1e999', '-0', '99', '2026-11-21T12:00:00Z', '{"t":1}', 'eyJ0IjoxfQ==', '0201061BFF99040514'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 8 }),
    fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
  ),
}))
const FORMATS: Record<string, SourceFormat> = { json: jsonFormat, ...READY_FORMATS }

for (const [name, format] of Object.entries(FORMATS)) {
  test(`any JSON that ${name} gets is readings that can be stored, or not understood`, () => {
    fc.assert(
      fc.property(tree, (json) => {
        try {
          const parts = format.split(message(JSON.stringify(json) ?? ''))
          for (const part of parts) for (const statement of format.read(part, CONTEXT)) assertStorable(statement)
        } catch (error) {
          if (!(error instanceof NotUnderstood)) throw error
        }
      }),
      { numRuns: 400 },
    )
  })
}

function assertStorable({ externalId, reading, reason }: Statement): void {
  assert.ok(externalId !== '' || reason !== undefined)
  if (reading === null) return
  const { ts = RECEIVED, ...rest } = reading
  checkedReading({ module: 'fleet', ...rest, ts: timestamp(ts) })
  assert.equal(reading.lat === undefined, reading.lng === undefined)
}

test('a megabyte of anything is read in little processor time', () => {
  const million = 1_000_000
  const texts = {
    digits: `{"device":"a","t":"${'9'.repeat(million)}"}`,
    brackets: `{"device":"a","data":"${'['.repeat(million)}"}`,
    spaces: `{"device":"a","data":"${' '.repeat(million)}"}`,
    base64: `{"coreid":"a","data":"${'eyJ0'.repeat(million / 4)}"}`,
    keys: `{"device":"a",${Array.from({ length: 60_000 }, (_, place) => `"key${place}":${place}`).join()}}`,
    list: `[${'{"device":"a"},'.repeat(60_000)}{}]`,
    tags: `{"data":{"tags":{${Array.from({ length: 900 }, (_, place) => `"${place}":{"data":"${'F'.repeat(900)}"}`).join()}}}}`,
    form: 'a&'.repeat(million / 2),
  }
  for (const [name, format] of Object.entries(FORMATS)) {
    for (const [kind, text] of Object.entries(texts)) {
      const started = processorMs()
      try {
        for (const part of format.split(message(text, { media: kind === 'form' ? FORM : 'application/json' }))) {
          format.read(part, CONTEXT)
        }
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error
      }
      const took = processorMs() - started
      assert.ok(took < 3_000, `${name} took ${Math.round(took)} ms for ${kind}`)
    }
  }
})
