import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { STORED_TIMES } from '../src/app/clock/stored-times.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { declare, startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const TWO_HOURS = { seconds: 7_200 }
const BACK = { seconds: -7_200 }

const alerts = (app: TestApp) =>
  app.rows<{ rule_key: string; status: string }>(
    `select rule_key, status from alerts where rule_key <> 'device.offline' order by alert_id`,
  )

/** Runs one background job alone, since any of them may be the first to notice that the clock has moved. */
async function run(app: TestApp, name: string): Promise<void> {
  const job = app.service.jobs.find((one) => one.name === name)!
  while (await job.step(app.now()));
}

const ABSENCE_JOBS = ['mark offline devices', 'run stale rules', 'run due rules']

/** All deliveries and alerts about offline devices. */
async function offlineNews(app: TestApp): Promise<unknown[]> {
  const news = await app.rows<{ what: string }>(`
    select event as what from deliveries where event = 'device.offline'
    union all select rule_key from alerts where rule_key = 'device.offline'`)
  return news.map(({ what }) => what).sort()
}

test('after a clock that was two hours ahead is corrected, the next breach raises an alert at once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  app.setClock(TWO_HOURS)
  await monitor.send({ lat: 46, lng: 14, metrics: { systolic: 120, spo2: 98 } })
  await app.runJobs()
  app.setClock(BACK)

  // Not even a background job has checked the clock yet.
  await monitor.send({ lat: 47, lng: 15, metrics: { systolic: 200 } })
  assert.deepEqual(await alerts(app), [{ rule_key: 'health.systolic.high', status: 'firing' }])
  await app.runJobs()
  const device = (await call('GET', `/api/mobile/devices/${monitor.id}`)).body.data
  assert.deepEqual(
    [device.last_seen, device.latest.metrics, device.lat, device.status],
    [NOW.toISOString(), { systolic: 200, spo2: 98 }, 47, 'online'],
  )
  await monitor.send({ metrics: { spo2: 80 } })
  assert.equal((await alerts(app)).length, 2)
})

test("a jump of the service's clock does not change the latest reading of a device", async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  const ts = NOW.getTime() / 1_000
  app.setClock(TWO_HOURS)
  await monitor.send({ ts, metrics: { systolic: 120 } })
  await app.runJobs()
  app.setClock(BACK)
  await monitor.send({ ts: ts - 600, metrics: { systolic: 200 } })
  assert.deepEqual(await alerts(app), [], 'it is late, as ever')
  await monitor.send({ ts: ts + 1, metrics: { systolic: 200 } })
  assert.equal((await alerts(app)).length, 1)
})

test('for_s, clear_for_s and staleness that began while the clock was ahead count from its correction', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('PUT', '/api/admin/rules/press.hot', {
    name: 'Press hot',
    condition: { type: 'threshold', field: 'metrics.heat', op: 'gt' },
    levels: [{ severity: 'warning', value: 90, for_s: 60 }],
    clear_for_s: 60,
    title: 'Above {threshold} °C',
  })
  const press = await app.createDevice()
  const tepid = await app.createDevice()
  await app.runJobs()
  await tepid.send({ metrics: { heat: 95 } })
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await alerts(app), [{ rule_key: 'press.hot', status: 'firing' }])
  app.setClock(TWO_HOURS)
  await press.send({ metrics: { heat: 95 } })
  await tepid.send({ metrics: { heat: 20 } })
  await app.runJobs()
  app.setClock(BACK)
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await alerts(app), [
    { rule_key: 'press.hot', status: 'resolved' },
    { rule_key: 'press.hot', status: 'firing' },
  ])
})

