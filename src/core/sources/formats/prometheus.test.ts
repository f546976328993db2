import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { processorMs } from '../../../../test/harness/processor-ms.ts'
import { protobufBytes } from '../../../../test/harness/protobuf-bytes.ts'
import { checkedReading } from '../../telemetry/checked-reading.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { SourceMessage, Statement } from '../messages/source-message.ts'
import { unsnappy } from '../messages/unsnappy.ts'
import { prometheusFormat } from './prometheus.ts'

const { message, text, varint, double, packed } = protobufBytes
const DEFAULTS = Value.Create(prometheusFormat.settings) as Record<string, unknown>
const MiB = 1024 * 1024

const posted = (body: Buffer): SourceMessage => ({
  path: '/api/v1/write',
  query: new URLSearchParams(),
  media: 'application/x-protobuf',
  body,
})

function read(body: Buffer, settings: object = {}): Statement[] {
  const context = { receivedAt: 1795263622000, settings: { ...DEFAULTS, ...settings }, timeZone: 'UTC' }
  return prometheusFormat.split(posted(body)).flatMap((part) => {
    const statements = prometheusFormat.read(JSON.parse(JSON.stringify(part)), context)
    for (const { reading } of statements) if (reading !== null) checkedReading({ module: 'factory', ...reading })
    return statements
  })
}

const label = (name: string, value: string) => message(1, text(1, name), text(2, value))
const sample = (value: number, ms: number) => message(2, double(1, value), varint(2, ms))
const NAMED = (name: string) => [label('__name__', name), label('instance', 'pump'), label('job', 'node')]
const series = (name: string, ...fields: Buffer[]) => message(1, ...NAMED(name), ...fields)

test('a message of Prometheus is read: labels are in the key, a value that is no number is none', () => {
  const hex = readFileSync(new URL('../../../../test/payloads/prometheus/1.hex', import.meta.url), 'utf8')
  const externalId = 'pump-house:9100'
  const ts = 1795263620123
  assert.deepEqual(read(unsnappy(Buffer.from(hex.trim(), 'hex'), MiB)!), [
    {
      externalId,
      reading: { ts, metrics: { node_hwmon_temp_celsius_platform_coretemp_0_temp1: 47 }, flags: {} },
    },
    { externalId, reading: { ts, metrics: { up: 1 }, flags: {} } },
  ])
})

test('a target that is down makes no reading, and nothing that Prometheus says of itself is a sign of life', () => {
  const down = read(
    Buffer.concat([
      series('up', sample(0, 5_000)),
      series('scrape_duration_seconds', sample(10, 5_000)),
      series('ALERTS', label('alertname', 'down'), sample(1, 5_000)),
      series('temperature', message(2, Buffer.from('09020000000000f07f', 'hex'), varint(2, 5_000))),
      series('job:up:avg', sample(0, 5_000)),
    ]),
  )
  assert.deepEqual(
    down.map(({ externalId, reading, reason }) => [externalId, reading, reason]),
    [
      ['pump', null, { code: 'no_measurement', detail: 'up' }],
      ['pump', null, { code: 'no_measurement', detail: 'job:up:avg' }],
    ],
  )
  const [rule] = read(series('job:load:avg', sample(2, 5_000)), { recording_rules: true })
  assert.deepEqual(rule!.reading!.metrics, { job_load_avg: 2 })
})

test('several samples of a series are several readings, told apart by their place', () => {
  const statements = read(series('temperature', sample(20, 1_000), sample(21, 2_000), sample(Number.NaN, 3_000)))
  assert.deepEqual(
    statements.map(({ reading, place }) => [reading!.ts, reading!.metrics.temperature, place]),
    [
      [1_000, 20, '/samples/0'],
      [2_000, 21, '/samples/1'],
    ],
  )
})

test('of histograms, the count and the sum are stored, also of native ones', () => {
  const native = message(4, varint(1, 7), double(3, 3.5), varint(15, 9_000))
  const found = read(
    Buffer.concat([
      series('latency_bucket', label('le', '0.5'), sample(3, 9_000)),
      series('latency_count', sample(4, 9_000)),
      series('wait', native),
    ]),
  )
  assert.deepEqual(
    found.map(({ reading }) => reading!.metrics),
    [{ latency_count: 4 }, { wait_count: 7 }, { wait_sum: 3.5 }],
  )
})

