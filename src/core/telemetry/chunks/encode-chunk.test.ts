import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import type { ReadingRecord } from '../history/reading-record.ts'
import { CHUNK_FORMAT, type ChunkField, type ChunkItems } from './chunk.ts'
import { contentDigest } from './content-digest.ts'
import { decodeChunk, type StoredField } from './decode-chunk.ts'
import { encodeChunk } from './encode-chunk.ts'

const NOVEMBER = Date.UTC(2026, 10)

const anyNumber = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -30_000, max: 30_000 }).map((tenths) => tenths / 10),
  fc.integer({ min: -180_000_000, max: 180_000_000 }).map((millionths) => millionths / 1e6),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1 + 0.2, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, 2 ** 53 - 1, -(2 ** 53 - 1), 1e22, 1e-7),
)
const key = fc.constantFrom('pulse', 'spo2', 'temperature', 'a', 'zz', 'longest_key_of_all')

const reading: fc.Arbitrary<ReadingRecord> = fc
  .record({
    at: fc.integer({ min: NOVEMBER, max: NOVEMBER + 30 * 86_400_000 }),
    late: fc.integer({ min: -300_000, max: 90_000_000 }),
    arrival: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(999) }),
    clock: fc.constantFrom('seconds', 'milliseconds', 'suspect'),
    module: fc.constantFrom('health' as const, 'vehicle' as const),
    position: fc.option(fc.tuple(anyNumber, anyNumber)),
    battery: fc.option(fc.oneof(anyNumber, fc.constant(-0))),
    signal: fc.option(fc.integer({ min: -120, max: 0 })),
    metrics: fc.dictionary(
      key,
      anyNumber.map((number) => number + 0),
      { noNullPrototype: true },
    ),
    gas: fc.option(fc.constantFrom('CO', 'CH₄ "and" \\ more', '')),
    flags: fc.dictionary(key, fc.boolean(), { noNullPrototype: true }),
    force: fc.option(anyNumber.map((number) => number + 0)),
    ownDigest: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { freq: 50 }),
  })
  .map(({ at: time, late, clock, position, gas, force, ownDigest, metrics, flags, ...rest }) => {
    const at = clock === 'seconds' ? Math.floor(time / 1_000) * 1_000 : time
    const content = {
      ...rest,
      at: new Date(at),
      received_at: new Date(at + late),
      ts: clock === 'seconds' ? at / 1_000 : clock === 'milliseconds' ? at : 12_345,
      clock_suspect: clock === 'suspect',
      lat: position?.[0] ?? null,
      lng: position?.[1] ?? null,
      metrics: { ...metrics, ...(gas === null ? {} : { gas_type: gas }) },
      flags: { ...flags, ...(force === null ? {} : { impact_g_force: force }) },
    }
    return { ...content, digest: ownDigest === null ? contentDigest(content) : `${ownDigest}` }
  })

test('a chunk gives back the readings that were encoded, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 60 }), async (readings) => {
      const fields = await encodeChunk(readings, timeSlices())
      const chunk = decodeChunk({ format: CHUNK_FORMAT, n: readings.length, fields: fields.map(stored) })
      assert.deepEqual(
        readings.map((_, place) => chunk.reading(place)),
        readings,
      )
    }),
    { numRuns: 300 },
  )
})

test('numbers of sensors take a byte or two, and constant ones none', async () => {
  const readings = Array.from({ length: 1_000 }, (_, place) => {
    const at = new Date(NOVEMBER + place * 60_000)
    const metrics = { pulse: 60 + (place % 40), temperature: 36.5 + (place % 9) / 10, steps: place * 12, hr: 0.1 + 0.2 }
    const rest = { battery: null, signal: null, lat: 46.05123, lng: 14.5, flags: { sos: false }, clock_suspect: false }
    const content = {
      at,
      received_at: at,
      arrival: 0,
      ts: at.getTime() / 1_000,
      module: 'health' as const,
      metrics,
      ...rest,
    }
    return { ...content, digest: contentDigest(content) }
  })
  const fields = await encodeChunk(readings, timeSlices())
  const kinds = Object.fromEntries(fields.map(({ field, items }) => [field, items && [items.kind, items.list.length]]))
  assert.deepEqual(kinds, {
    at: null,
    received_at: null,
    module: ['words', 1],
    lat: null,
    lng: null,
    'metrics.pulse': ['i1', 1_000],
    'metrics.temperature': ['i1', 1_000],
    'metrics.steps': null,
    'metrics.hr': ['f8', 1],
    'flags.sos': ['truths', 1],
  })
})

test('a chunk of another format is not read', () => {
  assert.throws(() => decodeChunk({ format: 2, n: 1, fields: [] }), /format 2/)
})

/** As the database gives it back. */
function stored({ field, scaled, items }: ChunkField): StoredField {
  const list = <Kind extends ChunkItems['kind']>(...kinds: Kind[]) =>
    items !== null && (kinds as string[]).includes(items.kind) ? (items.list as never) : null
  const { base, step, divisor } = scaled ?? { base: null, step: null, divisor: null }
  return {
    field,
    base,
    step,
    divisor,
    offsets: list('i1', 'i2', 'i4'),
    floats: list('f8'),
    truths: list('truths'),
    words: list('words'),
  }
}