for (const first of ABSENCE_JOBS) {
  test(`a jump of the clock is nobody's silence in either direction when the job "${first}" sees it first`, async (t) => {
    const app = await startApp(t, { startsAt: NOW })
    const receiver = await startReceiver(t)
    await app.createWebhook({ url: receiver.url })
    const [steady, dead] = [
      await app.createDevice({ offline_after_s: 60 }),
      await app.createDevice({ name: 'Dead', offline_after_s: 60 }),
    ]
    await app.runJobs()
    for (const device of [steady, dead]) await device.send({ metrics: { gas_ppm: 1 } })
    await app.fastForward({ seconds: 2 })

    for (const step of [TWO_HOURS, BACK, TWO_HOURS, BACK]) {
      app.setClock(step)
      await run(app, first)
      await app.runJobs()
      await steady.send({ metrics: { gas_ppm: 1 } })
      await app.fastForward({ minutes: 0.5 })
      assert.deepEqual(await offlineNews(app), [])
      await steady.send({ metrics: { gas_ppm: 1 } })
    }
    // The last jump was 30 seconds ago. The quiet device is reported one full threshold, 60 seconds, after it.
    await app.fastForward({ seconds: 29 })
    assert.deepEqual(await offlineNews(app), [])
    await app.fastForward({ seconds: 1 })
    assert.deepEqual(await offlineNews(app), ['device.offline', 'device.offline'])
    assert.deepEqual(await app.rows(`select device_id from device_states where status = 'offline'`), [
      { device_id: dead.id },
    ])
  })
}

test('a stale value is reported after one threshold, whatever a clock that was ahead has stored', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('PUT', '/api/admin/rules/pulse.silent', {
    name: 'No pulse value',
    condition: { type: 'stale', field: 'metrics.heart_rate', after_s: 60 },
    levels: [{ severity: 'warning' }],
    title: 'No pulse',
  })
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  app.setClock(TWO_HOURS)
  await monitor.send({ metrics: { heart_rate: 70 } })
  await app.runJobs()
  app.setClock(BACK)
  await app.runJobs()
  for (let second = 0; second < 60; second += 10) {
    assert.deepEqual(await alerts(app), [])
    await monitor.send({ metrics: { spo2: 98 } })
    await app.fastForward({ seconds: 10 })
  }
  assert.deepEqual(await alerts(app), [{ rule_key: 'pulse.silent', status: 'firing' }])
})

test('deliveries claimed or failed while the clock was ahead are sent after its correction', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  app.setClock(TWO_HOURS)
  receiver.status = 500
  await monitor.send({ metrics: { systolic: 200 } })
  await app.runJobs()
  // The state left by a node that dies during a delivery.
  await app.rows(
    `update deliveries set leased_until = next_attempt_at + interval '60 s' where event = 'alert.triggered'`,
  )
  app.setClock(BACK)
  receiver.status = 200
  await app.runJobs()
  // The lease of the dead node.
  await app.fastForward({ minutes: 1 })
  assert.deepEqual(await app.rows(`select event, status from deliveries order by id`), [
    { event: 'alert.triggered', status: 'delivered' },
    { event: 'incident.created', status: 'delivered' },
  ])
  assert.deepEqual(await app.rows('select deleted_at, breaker_opened_at from webhooks'), [
    { deleted_at: null, breaker_opened_at: null },
  ])
})

test('a time that is not set stays so when the clock is corrected', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  await app.runJobs()
  app.setClock(TWO_HOURS)
  const path = `/api/mobile/incidents/${await declare(ana)}`
  await app.runJobs()
  await ana.call('POST', `${path}/acknowledgement`)
  app.setClock(BACK)
  await app.runJobs()
  const ended = await app.rows('select state, next_at from escalation_runs')
  assert.deepEqual(ended, [{ state: 'acknowledged', next_at: null }])
  assert.equal((await ana.call('GET', path)).body.data.acknowledged_until, null)
  assert.deepEqual(await app.rows('select snoozed_until from incidents'), [{ snoozed_until: null }])
})

