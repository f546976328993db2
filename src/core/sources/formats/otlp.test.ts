import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { protobufBytes } from '../../../../test/harness/protobuf-bytes.ts'
import { checkedReading } from '../../telemetry/checked-reading.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { SourceMessage, Statement } from '../messages/source-message.ts'
import { otlpFormat } from './otlp.ts'

const { message, text, varint, double, fixed64 } = protobufBytes
const DEFAULTS = Value.Create(otlpFormat.settings) as Record<string, unknown>
const JSON_MEDIA = 'application/json'
const PROTOBUF_MEDIA = 'application/x-protobuf'
const NS = 1795263621480999999n
const MS = 1795263621480

const posted = (body: Buffer | string, media = JSON_MEDIA): SourceMessage => ({
  path: '/v1/metrics',
  query: new URLSearchParams(),
  media,
  body: Buffer.from(body),
})

function read(sent: SourceMessage, settings: object = {}): Statement[] {
  const context = { receivedAt: 1795263622000, settings: { ...DEFAULTS, ...settings }, timeZone: 'UTC' }
  return otlpFormat.split(sent).flatMap((part) => {
    const statements = otlpFormat.read(JSON.parse(JSON.stringify(part)), context)
    for (const { reading } of statements) checkedReading({ module: 'factory', ...reading })
    return statements
  })
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
const request = (metrics: unknown, attributes: unknown = [attribute('host.name', 'press')]) =>
  JSON.stringify({ resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] })
const gauge = (name: string, ...dataPoints: object[]) => ({ name, gauge: { dataPoints } })

test('the example of OpenTelemetry is read: gauge, counter and histograms', () => {
  const body = readFileSync(new URL('../../../../test/payloads/otlp/1.json', import.meta.url))
  const [found, ...more] = read(posted(body))
  assert.deepEqual(more, [])
  assert.equal(found!.externalId, 'my.service')
  assert.equal(found!.reading!.ts, 1544712660300)
  const { metrics } = found!.reading!
  assert.deepEqual([metrics.my_gauge, metrics.my_counter], [10, 5])
  const { my_histogram_count, my_histogram_sum, my_histogram_min, my_histogram_max } = metrics
  assert.deepEqual([my_histogram_count, my_histogram_sum, my_histogram_min, my_histogram_max], [2, 2, 0, 2])
  assert.deepEqual(otlpFormat.stored(posted(body), otlpFormat.split(posted(body))), {
    status: 200,
    media: JSON_MEDIA,
    body: '{}',
  })
})

const RESOURCE = message(1, message(1, text(1, 'host.name'), message(2, text(1, 'press'))))
const inProtobuf = (...metrics: Buffer[]) =>
  posted(message(1, RESOURCE, message(2, ...metrics.map((metric) => message(2, metric)))), PROTOBUF_MEDIA)
const WHOLE = inProtobuf(
  Buffer.concat([
    text(1, 'temperature'),
    message(5, message(1, fixed64(3, NS), double(4, 20.5), message(7, text(1, 'probe'), message(2, varint(3, 7))))),
  ]),
  Buffer.concat([text(1, 'strokes'), message(7, message(1, fixed64(3, NS), fixed64(6, -3n)), varint(2, 2))]),
  Buffer.concat([
    text(1, 'wait'),
    message(9, message(1, fixed64(3, NS), fixed64(4, 2n), double(5, 3), double(11, 1), double(12, 2))),
  ]),
  Buffer.concat([
    text(1, 'size'),
    message(10, message(1, fixed64(3, NS), fixed64(4, 4n), double(5, 9), double(12, 1), double(13, 3))),
  ]),
  Buffer.concat([text(1, 'old'), message(11, message(1, fixed64(3, NS), fixed64(4, 2n)))]),
)

test('protobuf says the same as JSON', () => {
  assert.deepEqual(read(WHOLE), [
    {
      externalId: 'press',
      place: '0',
      reading: {
        ts: MS,
        metrics: {
          temperature: 20.5,
          strokes: -3,
          wait_count: 2,
          wait_sum: 3,
          wait_min: 1,
          wait_max: 2,
          size_count: 4,
          size_sum: 9,
          size_min: 1,
          size_max: 3,
        },
        flags: {},
      },
    },
  ])
})

test('the sender is told in its own encoding what is not stored', () => {
  const { body, media } = otlpFormat.stored(WHOLE, otlpFormat.split(WHOLE))
  assert.equal(media, PROTOBUF_MEDIA)
  assert.deepEqual(body, message(1, varint(1, 1), text(2, 'Summaries are not stored')))
  const summary = posted(request([{ name: 'old', summary: { dataPoints: [{}, {}] } }, gauge('t', { asInt: 1 })]))
  assert.deepEqual(JSON.parse(String(otlpFormat.stored(summary, otlpFormat.split(summary)).body)), {
    partialSuccess: { rejectedDataPoints: '2', errorMessage: 'Summaries are not stored' },
  })
  assert.deepEqual(otlpFormat.stored(posted('', PROTOBUF_MEDIA), []).body, Buffer.alloc(0))
})

