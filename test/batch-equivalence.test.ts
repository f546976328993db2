import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** Values on both sides of several rules' limits, seconds or minutes apart, with some duplicates. */
const readings = fc
  .array(
    fc.record({
      step: fc.constantFrom(0, 1, 20, 70, 200),
      systolic: fc.constantFrom(undefined, 120, 137, 150, 178, 190),
      spo2: fc.constantFrom(undefined, 98, 91),
      panic: fc.constantFrom(undefined, undefined, false, true),
      battery: fc.constantFrom(undefined, 80, 9),
      lat: fc.constantFrom(undefined, 10, 20),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps) => {
    let at = NOW.getTime() / 1_000 - 5_000
    return steps.map(({ step, systolic, spo2, panic, battery, lat }) => {
      at += step
      const place = lat === undefined ? {} : { lat, lng: 5 }
      return {
        module: 'health',
        ts: at,
        battery,
        ...place,
        metrics: { systolic, spo2 },
        flags: { panic_pressed: panic },
      }
    })
  })

/** Positions at which the readings are split into batches. */
const cuts = fc.array(fc.integer({ min: 1, max: 13 }), { maxLength: 3 })

test('batches of any size have the same effects as single readings', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await app.createWebhook({ url: 'http://127.0.0.1:9/' })
  await fc.assert(
    fc.asyncProperty(readings, cuts, fc.boolean(), async (all, places, isReversed) => {
      const [single, batched] = [
        await app.createDevice({ module: 'health' }),
        await app.createDevice({ module: 'health' }),
      ]
      for (const reading of all) assert.equal((await single.send(reading)).status, 200)
      for (const part of partsOf(all, places)) {
        // A stable sort: readings with the same time keep their order, which alone says which came first.
        await sendBatch(app, batched, isReversed ? part.toSorted((one, other) => other.ts - one.ts) : part)
      }
      assert.deepEqual(await effectsOn(app, batched), await effectsOn(app, single))
    }),
    { numRuns: 60 },
  )
})

function partsOf<Item>(all: Item[], places: number[]): Item[][] {
  const ends = [...new Set([...places.filter((place) => place < all.length), all.length])].sort((a, b) => a - b)
  return ends.map((end, part) => all.slice(ends[part - 1] ?? 0, end))
}

async function sendBatch(app: TestApp, { token }: TestDevice, body: unknown[]): Promise<void> {
  const response = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(body),
  })
  assert.deepEqual(await response.json(), { status: 'ok', accepted: body.length, rejected: [] })
}

const EFFECTS = {
  readings: 'select * from reading_rows where device_id = $1 order by at, digest',
  latest: `
    select to_jsonb(s) - '{device_id,evaluated_before}'::text[] as state from device_states as s where device_id = $1`,
  rules: `
    select rule_key, state #- '{open,alert_id}' #- '{resolved,alert_id}' as state, due_at
    from rule_states where device_id = $1 order by rule_key`,
  alerts: `
    select a.*, a.alert_id - first.alert_id as alert_id, a.incident_id - first.incident_id as incident_id
    from alerts as a,
      (select min(alert_id) as alert_id, min(incident_id) as incident_id from alerts where device_id = $1) as first
    where a.device_id = $1 order by a.alert_id`,
  incidents: `
    select i.*, i.alert_id - first.alert_id as alert_id, i.incident_id - first.incident_id as incident_id
    from incidents as i,
      (select min(alert_id) as alert_id, min(incident_id) as incident_id from incidents where device_id = $1) as first
    where i.device_id = $1 order by i.incident_id`,
  timeline: `
    select t.incident_id - min(t.incident_id) over () as incident_id, t.at, t.kind, t.text
    from incident_timeline as t
    join incidents as i on i.incident_id = t.incident_id
    where i.device_id = $1
    order by t.incident_id, t.entry_id`,
  webhooks: `
    select d.event, d.body::jsonb -> 'data' #- '{alert_id}' #- '{incident_id}' #- '{device_id}' as data
    from deliveries as d where (d.body::jsonb #>> '{data,device_id}')::integer = $1 order by d.id`,
}

/** Everything stored about a device, in a stable order and without ids. */
async function effectsOn(app: TestApp, { id }: TestDevice): Promise<Record<string, unknown[]>> {
  const effects: Record<string, unknown[]> = {}
  for (const [what, query] of Object.entries(EFFECTS)) {
    const rows = await app.rows<{ device_id?: number }>(query, [id])
    effects[what] = rows.map(({ device_id: _, ...row }) => row)
  }
  return effects
}
