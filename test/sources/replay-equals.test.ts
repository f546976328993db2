import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addSource, type Sender } from '../harness/senders.ts'

const RIGHT = { device: 'sensor', ts: 'at', metrics: { temperature: 't' }, flags: { water_leak: 'wet' }, rest: 'drop' }
const WRONG = { ...RIGHT, device: 'serial' }
const NOON_S = 1_795_263_620

test('a replay after mending makes the readings that the right mapping would have made from the start', async (t) => {
  const app = await startApp(t, { startsAt: new Date(NOON_S * 1_000) })
  const operator = await app.logIn('operator')
  const add = (mapping: object) => addSource(app, operator, { format: 'json', module: 'home_infra', mapping })
  const [right, mended] = [await add(RIGHT), await add(WRONG)]
  // So that nothing of the right one is pending either.
  await right.post({ sensor: 'cellar', at: NOON_S - 1, t: 4 })
  const [first] = await right.adopt('cellar')
  await mended.post({ serial: 'cellar', sensor: 'cellar', at: NOON_S - 1, t: 4 })
  const [second] = await mended.adopt('cellar')
  const messages = [
    ...['with a time', 'with a time again'].map(() => ({ sensor: 'cellar', at: NOON_S, t: 4.5 })),
    ...[1, 2, 3].map((place) => ({ sensor: 'cellar', at: NOON_S + place, t: 4.5, wet: place === 2 })),
    // A sensor without a clock, whose value does not change.
    ...Array.from({ length: 5 }, () => ({ sensor: 'cellar', t: 21 })),
  ]
  for (const message of messages) {
    app.setClock({ seconds: 30 })
    for (const source of [right, mended]) assert.equal((await source.post(message)).status, 200)
  }
  await mended.call('PATCH', '', { mapping: RIGHT })
  await mended.call('POST', '/replay')
  const replay = app.service.jobs.find(({ name }) => name === 'replay messages of sources')!
  while (await replay.step(app.now()));
  const historyOf = (device: number) =>
    app.rows(
      'select at, module, lat, lng, battery, signal, metrics, flags from readings where device_id = $1 order by at, metrics::text',
      [device],
    )
  assert.deepEqual(await historyOf(second!), await historyOf(first!))
  assert.equal((await historyOf(first!)).length, 10)
  assert.equal((await mended.record()).counts.quarantined, 0)
  assert.deepEqual(await alertsOf(app, second!), await alertsOf(app, first!))
})

test('messages without a time of a device that waits are kept each, and those with one once', async (t) => {
  const app = await startApp(t, { startsAt: new Date(NOON_S * 1_000) })
  const source = await addSource(app, await app.logIn('operator'), { format: 'json', module: 'home_infra' })
  const sent = async (message: object, { seconds }: { seconds: number }) => {
    app.setClock({ seconds })
    assert.equal((await source.post(message)).status, 200)
  }
  for (let times = 0; times < 3; times += 1) await sent({ device_id: 'cellar', temperature: 4 }, { seconds: 60 })
  for (let times = 0; times < 3; times += 1) {
    await sent({ device_id: 'attic', ts: NOON_S, temperature: 4 }, { seconds: 60 })
  }
  assert.deepEqual(await keptOf(source), { cellar: 3, attic: 1 })
  const [cellar] = await source.adopt('cellar')
  const rows = await app.rows('select at from readings where device_id = $1', [cellar])
  assert.equal(rows.length, 3)
})

async function keptOf(source: Sender): Promise<Record<string, number>> {
  const { body } = await source.call('GET', '/external-ids')
  return Object.fromEntries(body.data.map((each: Record<string, unknown>) => [each.external_id, each.quarantined]))
}

/** When they were raised differs: those of a replay come late. */
const alertsOf = async (app: Awaited<ReturnType<typeof startApp>>, device: number) =>
  app.rows('select title, severity, field from alerts where device_id = $1 order by alert_id', [device])