test('a time is cut to milliseconds; without one, the reading is of the time of receipt', () => {
  const at = (timeUnixNano: unknown) =>
    read(posted(request([gauge('t', { asInt: '5', timeUnixNano })])))[0]!.reading!.ts
  assert.equal(at('1795263621481000000'), 1795263621481)
  assert.equal(at(String(NS)), MS)
  assert.equal(at('0'), undefined)
  assert.equal(at(undefined), undefined)
})

test('attributes are in the key of a metric that has several series', () => {
  const used = (mount: string, asDouble: number) => ({
    asDouble,
    timeUnixNano: String(NS),
    attributes: [attribute('mountpoint', mount), attribute('device', 'sda')],
  })
  const several = posted(request([gauge('disk.used', used('/', 1), used('/home', 2)), gauge('load', used('/', 3))]))
  assert.deepEqual(read(several)[0]!.reading!.metrics, { disk_used_sda: 1, disk_used_sda_home: 2, load: 3 })
  const metrics = (attributes_in_keys: string) => read(several, { attributes_in_keys })[0]!.reading!.metrics
  assert.deepEqual(metrics('never'), { disk_used: 2, load: 3 })
  assert.deepEqual(metrics('always'), { disk_used_sda: 1, disk_used_sda_home: 2, load_sda: 3 })
})

test('values of one time are one reading, those of another time another, and more than fit go on in a further one', () => {
  const point = (ms: number) => ({ asInt: 1, timeUnixNano: `${ms}000000` })
  const two = read(posted(request([gauge('a', point(MS)), gauge('b', point(MS)), gauge('c', point(MS + 1))])))
  assert.deepEqual(
    two.map(({ reading, place }) => [reading!.ts, Object.keys(reading!.metrics), place]),
    [
      [MS, ['a', 'b'], '0'],
      [MS + 1, ['c'], '1'],
    ],
  )
  const many = read(posted(request(Array.from({ length: 100 }, (_, place) => gauge(`m${place}`, point(MS))))))
  assert.deepEqual(
    many.map(({ reading }) => Object.keys(reading!.metrics).length),
    [64, 36],
  )
})

test('the device is named by the first attribute that the resource has', () => {
  const one = [gauge('t', { asInt: 1 })]
  const named = (settings: object, ...attributes: object[]) =>
    read(posted(request(one, attributes)), settings)[0]!.externalId
  const service = attribute('service.name', 'firmware')
  assert.equal(named({}, service, attribute('host.name', 'press')), 'press')
  assert.equal(named({}, service, attribute('host.name', '')), 'firmware')
  assert.equal(named({ device_attributes: ['line'] }, { key: 'line', value: { intValue: '4' } }), '4')
  assert.throws(
    () => named({ device_attributes: ['constructor'] }, service),
    (error) => error instanceof NotUnderstood && error.reason.code === 'no_device',
  )
})

test('points without a recorded value, and values that no reading can hold, make none', () => {
  const points = [
    { asInt: 1, flags: 1 },
    { asInt: '9007199254740993' },
    { asDouble: 'NaN' },
    { asDouble: { deep: 1 } },
    { asDouble: 7 },
  ]
  const sent = posted(request(points.map((point, place) => gauge(`m${place}`, point))))
  assert.deepEqual(read(sent)[0]!.reading!.metrics, { m4: 7 })
  const large = Buffer.concat([text(1, 'm'), message(7, message(1, fixed64(6, 2n ** 60n)))])
  assert.throws(() => read(inProtobuf(large)), NotUnderstood)
})

test('a request without metrics has nothing to store; another form is not understood', () => {
  assert.deepEqual(otlpFormat.split(posted('{}')), [])
  assert.deepEqual(otlpFormat.split(posted('', PROTOBUF_MEDIA)), [])
  assert.deepEqual(otlpFormat.split({ ...posted('{"resourceMetrics":[]}'), media: '' }), [])
  for (const body of ['[]', '{"resourceMetrics":{}}', '1', 'x', '{"resourceMetrics":[{"__proto__":1}]}'])
    assert.throws(() => otlpFormat.split(posted(body)), NotUnderstood, body)
})

test('any bytes and any JSON are statements or not understood', () => {
  const holds = (sent: SourceMessage) => {
    try {
      otlpFormat.stored(sent, otlpFormat.split(sent))
      return read(sent).length >= 0
    } catch (error) {
      return error instanceof NotUnderstood
    }
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => holds(posted(Buffer.from(bytes), PROTOBUF_MEDIA))),
  )
  fc.assert(
    fc.property(fc.nat(WHOLE.body.length - 1), fc.nat(255), (place, byte) => {
      const damaged = Buffer.from(WHOLE.body)
      damaged[place] = byte
      return holds(posted(damaged, PROTOBUF_MEDIA))
    }),
    { numRuns: 3_000 },
  )
  const example = JSON.parse(readFileSync(new URL('../../../../test/payloads/otlp/1.json', import.meta.url), 'utf8'))
  fc.assert(fc.property(fc.jsonValue(), (any) => holds(posted(JSON.stringify(any)))))
  fc.assert(
    fc.property(fc.nat(400), fc.jsonValue(), (place, any) => {
      let at = 0
      const replaced = JSON.stringify(example, (_key, value) => {
        at += 1
        return at === place + 2 ? any : value
      })
      return holds(posted(replaced))
    }),
    { numRuns: 2_000 },
  )
})
