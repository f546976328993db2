import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expandMonth, forgetExpanded } from '../src/core/telemetry/chunks/expand-month.ts'
import { listMonths } from '../src/core/telemetry/storage/reading-months.ts'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { compact, exportedLines, sendAll } from './harness/compaction.ts'
import { connected, MQTT, publish } from './harness/mqtt-client.ts'

const NOW = new Date('2026-03-20T12:00:00.300Z')
const SENT = Math.floor(NOW.getTime() / 1_000) - 3 * 86_400
const RULES = '/api/admin/rules'
const RULE = {
  key: 'own.queue',
  name: 'Queue',
  condition: { type: 'threshold', field: 'metrics.queue', op: 'gt' },
  levels: [{ severity: 'warning', value: 5 }],
  clear_for_s: 0,
  cooldown_s: 0,
  title: 'Queue above {threshold}',
}
const RANGE = { from: '2026-03-01T00:00:00Z', to: '2026-03-21T00:00:00Z' }
type Call = Awaited<ReturnType<TestApp['logIn']>>

const reading = (afterS: number, queue: number) => ({ module: 'factory', ts: SENT + afterS, metrics: { queue } })
const told = (alerts: Record<string, unknown>[]) =>
  alerts
    .map((alert) =>
      ['triggered_at', 'resolved_at', 'triggered_value', 'peak_value', 'occurrences'].map((key) => alert[key]),
    )
    .toSorted()

async function alertsOf(call: Call, { id }: TestDevice) {
  return told((await call('GET', `/api/mobile/alerts?limit=500&device_id=${id}`)).body.data)
}

/** The result of a preview for one device. */
async function previewOf(call: Call, { id }: TestDevice) {
  const rule = { ...RULE, scope: { device_ids: [id] } }
  return told((await call('POST', `${RULES}/preview`, { rule, ...RANGE })).body.data.alerts)
}

test('readings of the same time in a batch count in the order of the batch, live and in a preview', async (t) => {
  const app = await startApp(t, { startsAt: NOW, env: MQTT })
  const call = await app.logIn('operator')
  await call('POST', RULES, RULE)
  for (const [high, low] of [7, 8, 9].map((one) => [one, 4] as const)) {
    for (const [first, last] of [
      [high, low],
      [low, high],
    ] as const) {
      const batch = [reading(20, 4), reading(0, 6), reading(10, first), reading(10, last)]
      const [posted, published] = [await app.createDevice(), await app.createDevice()]
      await sendAll(app, posted, batch)
      const client = await connected(t, app, { username: published.token })
      await publish(client, batch)
      client.end(true)
      const until = `2026-03-17T12:00:${last === low ? '10' : '20'}.000Z`
      // The low value in between ends one alert and begins another.
      const isOne = last === low
      for (const device of [posted, published]) {
        const live = await alertsOf(call, device)
        assert.deepEqual(live.at(-1)?.[1], until)
        assert.equal(live.length, isOne ? 1 : 2)
        assert.deepEqual(await previewOf(call, device), live)
      }
    }
  }
})

/** Several readings a second, some of them the same, in any order. */
const batches = fc.array(
  fc.array(fc.record({ afterS: fc.nat(4), queue: fc.constantFrom(3, 4, 6, 7, 8) }), { minLength: 2, maxLength: 70 }),
  { minLength: 1, maxLength: 3 },
)

test('the history keeps the order of arrival, as rows, in chunks and expanded again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('POST', RULES, RULE)
  await fc.assert(
    fc.asyncProperty(batches, async (sent) => {
      const device = await app.createDevice()
      for (const [place, batch] of sent.entries()) {
        app.setClock({ seconds: 1 })
        await sendAll(
          app,
          device,
          batch.map(({ afterS, queue }) => reading(place * 4 + afterS, queue)),
        )
      }
      const [live, lines] = [await alertsOf(call, device), await exportedLines(app, call, device)]
      assert.deepEqual(await previewOf(call, device), live, 'as rows')
      const months = (await listMonths(app.service.db.inCell(0))).filter(({ from }) => from <= NOW.getTime())
      await compact(app, months, 0)
      assert.equal((await app.rows('select from reading_rows')).length, 0)
      assert.deepEqual(await previewOf(call, device), live, 'in chunks')
      assert.deepEqual(await exportedLines(app, call, device), lines)
      for (const month of months) {
        for await (const _ of expandMonth(app.service.db.inCell(0), month));
        await forgetExpanded(app.service.db.inCell(0), month)
      }
      assert.deepEqual(await previewOf(call, device), live, 'as rows again')
      assert.deepEqual(await exportedLines(app, call, device), lines)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('an explanation is about the last of several readings of the same time', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('POST', RULES, RULE)
  for (const [first, last] of [
    [4, 6],
    [6, 4],
    [7, 8],
    [8, 7],
  ] as const) {
    const device = await app.createDevice()
    await sendAll(app, device, [reading(0, first), reading(0, last)])
    const { data } = (await call('GET', `${RULES}/own.queue/explain?device_id=${device.id}`)).body
    assert.equal(data.parts[0].value, last)
  }
})
