import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** The app's time in seconds since 1970. */
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

async function scene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const told = () => receiver.requests.map(({ event }) => event).sort()
  async function silence(more: Record<string, unknown>): Promise<number> {
    const { status, body } = await call('POST', '/api/admin/silences', { reason: 'Planned work', ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }
  return { app, receiver, call, told, silence }
}

test('alerts still firing at the end of a silence are sent then, to the second, and not before', async (t) => {
  const { app, receiver, call, told, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  const id = await silence({ device_ids: [monitor.id], duration_s: 60 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })

  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  const incident = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual([alert.status, alert.silenced_by], ['firing', id])
  assert.deepEqual([incident.status, incident.silenced_by], ['open', id])
  await app.fastForward({ seconds: 59 })
  assert.deepEqual(told(), [])
  await app.fastForward({ seconds: 1 })
  assert.deepEqual(told(), ['alert.triggered', 'incident.created'])

  const [triggered] = receiver.received('alert.triggered')
  assert.deepEqual(
    [triggered!.data.incident_id, triggered!.data.triggered_at, JSON.parse(triggered!.body).timestamp],
    [1, '2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'],
  )
  const after = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.equal(after.silenced_by, null)
  assert.deepEqual(
    after.timeline.map(({ kind }: { kind: string }) => kind).filter((kind: string) => !kind.startsWith('webhook')),
    ['created', 'silenced', 'silenced', 'notified', 'notified'],
  )
  const { data } = (await call('GET', `/api/admin/silences/${id}`)).body
  assert.deepEqual([data.state, data.notifications], ['expired', { held: 0, sent: 2, dropped: 0 }])
})

test('alerts that began and ended in a silence are never sent, and stay marked', async (t) => {
  const { app, call, told, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  const id = await silence({ duration_s: 180 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 5 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 120 } })
  await app.fastForward({ minutes: 7 })

  assert.deepEqual(told(), [])
  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  const incident = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual([alert.status, alert.silenced_by], ['resolved', id])
  assert.deepEqual([incident.status, incident.silenced_by], ['resolved', id])
  assert.deepEqual((await call('GET', `/api/admin/silences/${id}`)).body.data.notifications, {
    held: 0,
    sent: 0,
    dropped: 2,
  })
})

test('the resolution of an alert sent before a silence is sent during it', async (t) => {
  const { app, call, told, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await silence({ duration_s: 3_600 })
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.runJobs()
  assert.deepEqual(told(), ['alert.triggered', 'incident.created', 'incident.resolved'])
})

test('safety alerts pass a silence, unless it covers them', async (t) => {
  const { app, call, told, silence } = await scene(t)
  const worker = await app.createDevice({ module: 'worker' })
  await silence({ duration_s: 3_600 })
  await worker.send({ ts: ts(app), flags: { panic_pressed: true } })
  await app.runJobs()
  assert.deepEqual(told(), ['alert.triggered', 'incident.created'])

  const drill = await silence({ duration_s: 3_600, covers_safety: true })
  await worker.send({ ts: ts(app) + 1, flags: { fall_detected: true } })
  await app.runJobs()
  assert.equal(told().length, 2)
  assert.equal((await call('GET', '/api/mobile/alerts/2')).body.data.silenced_by, drill)
})

test('an alert that becomes critical passes a silence up to warning at once', async (t) => {
  const { app, receiver, told, silence } = await scene(t)
  const sensor = await app.createDevice()
  await silence({ max_severity: 'warning', duration_s: 3_600 })
  await sensor.send({ ts: ts(app), metrics: { gas_type: 'CO', gas_ppm: 40 } })
  await app.runJobs()
  assert.deepEqual(told(), [])
  await sensor.send({ ts: ts(app) + 10, metrics: { gas_type: 'CO', gas_ppm: 90 } })
  await app.runJobs()
  assert.deepEqual(told(), ['alert.triggered', 'incident.created'])
  assert.deepEqual(
    receiver.requests.map(({ data }) => data.severity),
    ['critical', 'critical'],
  )
})

test('at the end of a silence, devices still offline are announced, devices back online are not', async (t) => {
  const { app, receiver, silence } = await scene(t)
  const back = await app.createDevice({ offline_after_s: 20 })
  const gone = await app.createDevice({ offline_after_s: 20 })
  await silence({ rule_keys: ['device.offline'], duration_s: 60 })
  await app.fastForward({ seconds: 21 })
  await Promise.all([back.send({}), gone.send({})])
  await app.fastForward({ seconds: 25 })
  await back.send({})
  await app.fastForward({ seconds: 13 })
  assert.deepEqual(receiver.requests, [])
  await app.fastForward({ seconds: 1 })
  assert.deepEqual(
    receiver.received('device.offline').map(({ data }) => data.device_id),
    [gone.id],
  )
})

test('ending or narrowing a silence sends what it held at once, unless another silence covers it', async (t) => {
  const { app, call, told, silence } = await scene(t)
  const [one, other] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  const all = await silence({ duration_s: 600 })
  const second = await silence({ device_ids: [other.id], duration_s: 30 })
  await one.send({ ts: ts(app), metrics: { systolic: 185 } })
  await other.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 1 })
  await call('PATCH', `/api/admin/silences/${all}`, { modules: ['factory'] })
  await app.runJobs()
  assert.deepEqual(told(), ['alert.triggered', 'incident.created'])
  assert.equal((await call('GET', '/api/mobile/alerts/2')).body.data.silenced_by, second)
  await call('POST', `/api/admin/silences/${second}/end`)
  await app.runJobs()
  assert.equal(told().length, 4)
  assert.equal((await call('POST', `/api/admin/silences/${second}/end`)).body.data.state, 'expired')
})

test('an alert that fires again after its silence is announced for the first time', async (t) => {
  const { app, told, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  await silence({ duration_s: 90 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 5 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 120 } })
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(told(), [])
  await monitor.send({ ts: ts(app), metrics: { systolic: 190 } })
  await app.runJobs()
  assert.deepEqual(told(), ['alert.triggered', 'incident.created'])
})

test('an incident is announced with the first of its alerts that passes', async (t) => {
  const { app, receiver, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  await silence({ rule_keys: ['health.systolic.high'], duration_s: 3_600 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.runJobs()
  assert.equal(receiver.requests.length, 0)
  await monitor.send({ ts: ts(app) + 1, metrics: { spo2: 85 } })
  await app.runJobs()
  assert.deepEqual(
    receiver.requests.map(({ event, data }) => [event, data.alert_id, data.incident_id]),
    [
      ['incident.created', 1, 1],
      ['alert.triggered', 2, 1],
    ],
  )
})

test('a weekly silence follows its time zone, also when clocks change', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-10-24T20:00:00.000Z') })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const weekly = { days: ['sat'], from: '22:00', to: '06:00', time_zone: 'Europe/Ljubljana' }
  const { body } = await call('POST', '/api/admin/silences', { reason: 'Night run', weekly })
  assert.deepEqual(
    [body.data.state, body.data.window],
    ['active', { from: '2026-10-24T20:00:00.000Z', to: '2026-10-25T05:00:00.000Z' }],
  )
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.runJobs()
  const later = (time: string) =>
    startApp(t, { connection: app.connection, startsAt: new Date(`2026-10-25T${time}.000Z`) })
  await (await later('04:59:59')).runJobs()
  assert.deepEqual(receiver.requests, [])
  const morning = await later('05:00:00')
  await morning.runJobs()
  assert.equal(receiver.requests.length, 2)
  const laterCall = await morning.logIn('operator')
  const [scheduled] = (await laterCall('GET', '/api/admin/silences?state=scheduled')).body.data
  assert.equal(scheduled.window.from, '2026-10-31T21:00:00.000Z')
})

test('two nodes send held notifications once at the end of a silence', async (t) => {
  const { app, receiver, silence } = await scene(t)
  const monitors = await Promise.all(Array.from({ length: 20 }, () => app.createDevice({ module: 'health' })))
  await silence({ duration_s: 3 })
  await Promise.all(monitors.map((monitor) => monitor.send({ ts: ts(app), metrics: { systolic: 185 } })))
  const other = await startApp(t, { connection: app.connection, startsAt: NOW })
  for (let second = 0; second < 4; second += 1) {
    await Promise.all([app.fastForward({ seconds: 1 }), other.fastForward({ seconds: 1 })])
  }
  assert.deepEqual(
    [receiver.received('alert.triggered').length, receiver.received('incident.created').length],
    [20, 20],
  )
})

test('a reading without a new alert does not query silences', async (t) => {
  const { app, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health' })
  await silence({ duration_s: 3_600 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 120 } })
  await app.rows('begin')
  await app.rows('lock table silences, held_notifications in access exclusive mode')
  const answers = [
    await monitor.send({ ts: ts(app) + 1, metrics: { systolic: 120 } }),
    await monitor.send({ ts: ts(app) + 2, metrics: { heart_rate: 120 } }),
  ]
  await app.rows('rollback')
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})

test('a silence that is ended while alerts are raised, on two nodes, loses none of them', async (t) => {
  const { app, call, receiver, silence } = await scene(t)
  const other = await startApp(t, { connection: app.connection, startsAt: NOW })
  const monitors = await Promise.all(Array.from({ length: 40 }, () => app.createDevice({ module: 'health' })))
  const id = await silence({ duration_s: 3_600 })
  const sending = monitors.map((monitor) => monitor.send({ ts: ts(app), metrics: { systolic: 185 } }))
  const ending = call('POST', `/api/admin/silences/${id}/end`)
  const jobs = [app.runJobs(), other.runJobs()]
  const answers = await Promise.all([...sending, ending])
  await Promise.all(jobs)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  await app.runJobs()
  assert.deepEqual(
    [receiver.received('alert.triggered').length, receiver.received('incident.created').length],
    [40, 40],
  )
})

test('a weekly silence from or to the first time that clocks skip is active until or from the change, not for a week', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2027-03-23T12:00:00Z') })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const weekly = (days: string[], from: string, to: string) => ({ days, from, to, time_zone: 'Europe/Ljubljana' })
  const silence = async (times: object) => {
    const { status, body } = await call('POST', '/api/admin/silences', { reason: 'Backups', weekly: times })
    assert.equal(status, 201, JSON.stringify(body))
    return [body.data.state, body.data.window.from, body.data.window.to]
  }
  const monitor = await app.createDevice({ module: 'health' })
  const [change, after] = ['2027-03-28T01:00:00.000Z', '2027-03-28T02:00:00.000Z']
  assert.deepEqual(await silence(weekly(['sun'], '02:00', '04:00')), ['scheduled', change, after])
  assert.deepEqual(await silence(weekly(['sat'], '22:00', '02:00')), ['scheduled', '2027-03-27T21:00:00.000Z', change])
  const later = await silence(weekly(['sun'], '02:10', '02:50'))
  assert.deepEqual(later, ['scheduled', '2027-04-04T00:10:00.000Z', '2027-04-04T00:50:00.000Z'])
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.runJobs()
  assert.equal(receiver.received('alert.triggered').length, 1)
})
