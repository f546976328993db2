import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listDevicesByIds } from '../src/core/devices/device-store.ts'
import { ingestReadings } from '../src/core/ingestion/ingest-readings.ts'
import { ruleSet } from '../src/core/rules/engine/rule-set.ts'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { type RuleDefinition, withDefaults } from '../src/core/rules/rule.ts'
import { type ReadingBody, toReading } from '../src/core/telemetry/reading.ts'
import { readingMonths } from '../src/core/telemetry/storage/open-months.ts'
import { openCells } from '../src/platform/database/cells/known-cells.ts'
import type { CellDatabase, Queryable } from '../src/platform/database/database.ts'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const CALM: ReadingBody = {
  module: 'health',
  lat: 46.05,
  lng: 14.5,
  battery: 80,
  signal: -70,
  metrics: { systolic: 118, diastolic: 76, heart_rate: 70, spo2: 98, temperature: 36.6, glucose: 95 },
  flags: { fall_detected: false, panic_pressed: false },
}
const packs = await readRulePacks()
const FENCE: RuleDefinition = {
  key: 'test.fence',
  name: 'Left the ward',
  condition: {
    type: 'geofence',
    fence: { circle: { lat: 46.05, lng: 14.5, radius_m: 1_000 } },
    when: 'outside',
  },
  levels: [{ severity: 'warning' }],
  title: 'Left the ward',
}
const WINDOW: RuleDefinition = {
  key: 'test.window',
  name: 'Mean pulse',
  condition: { type: 'aggregate', field: 'metrics.heart_rate', fn: 'avg', window_s: 600, op: 'gt' },
  levels: [{ severity: 'warning', value: 200 }],
  title: 'Mean pulse',
}

/** Number of statements in the transaction of each reading under these rules. */
async function statementsFor(t: TestContext, definitions: readonly RuleDefinition[], bodies: readonly ReadingBody[]) {
  const app = await startApp(t, { startsAt: new Date(NOW) })
  const { id } = await app.createDevice({ module: 'health' })
  const all = await openCells(app.connection, { connections: 2, applicationName: 'test', onError: () => undefined })
  cleanUp(t, () => all.close())
  const db = all.inCell(0)
  const [device] = await listDevicesByIds(db, [id])
  let count = 0
  const counting: CellDatabase = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) => {
        const query: Queryable['query'] = (...statement) => {
          count += 1
          return tx.query(...statement)
        }
        return work({ ...tx, query })
      }),
  }
  const rules = ruleSet(definitions.map((definition) => withDefaults(definition, 1)))
  const context = {
    db: counting,
    rules: () => rules,
    months: readingMonths(db),
    incidents: { minSeverity: 'warning', grouping: 'device' } as const,
    offlineAfterS: 600,
    now: () => new Date(NOW),
  }
  const counts: number[] = []
  for (const [place, body] of bodies.entries()) {
    count = 0
    const at = NOW + place * 1_000
    await ingestReadings(context, [{ device: device!, reading: toReading({ ...body, ts: at }, at) }])
    counts.push(count)
  }
  return counts
}

test('without breaches and pending alerts, rules add no statement to the transaction', async (t) => {
  const calm = Array.from({ length: 4 }, () => CALM)
  const without = await statementsFor(t, [], calm)
  assert.deepEqual(await statementsFor(t, packs, calm), without)
  assert.deepEqual(await statementsFor(t, [...packs, FENCE], calm), without)
})

test('a rule with a window adds one statement, as the guide says', async (t) => {
  const calm = [CALM, CALM]
  const without = await statementsFor(t, [], calm)
  assert.deepEqual(
    await statementsFor(t, [...packs, WINDOW], calm),
    without.map((count) => count + 1),
  )
})

test('after a breach and its cooldown, there are no more statements than before', async (t) => {
  const pending = { ...CALM, metrics: { heart_rate: 120 } }
  // The first reading of a device also brings it online, which takes more statements.
  const [, before, breach, calm, after] = await statementsFor(t, packs, [CALM, CALM, pending, CALM, CALM])
  assert.deepEqual([breach! > before!, calm! > before!, after], [true, true, before])
})
