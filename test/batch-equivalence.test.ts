import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { effectsOn } from './harness/effects.ts'

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
