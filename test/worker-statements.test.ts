import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { listDevicesByIds } from '../src/core/devices/device-store.ts'
import { type IngestContext, ingestReadings } from '../src/core/ingestion/ingest-readings.ts'
import { ruleSet } from '../src/core/rules/engine/rule-set.ts'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { withDefaults } from '../src/core/rules/rule.ts'
import { type ReadingBody, toReading } from '../src/core/telemetry/reading.ts'
import { readingMonths } from '../src/core/telemetry/storage/open-months.ts'
import { openCells } from '../src/platform/database/cells/known-cells.ts'
import type { CellDatabase } from '../src/platform/database/database.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { effectsOn } from './harness/effects.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const DEVICES = 3
const RULES = ruleSet((await readRulePacks()).map((definition) => withDefaults(definition, 1)))

interface Sent {
  device: number
  body: ReadingBody
}

/** Minutes after the beginning of its group: mostly newer than all before, some of the time of the one before. */
const minutes = fc.oneof(
  { weight: 9, arbitrary: fc.nat(20) },
  { weight: 1, arbitrary: fc.integer({ min: -40, max: 300 }) },
)

const reading = fc.record({
  device: fc.nat(DEVICES - 1),
  minutes,
  battery: fc.constantFrom(null, 80, 9),
  metrics: fc.constantFrom(null, { systolic: 120 }, { systolic: 150, spo2: 98 }, { systolic: 190 }),
  flags: fc.constantFrom(null, { panic_pressed: false }, { panic_pressed: true }),
})

/** Groups of readings of several devices, half an hour apart: new, late, doubled and ahead, over several rules' limits. */
const groups = fc.array(fc.array(reading, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }).map((sent) =>
  sent.map((group, place) =>
    group.map(({ device, minutes: after, ...values }): Sent => {
      const ts = NOW / 1_000 + ((place - sent.length) * 30 + after) * 60
      return { device, body: { module: 'health', ts, ...values } }
    }),
  ),
)

/** Stores groups of readings as a node does whose statements go to the database server, or straight to a worker. */
async function openStores(t: TestContext, app: TestApp) {
  const all = await openCells(app.connection, { connections: 2, applicationName: 'test', onError: () => undefined })
  cleanUp(t, () => all.close())
  const db = all.inCell(0)
  const straight: CellDatabase = {
    ...db,
    transaction: (work) => db.transaction((tx) => work({ ...tx, isOnWorker: () => true })),
  }
  const context: Omit<IngestContext, 'db'> = {
    rules: () => RULES,
    months: readingMonths(db),
    incidents: { minSeverity: 'warning', grouping: 'device' },
    offlineAfterS: 600,
    now: () => new Date(NOW),
  }
  const into = (target: CellDatabase) => async (ids: readonly number[], group: readonly Sent[]) => {
    const devices = await listDevicesByIds(db, ids)
    await ingestReadings(
      { ...context, db: target },
      group.map(({ device, body }) => ({
        device: devices.find(({ id }) => id === ids[device])!,
        reading: toReading(body, NOW),
      })),
    )
  }
  return { toServer: into(db), toWorker: into(straight) }
}

async function createDevices(app: TestApp): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < DEVICES; n += 1) ids.push((await app.createDevice({ module: 'health' })).id)
  return ids
}

/** Hours to sum up, each with how often a reading called for it. */
const hoursOf = (app: TestApp, id: number) =>
  app.rows('select hour, marks from hours_to_aggregate where device_id = $1 order by hour', [id])

test('readings have the same effects through the statements for a worker as through those for one server', async (t) => {
  const app = await startApp(t, { startsAt: new Date(NOW) })
  await app.createWebhook({ url: 'http://127.0.0.1:9/' })
  const { toServer, toWorker } = await openStores(t, app)
  await fc.assert(
    fc.asyncProperty(groups, async (sent) => {
      const [here, there] = [await createDevices(app), await createDevices(app)]
      // One after the other, so that ids can be compared.
      for (const group of sent) await toServer(here, group)
      for (const group of sent) await toWorker(there, group)
      for (const [place, id] of here.entries()) {
        const other = { id: there[place]! }
        assert.deepEqual(await effectsOn(app, other), await effectsOn(app, { id }))
        assert.deepEqual(await hoursOf(app, other.id), await hoursOf(app, id))
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('readings of a device without a state are refused by both, and nothing of their group is stored', async (t) => {
  const app = await startApp(t, { startsAt: new Date(NOW) })
  const { toServer, toWorker } = await openStores(t, app)
  const ids = await createDevices(app)
  const group: Sent[] = ids.map((_, device) => ({ device, body: { module: 'health', ts: NOW / 1_000 } }))
  for (const gone of [ids.slice(1, 2), ids]) {
    await app.rows('delete from device_states where device_id = any ($1)', [gone])
    for (const store of [toServer, toWorker]) await assert.rejects(store(ids, group), /erased/)
    assert.deepEqual(await app.rows('select from reading_rows'), [])
  }
})
