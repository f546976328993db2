import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecording } from '../src/fleet/recordings/read-recording.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { fillHistory } from './harness/history.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS
const RULES = '/api/admin/rules'
const TEMPERATURE = {
  key: 'office.temperature.high',
  name: 'Office warm',
  condition: { type: 'threshold', field: 'metrics.temperature', op: 'gt' },
  levels: [
    { severity: 'warning', value: 22, clear: 21.5, for_s: 120 },
    { severity: 'critical', value: 23, clear: 22.8 },
  ],
  max_gap_s: 3_600,
  title: 'Above {threshold} °C',
}
const COLUMNS = [
  'severity',
  'threshold',
  'triggered_value',
  'peak_value',
  'occurrences',
  'triggered_at',
  'resolved_at',
  'resolve_reason',
  'title',
] as const

test('a preview over a recording finds exactly the alerts that ingestion raised', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('POST', RULES, TEMPERATURE)
  const device = await app.createDevice({ module: 'home_infra' })
  const recording = await recordedReadings('office-temperature.csv')
  for (let start = 0; start < recording.length; start += 400) {
    const answer = await sendBatch(app, device.token, recording.slice(start, start + 400))
    assert.equal(answer.accepted, Math.min(400, recording.length - start))
  }
  const range = { from: '2000-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  const live = (await call('GET', '/api/mobile/alerts?limit=500')).body.data
    .filter(({ rule_key }: { rule_key: string }) => rule_key === TEMPERATURE.key)
    .toSorted(byTime)
  assert.ok(live.length >= 5, `${live.length} alerts`)

  const preview = (await call('POST', `${RULES}/preview`, { rule: TEMPERATURE, ...range })).body.data
  const told = (alerts: Record<string, unknown>[]) => alerts.map((alert) => COLUMNS.map((column) => alert[column]))
  assert.deepEqual(told(preview.alerts), told(live))
  assert.equal(preview.readings, recording.length)
  assert.equal(preview.alert_count, live.length)
  assert.deepEqual(preview.difference, {
    added: [],
    added_count: 0,
    removed: [],
    removed_count: 0,
    kept: live.length,
  })

  // The preview has stored nothing.
  assert.equal(
    (await app.rows('select from alerts')).length,
    (await call('GET', '/api/mobile/alerts?limit=500')).body.data.length,
  )
})

test('a preview of an edit lists additional and missing alerts', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = { ...TEMPERATURE, levels: [{ severity: 'warning', value: 30 }], clear_for_s: 0, cooldown_s: 0 }
  await call('POST', RULES, rule)
  const device = await app.createDevice({ module: 'fleet' })
  for (const [minute, temperature] of [20, 33, 20, 45, 20].entries())
    await device.send({ ts: ts(app, minute * 60 - 600), metrics: { temperature } })
  const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }

  const stricter = { ...rule, levels: [{ severity: 'warning', value: 40 }] }
  const { data } = (await call('POST', `${RULES}/preview`, { rule: stricter, ...range })).body
  assert.deepEqual([data.alerts.length, data.incidents, data.firing_s, data.readings], [1, 1, 60, 5])
  assert.deepEqual(data.before, { version: 1, alerts: 2, incidents: 1, firing_s: 120 })
  assert.deepEqual([data.difference.added.length, data.difference.removed.length, data.difference.kept], [0, 1, 1])
  assert.equal(data.difference.removed[0].triggered_value, 33)

  const fresh = { ...rule, key: 'another.rule' }
  const first = (await call('POST', `${RULES}/preview`, { rule: fresh, ...range })).body.data
  assert.deepEqual([first.alerts.length, first.before, first.difference], [2, null, null])
  assert.equal((await call('POST', `${RULES}/preview`, { rule: fresh, from: range.to, to: range.from })).status, 400)
  assert.equal((await call('POST', `${RULES}/preview`, { rule: { key: 'a' }, ...range })).status, 400)
})

test('a preview of ten thousand alerts lists the first, counts all, and does not block others', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = { ...TEMPERATURE, levels: [{ severity: 'warning', value: 22 }], clear_for_s: 0, cooldown_s: 0 }
  await call('POST', RULES, rule)
  const device = await app.createDevice({ module: 'factory' })
  await fillHistory(app, device.id, 21_000, { metrics: `jsonb_build_object('temperature', 20 + 10 * (i % 2))` })
  const range = { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }
  const preview = (edited: object) => call('POST', `${RULES}/preview`, { rule: edited, ...range })

  let isOver = false
  const asked = preview(rule).finally(() => {
    isOver = true
  })
  let answered = 0
  for (; !isOver; answered += 1) await call('GET', '/healthz')
  assert.ok(answered >= 10, `${answered} answers meanwhile`)
  const { data } = (await asked).body
  assert.deepEqual([data.alert_count, data.alerts.length, data.readings], [10_500, 1_000, 21_000])
  assert.deepEqual([data.alerts[0].alert_id, data.alerts[999].alert_id], [1, 1_000])
  assert.equal(data.alerts[999].triggered_at, '2026-02-01T00:33:19.000Z')
  const none = { added: [], added_count: 0, removed: [], removed_count: 0 }
  assert.deepEqual(data.difference, { ...none, kept: 10_500 })

  const cooler = (await preview({ ...rule, levels: [{ severity: 'warning', value: 40 }] })).body.data
  assert.deepEqual([cooler.alert_count, cooler.before.alerts, cooler.difference.removed_count], [0, 10_500, 10_500])
  assert.equal(cooler.difference.removed.length, 1_000)

  // A person may have one preview running and one queued. A preview that nobody waits for ends at once.
  const statuses = (await Promise.all([preview(rule), preview(rule), preview(rule)])).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 200, 429])
  const others = await Promise.all([1, 2, 3].map(() => app.logIn('operator')))
  const leaving = new AbortController()
  const request = { method: 'POST', headers: { authorization: call.authorization, 'content-type': 'application/json' } }
  const body = JSON.stringify({ rule, ...range })
  const left = fetch(`${app.url}${RULES}/preview`, { ...request, body, signal: leaving.signal })
  await call('GET', '/healthz')
  leaving.abort()
  await assert.rejects(left)
  const all = await Promise.all(others.map((other) => other('POST', `${RULES}/preview`, { rule, ...range })))
  assert.deepEqual(
    all.map(({ status, body: answer }) => [status, answer.data.alert_count]),
    [
      [200, 10_500],
      [200, 10_500],
      [200, 10_500],
    ],
  )
})