test('the settings say which label names the device, and which labels are not in keys', () => {
  const body = series('temperature', label('room', 'hall'), label('chip', 'a'), sample(20, 1_000))
  assert.deepEqual(read(body)[0]!.reading!.metrics, { temperature_a_hall: 20 })
  const [found] = read(body, { device_label: 'room', left_out_labels: ['job', 'instance', 'chip'] })
  assert.deepEqual([found!.externalId, found!.reading!.metrics], ['hall', { temperature: 20 }])
  for (const device_label of ['absent', 'constructor'])
    assert.throws(
      () => read(body, { device_label }),
      (error) => error instanceof NotUnderstood && error.reason.code === 'no_device',
    )
})

test('long keys stay apart', () => {
  const key = (end: string) =>
    Object.keys(read(series(`kube_${'x'.repeat(70)}`, label('pod', end), sample(1, 1)))[0]!.reading!.metrics)[0]!
  assert.notEqual(key('a'), key('b'))
  assert.equal(key('a').length, 64)
})

const SYMBOLS = ['', '__name__', 'temperature', 'instance', 'pump', 'chip', 'a'].map((symbol) => text(4, symbol))
const VERSION_2 = Buffer.concat([
  ...SYMBOLS,
  message(5, packed(1, [1, 2, 3, 4, 5, 6]), sample(20.5, 7_000), sample(Number.NaN, 8_000)),
  message(5, packed(1, [1, 2, 3, 4]), message(3, varint(1, 7), double(3, 3.5), varint(15, 9_000))),
])

test('version 2 is known by its fields, and its sender is told how much was accepted', () => {
  assert.deepEqual(
    read(VERSION_2).map(({ externalId, reading }) => [externalId, reading]),
    [
      ['pump', { ts: 7_000, metrics: { temperature_a: 20.5 }, flags: {} }],
      ['pump', { ts: 9_000, metrics: { temperature_count: 7 }, flags: {} }],
      ['pump', { ts: 9_000, metrics: { temperature_sum: 3.5 }, flags: {} }],
    ],
  )
  assert.deepEqual(prometheusFormat.stored(posted(VERSION_2)), {
    status: 204,
    headers: {
      'X-Prometheus-Remote-Write-Samples-Written': '2',
      'X-Prometheus-Remote-Write-Histograms-Written': '1',
      'X-Prometheus-Remote-Write-Exemplars-Written': '0',
    },
  })
  assert.deepEqual(prometheusFormat.stored(posted(series('up', sample(1, 1)))), { status: 204 })
})

test('a label that is referred to again and again does not use up the memory', () => {
  const long = text(4, 'x'.repeat(100_000))
  const one = message(5, packed(1, [0, 1, 0, 1]), sample(1, 1))
  const body = Buffer.concat([text(4, ''), long, ...Array.from({ length: 10_000 }, () => one)])
  const before = processorMs()
  assert.throws(() => prometheusFormat.split(posted(body)), NotUnderstood)
  assert.ok(processorMs() - before < 5_000)
  const unknown = Buffer.concat([text(4, ''), message(5, packed(1, [0, 9]), sample(1, 1))])
  assert.throws(() => prometheusFormat.split(posted(unknown)), NotUnderstood)
})

test('any bytes are statements or not understood', () => {
  const holds = (body: Buffer) => {
    prometheusFormat.stored(posted(body))
    try {
      return read(body).length >= 0
    } catch (error) {
      return error instanceof NotUnderstood
    }
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => holds(Buffer.from(bytes))))
  const whole = Buffer.concat([series('up', sample(1, 1)), VERSION_2])
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (place, byte, length) => {
      const damaged = Buffer.from(whole.subarray(0, length))
      if (place < length) damaged[place] = byte
      return holds(damaged)
    }),
    { numRuns: 3_000 },
  )
})