test('each step back of the clock is logged and counted once; differences of seconds are not steps', async (t) => {
  const logged: { msg: string; went_back_s: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const app = await startApp(t, { startsAt: NOW, log })
  const behind = await startApp(t, {
    connection: app.connection,
    startsAt: new Date(NOW.getTime() - 20_000),
    log,
  })
  const monitor = await app.createDevice({ module: 'health', offline_after_s: 60 })
  await app.runJobs()
  for (let second = 0; second < 5; second += 1) {
    await monitor.send({ metrics: { heart_rate: 70 } })
    await Promise.all([app.fastForward({ seconds: 1 }), behind.fastForward({ seconds: 1 })])
  }
  assert.equal(logged.length, 0)
  const before = await app.rows('select up_since from service_presence')
  assert.deepEqual(before, [{ up_since: NOW }])

  for (const node of [app, behind]) node.setClock(TWO_HOURS)
  await monitor.send({ metrics: { heart_rate: 70 } })
  await Promise.all([app.runJobs(), behind.runJobs()])
  for (const node of [app, behind]) node.setClock(BACK)
  await Promise.all([app.runJobs(), behind.runJobs()])
  await app.fastForward({ minutes: 2 })
  assert.equal(logged.length, 1)
  assert.match(logged[0]!.msg, /clock has gone back/)
  assert.equal(Math.round(logged[0]!.went_back_s / 60), 120)
  const metrics = await Promise.all([app, behind].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const counts = metrics.map((text) => Number(/^tocsin_clock_steps_back_total (\d+)$/m.exec(text)![1]))
  assert.deepEqual(counts.sort(), [0, 1])
})

test('every time in the future is corrected as its column declares', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const columns = await app.rows<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid = 'timestamptz'::regtype and not a.attisdropped`)
  const listed = Object.entries(STORED_TIMES).flatMap(([table, times]) =>
    Object.entries(times.columns).map(([column, ahead]) => ({ table, column, ahead, where: times.where ?? 'true' })),
  )
  assert.deepEqual(
    columns.map(({ name }) => name).sort(),
    listed.map(({ table, column }) => `${table}.${column}`).sort(),
  )

  const receiver = await startReceiver(t)
  receiver.status = 500
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  app.setClock(TWO_HOURS)
  await monitor.send({ metrics: { systolic: 200 } })
  await call('POST', '/api/mobile/alerts/1/acknowledgement')
  await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: 'not it' })
  await app.runJobs()
  app.setClock(BACK)
  await app.runJobs()
  for (const { table, column, ahead, where } of listed) {
    // Live events use the time of the database, and counts of readings are stored some seconds later.
    if (ahead === 'stays' || ['live_events', 'reading_counts'].includes(table)) continue
    const most = typeof ahead === 'number' ? ahead : 0
    const limit = new Date(NOW.getTime() + most * 1_000)
    const left = await app.rows(`select ${column} from ${table} where ${where} and ${column} > $1`, [limit])
    // Timers became due at once and were set again.
    const isAlarm = /_check_at|due_at|next_attempt_at|leased_until|probe_at/.test(column)
    if (!isAlarm) assert.deepEqual(left, [], `${table}.${column}`)
  }
  const waits = await app.rows<{ at: Date; most_s: number }>(`
    select offline_check_at as at, 600 as most_s from device_states
    union all select stale_check_at, 600 from device_states
    union all select next_attempt_at, 600 from deliveries where next_attempt_at is not null
    union all select due_at, 7 * 86400 from rule_states where due_at is not null`)
  assert.ok(waits.length >= 3)
  assert.deepEqual(
    waits.filter(({ at, most_s }) => at.getTime() > NOW.getTime() + most_s * 1_000),
    [],
  )

  // The state left by a transaction that was open during the step.
  await app.rows(`update device_states set last_seen = last_seen + interval '2 hours'`)
  await app.fastForward({ minutes: 1 })
  const [seen] = await app.rows<{ last_seen: Date }>('select last_seen from device_states')
  assert.ok(seen!.last_seen <= app.now())
})