test('an explanation says what a rule waits for, and which values are unknown', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const device = await app.createDevice({ module: 'health' })
  const explain = async (key: string) => (await call('GET', `${RULES}/${key}/explain?device_id=${device.id}`)).body.data
  // From here on the node counts as listening.
  await app.runJobs()
  assert.deepEqual((await explain('health.heart_rate.high')).state, 'idle')
  await device.send({ ts: ts(app), metrics: { heart_rate: 115 } })
  await app.fastForward({ seconds: 20 })

  const pending = await explain('health.heart_rate.high')
  assert.deepEqual(
    [pending.state, pending.in_scope, pending.seconds_left, pending.last_value],
    ['pending', true, 40, 115],
  )
  assert.deepEqual(pending.parts, [{ type: 'threshold', field: 'metrics.heart_rate', value: 115, is_true: true }])
  assert.deepEqual(pending.levels[0], {
    severity: 'warning',
    value: 111,
    clear: 106,
    for_s: 60,
    broken_since: '2026-03-01T12:00:00.000Z',
    seconds_left: 40,
    clear_since: null,
  })
  const silence = await explain('device.offline')
  assert.deepEqual([silence.state, silence.in_scope, silence.seconds_left], ['idle', true, 580])
  assert.deepEqual(silence.parts, [{ type: 'stale', field: 'last_seen', value: 20, is_true: false }])
  const pulse = { type: 'stale', field: 'metrics.heart_rate', after_s: 60 }
  const levels = [{ severity: 'info' }, { severity: 'critical', value: 300 }]
  await call('POST', RULES, { key: 'no.pulse', name: 'No pulse', condition: pulse, levels, title: 'Silent' })
  const gone = await explain('no.pulse')
  assert.deepEqual([gone.seconds_left, gone.parts[0].value], [40, 20])
  assert.deepEqual(
    gone.levels.map((level: { seconds_left: number }) => level.seconds_left),
    [40, 280],
  )
  const unknown = await explain('health.glucose.high')
  assert.deepEqual(unknown.parts, [{ type: 'threshold', field: 'metrics.glucose', value: null, is_true: null }])
  assert.equal((await explain('factory.smoke')).in_scope, false)

  await app.fastForward({ seconds: 45 })
  await device.send({ ts: ts(app), metrics: { heart_rate: 80 } })
  assert.deepEqual((await explain('health.heart_rate.high')).state, 'recovering')
  assert.equal((await call('GET', `${RULES}/no.rule/explain?device_id=${device.id}`)).status, 404)
  assert.equal((await call('GET', `${RULES}/factory.smoke/explain?device_id=99`)).status, 404)
})

test('the noise report lists the noisiest rules, and the limit that would halve their alerts', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('POST', RULES, {
    ...TEMPERATURE,
    levels: [{ severity: 'warning', value: 30 }],
    clear_for_s: 0,
    cooldown_s: 0,
  })
  const device = await app.createDevice({ module: 'fleet' })
  for (const [minute, temperature] of [31, 0, 32, 0, 35, 0, 40].entries())
    await device.send({ ts: ts(app, minute * 60 - 600), metrics: { temperature } })
  await call('POST', '/api/mobile/incidents/1/resolution', { resolution: 'false_alarm' })
  const [noise, ...others] = (await call('GET', '/api/admin/noise?days=7')).body.data
  assert.deepEqual(others, [])
  assert.deepEqual(noise, {
    rule_key: TEMPERATURE.key,
    alerts: 4,
    devices: 1,
    unattended_percent: 100,
    false_alarm_percent: 100,
    reopened: 0,
    flapped: 0,
    median_firing_s: 60,
    halving_threshold: 32,
  })
})

const byTime = (one: { triggered_at: string }, other: { triggered_at: string }) =>
  one.triggered_at.localeCompare(other.triggered_at)

async function recordedReadings(name: string) {
  const readings: Record<string, unknown>[] = []
  const options = { module: 'home_infra', metric: 'temperature', unit: 'F' } as const
  for await (const { body } of readRecording(join(import.meta.dirname, '../examples', name), options))
    readings.push(body)
  return readings
}

async function sendBatch(app: TestApp, token: string, readings: readonly object[]) {
  const response = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(readings),
  })
  return (await response.json()) as { accepted: number }
}
