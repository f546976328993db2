import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TestApp } from './harness/app.ts'
import { holdIncident } from './harness/held-tables.ts'
import { NOON, startReachableApp } from './harness/reachable.ts'

const after = (minutes: number): string => new Date(NOON.getTime() + minutes * 60_000).toISOString()
const ts = (app: TestApp): number => app.now().getTime() / 1_000

/** A press that is too hot, with two rules, and an operator who is notified of it. */
async function hotPress(t: TestContext) {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const admin = await app.logIn('admin')
  for (const [key, field] of [
    ['press.hot', 'metrics.heat'],
    ['press.loud', 'metrics.noise'],
  ]) {
    await admin('PUT', `/api/admin/rules/${key}`, {
      name: key,
      condition: { type: 'threshold', field, op: 'gt' },
      levels: [
        { severity: 'warning', value: 90 },
        { severity: 'critical', value: 120 },
      ],
      clear_for_s: 0,
      title: `${key} above {threshold}`,
    })
  }
  const press = await app.createDevice({ name: 'Press', offline_after_s: 86_400 })
  const send = async (metrics: Record<string, number>) => {
    await press.send({ ts: ts(app), metrics })
    await app.runJobs()
  }
  const one = async (what: string) => (await ana.call('GET', `/api/mobile/${what}`)).body.data
  const snooze = (what: string, minutes: number) =>
    ana.call('POST', `/api/mobile/${what}/acknowledgement`, { until: after(minutes) })
  return { app, ana, send, one, snooze }
}

test('alerts of a snoozed incident are snoozed with it, and fire again with it', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 100, noise: 100 })
  await ana.call('POST', '/api/mobile/alerts/1/acknowledgement')
  await snooze('incidents/1', 30)
  const alerts = await Promise.all(['alerts/1', 'alerts/2'].map(one))
  assert.deepEqual(
    alerts.map(({ status, snoozed_until, acknowledged_until }) => [status, snoozed_until, acknowledged_until]),
    [
      ['acknowledged', after(30), after(30)],
      ['acknowledged', after(30), after(30)],
    ],
  )
  await app.fastForward({ minutes: 30 })
  assert.deepEqual(
    (await Promise.all(['alerts/1', 'alerts/2', 'incidents/1'].map(one))).map(({ status }) => status),
    ['firing', 'firing', 'open'],
  )
})

test('an alert that is snoozed takes its incident with it, which rings again when it fires again', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 100 })
  assert.equal(ana.titles().length, 1)
  await snooze('alerts/1', 30)
  const { status, snoozed_until, timeline } = await one('incidents/1')
  assert.deepEqual([status, snoozed_until], ['acknowledged', after(30)])
  assert.ok(timeline.some(({ text }: { text: string }) => text === `warning: press.hot above 90 until ${after(30)}`))
  await snooze('alerts/1', 60)
  assert.equal((await one('incidents/1')).snoozed_until, after(60))
  await app.fastForward({ seconds: 60 * 60 - 1 })
  assert.equal(ana.titles().length, 1)
  await app.fastForward({ seconds: 1 })
  assert.equal(ana.titles().length, 2)
  assert.deepEqual([(await one('alerts/1')).status, (await one('incidents/1')).status], ['firing', 'open'])
  const entries = await app.rows(`select subject_id from audit_entries where action = 'alert.snoozed'`)
  assert.equal(entries.length, 2)
})

test('a more severe alert opens a snoozed incident at once; one of the same severity joins it silently', async (t) => {
  const { ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 100 })
  await snooze('incidents/1', 30)
  await send({ heat: 100, noise: 100 })
  assert.deepEqual([(await one('incidents/1')).status, ana.titles().length], ['acknowledged', 1])
  await send({ heat: 130, noise: 100 })
  const { status, severity, snoozed_until } = await one('incidents/1')
  assert.deepEqual([status, severity, snoozed_until], ['open', 'critical', null])
  const alert = await one('alerts/1')
  assert.deepEqual([alert.status, alert.severity, alert.snoozed_until], ['firing', 'critical', null])
  assert.match(ana.lines().at(-1)!, /Critical, \d\d:\d\d UTC/)
})

test('acknowledging the incident ends the snoozes of its alerts', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 100, noise: 100 })
  await snooze('alerts/1', 30)
  assert.equal((await one('incidents/1')).status, 'open', 'the other one still fires')
  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.fastForward({ minutes: 60 })
  assert.deepEqual(
    [(await one('alerts/1')).status, (await one('incidents/1')).status],
    ['acknowledged', 'acknowledged'],
  )
})

test('an alert whose snooze gives way to an acknowledgement of its incident is acknowledged from then on', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 130, noise: 130 })
  await snooze('alerts/1', 10 * 60)
  await app.leap({ seconds: 9 * 3_600 })
  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.fastForward({ seconds: 5 })
  const alerts = await Promise.all(['alerts/1', 'alerts/2'].map(one))
  assert.deepEqual(
    alerts.map(({ status, acknowledged_until }) => [status, acknowledged_until]),
    [
      ['acknowledged', after(17 * 60)],
      ['acknowledged', after(17 * 60)],
    ],
  )
  assert.equal((await one('incidents/1')).status, 'acknowledged')
})

test('two people who acknowledge the last firing alerts at the same moment acknowledge their incident', async (t) => {
  const { app, ana, send, one } = await hotPress(t)
  await send({ heat: 100 })
  const other = await app.createDevice({ name: 'Oven', offline_after_s: 86_400 })
  await other.send({ ts: ts(app), metrics: { heat: 100 } })
  await ana.call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  const held = await holdIncident(t, app, 1)
  const answers = Promise.all([1, 2].map((id) => ana.call('POST', `/api/mobile/alerts/${id}/acknowledgement`)))
  await held.isWaitedFor(2)
  await held.release()
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await one('incidents/1')).status, 'acknowledged')
})

test('a snooze goes on for longer than the eight hours after which critical acknowledgements expire', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 130 })
  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  const expires = after(8 * 60)
  assert.deepEqual(
    [(await one('incidents/1')).acknowledged_until, (await one('alerts/1')).acknowledged_until],
    [expires, expires],
  )
  assert.equal((await one('incidents/1')).snoozed_until, null)
  await snooze('incidents/1', 10 * 60)
  await app.leap({ seconds: 10 * 3_600 - 1 })
  assert.deepEqual(
    [(await one('alerts/1')).status, (await one('incidents/1')).status],
    ['acknowledged', 'acknowledged'],
  )
  await app.leap({ seconds: 1 })
  assert.deepEqual([(await one('alerts/1')).status, (await one('incidents/1')).status], ['firing', 'open'])
})

test('an incident whose alerts have cleared does not ring when its snooze is over', async (t) => {
  const { app, ana, send, one, snooze } = await hotPress(t)
  await send({ heat: 100 })
  await snooze('incidents/1', 10)
  await app.fastForward({ minutes: 7 })
  await send({ heat: 20 })
  assert.equal((await one('alerts/1')).status, 'resolved')
  await app.fastForward({ minutes: 10 })
  assert.equal((await one('incidents/1')).status, 'resolved')
  assert.deepEqual(
    ana.titles().filter((title) => title.includes('above 90')),
    ['Press: heat 100 (above 90)'],
  )
})
