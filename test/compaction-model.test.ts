import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expandMonth } from '../src/core/telemetry/chunks/expand-month.ts'
import { dropTable, listMonths } from '../src/core/telemetry/storage/reading-months.ts'
import { type Person, startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { compact, exportedLines, sendAll } from './harness/compaction.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const DAY_S = 86_400
/** Readings lie within this many days, in three months. */
const DAYS = 70

interface Sent {
  ts: number
  value: number
}

/** The readings of a device in memory, by what makes them the same. */
type Model = Map<string, Sent>

const keyOf = ({ ts, value }: Sent) => `${ts} ${value}`

const readingOf = ({ ts, value }: Sent) => ({
  module: value % 5 === 0 ? 'worker' : 'health',
  ts,
  ...(value % 3 === 0 ? { lat: 46 + value / 1e5, lng: 14.5 } : {}),
  ...(value % 4 === 0 ? { battery: value / 7 } : {}),
  metrics: {
    pulse: value,
    ...(value % 6 === 0 ? { temperature: value / 10 } : {}),
    ...(value % 7 === 0 ? { gas_type: 'CO' } : {}),
  },
  flags: value % 2 === 0 ? { fall: value % 8 === 0 } : {},
})

const moment = fc.integer({ min: NOW.getTime() / 1_000 - DAYS * DAY_S, max: NOW.getTime() / 1_000 })

/** A run of readings: how many, how far apart, and whether some have the time of the one before. */
const run = fc.record({
  kind: fc.constant('send' as const),
  begin: moment,
  count: fc.integer({ min: 1, max: 700 }),
  everyS: fc.constantFrom(1, 10, 600),
  sameTime: fc.boolean(),
})
const operation = fc.oneof(
  { weight: 4, arbitrary: run },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('send again' as const),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('compact', 'compact everything', 'expand', 'drop' as const),
      month: fc.nat(2),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer Each> ? Each : never

test('whatever is sent, compacted, expanded and dropped in whatever order, every reading is stored once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const viewer = await app.logIn('viewer')
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 14 }), async (operations) => {
      const device = await app.createDevice({ module: 'health' })
      const model: Model = new Map()
      for (const each of operations) {
        await perform(app, device, model, each)
        if (each.kind !== 'send') await assertSame(app, viewer, device, model)
      }
      await assertSame(app, viewer, device, model)
    }),
    { numRuns: 6 },
  )
})

async function perform(app: TestApp, device: TestDevice, model: Model, each: Operation): Promise<void> {
  if (each.kind === 'send') {
    const sent = Array.from({ length: each.count }, (_, place) => ({
      ts: each.begin + Math.floor(each.sameTime ? place / 3 : place) * each.everyS,
      value: (each.begin + place) % 997,
    })).filter(({ ts }) => ts * 1_000 <= NOW.getTime())
    await sendAll(app, device, sent.map(readingOf))
    for (const one of sent) model.set(keyOf(one), one)
  } else if (each.kind === 'send again') {
    const some = [...model.values()].filter((_, place) => (place * 0.618) % 1 < each.part / 10)
    await sendAll(app, device, some.map(readingOf))
  } else {
    const months = await listMonths(app.service.db)
    const month = months[each.month % Math.max(months.length, 1)]
    if (month === undefined) return
    if (each.kind === 'compact') await compact(app)
    if (each.kind === 'compact everything') await compact(app, [month], -DAYS)
    if (each.kind === 'expand') for await (const _ of expandMonth(app.service.db.inCell(0), month));
    if (each.kind === 'drop') {
      await app.service.db.inCell(0).transaction((tx) => dropTable(tx, month))
      for (const [key, { ts }] of model) if (ts * 1_000 >= month.from && ts * 1_000 < month.to) model.delete(key)
    }
  }
}

async function assertSame(app: TestApp, viewer: Person, device: TestDevice, model: Model): Promise<void> {
  const expected = [...model.values()].map((one) => contentOf(readingOf(one))).sort()
  const lines = (await exportedLines(app, viewer, device)).map((line) => JSON.parse(line) as Stored)
  const times = lines.map(({ ts }) => ts)
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
  assert.deepEqual(lines.map(contentOf).sort(), expected, 'as exported')
  const rows = await app.rows<Stored>(
    'select ts::float8 as ts, module, lat, lng, battery, metrics, flags from readings where device_id = $1',
    [device.id],
  )
  assert.deepEqual(rows.map(contentOf).sort(), expected, 'by SQL')
  const overlaps = await app.rows(
    `select from reading_chunks as one join reading_chunks as other using (device_id, field)
     where field = 'at' and (one.first_at, one.first_digest) < (other.first_at, other.first_digest)
       and (one.last_at, one.last_digest) >= (other.first_at, other.first_digest)`,
  )
  assert.equal(overlaps.length, 0, 'chunks overlap')
}

interface Stored {
  ts: number
  module: string
  lat?: number | null
  lng?: number | null
  battery?: number | null
  metrics: Record<string, unknown> | null
  flags: Record<string, unknown> | null
}

const contentOf = ({ ts, module, lat, lng, battery, metrics, flags }: Stored): string =>
  JSON.stringify([ts, module, lat ?? null, lng ?? null, battery ?? null, sorted(metrics), sorted(flags)])

const sorted = (values: Record<string, unknown> | null): unknown[] => Object.entries(values ?? {}).sort()
