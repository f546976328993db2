import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { holdIncident } from './harness/held-tables.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** The app's time in seconds since 1970. */
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

const kindsOf = ({ timeline }: { timeline: { kind: string }[] }) =>
  timeline.map(({ kind }) => kind).filter((kind) => !kind.startsWith('webhook'))

test('a person declares an incident; it is announced, and only a person resolves it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const gate = await app.createDevice({ name: 'Gate 2', module: 'worker' })
  await gate.send({ ts: ts(app), lat: 46, lng: 14 })
  const report = { title: ' Visitor has fallen ', severity: 'critical', device_id: gate.id, note: 'Ambulance called' }
  const { status, body } = await call('POST', '/api/mobile/incidents', report)
  await app.fastForward({ minutes: 6 })

  assert.equal(status, 201)
  const { incident_id, title, origin, alert_id, lat, location_at } = body.data
  assert.deepEqual(
    [title, origin, alert_id, lat, location_at],
    ['Visitor has fallen', 'person', null, 46, NOW.toISOString()],
  )
  assert.deepEqual(kindsOf(body.data), ['created', 'note'])
  assert.deepEqual(
    receiver.received('incident.created').map(({ data }) => [data.incident_id, data.alert_id, data.device_name]),
    [[incident_id, null, 'Gate 2']],
  )
  const resolved = await call('POST', `/api/mobile/incidents/${incident_id}/resolution`, { resolution: 'test' })
  await app.runJobs()
  assert.deepEqual([resolved.body.data.status, resolved.body.data.resolution], ['resolved', 'test'])
  assert.equal(receiver.received('incident.resolved').length, 1)
  assert.equal((await call('POST', '/api/mobile/incidents', { title: 'No device' })).body.data.device_id, null)
  const refused = [
    { title: ' ' },
    { title: 'x', device_id: 999_999 },
    { title: 'x', lat: 46 },
    { title: 'x', severity: 'major' },
    { title: 'x', incident_id: 7 },
  ]
  for (const body of refused) assert.equal((await call('POST', '/api/mobile/incidents', body)).status, 400)
})

test('an incident is assigned to a person who can act, by id or email, and unassigned again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const viewer = await app.logIn('viewer')
  const [me, they] = [
    (await call('GET', '/api/mobile/me')).body.data,
    (await viewer('GET', '/api/mobile/me')).body.data,
  ]
  const { incident_id } = (await call('POST', '/api/mobile/incidents', { title: 'Smell of gas' })).body.data
  const assign = (body: object) => call('POST', `/api/mobile/incidents/${incident_id}/assignment`, body)

  assert.equal((await assign({ email: me.email })).body.data.assigned_to.id, me.id)
  assert.equal((await assign({ user_id: me.id })).body.data.assigned_to.email, me.email)
  assert.equal((await assign({ user_id: null })).body.data.assigned_to, null)
  for (const body of [{ user_id: they.id }, { email: 'nobody@example.org' }, {}, { user_id: null, email: me.email }]) {
    assert.equal((await assign(body)).status, 400, JSON.stringify(body))
  }
  const { data } = (await call('GET', `/api/mobile/incidents/${incident_id}`)).body
  assert.deepEqual(
    data.timeline.slice(1).map(({ kind, text }: Record<string, string>) => [kind, text]),
    [
      ['assigned', me.name],
      ['assigned', 'nobody'],
    ],
  )
})

test('an incident can be unacknowledged, changed in severity, and reopened for 15 minutes', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['incident.acknowledged', 'incident.reopened'] })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  const to = (method: string, what: string, body?: object) => call(method, `/api/mobile/incidents/1/${what}`, body)

  await to('POST', 'acknowledgement')
  const withdrawn = (await to('DELETE', 'acknowledgement')).body.data
  assert.deepEqual([withdrawn.status, withdrawn.acknowledged_by], ['open', null])
  assert.equal((await call('GET', '/api/mobile/alerts/1')).body.data.status, 'firing')
  assert.equal((await to('POST', 'severity', { severity: 'warning' })).body.data.severity, 'warning')
  await to('POST', 'resolution', { note: 'Too early' })
  assert.equal((await to('POST', 'severity', { severity: 'info' })).status, 409)
  await app.fastForward({ minutes: 15 })
  const reopened = (await to('POST', 'reopening')).body.data
  assert.deepEqual([reopened.status, reopened.note], ['open', null])
  assert.deepEqual(kindsOf(reopened), [
    'created',
    'acknowledged',
    'unacknowledged',
    'severity_changed',
    'alert_resolved',
    'resolved',
    'reopened',
  ])
  await to('POST', 'resolution')
  await app.fastForward({ minutes: 15, seconds: 1 })
  assert.equal((await to('POST', 'reopening')).status, 409)
  assert.deepEqual(
    receiver.requests.map(({ event, data }) => [event, data.incident_id]),
    [
      ['incident.acknowledged', 1],
      ['incident.reopened', 1],
    ],
  )
})

test('merged incidents have all alerts of both, and further alerts of their devices', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const [one, other] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  await one.send({ ts: ts(app) - 60, metrics: { heart_rate: 120 } })
  await one.send({ ts: ts(app), metrics: { heart_rate: 120 } })
  await other.send({ ts: ts(app), metrics: { systolic: 185 } })
  const merged = (await call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })).body.data
  assert.deepEqual(
    [merged.severity, merged.alert_ids, merged.devices.map(({ id }: { id: number }) => id)],
    ['critical', [1, 2], [one.id, other.id]],
  )
  const source = (await call('GET', '/api/mobile/incidents/2')).body.data
  const ofOther = (await call('GET', `/api/mobile/incidents?device_id=${other.id}&module=health`)).body.data
  assert.deepEqual(
    ofOther.map(({ incident_id }: { incident_id: number }) => incident_id),
    [2, 1],
  )
  assert.deepEqual([source.status, source.resolution, source.merged_into], ['resolved', 'merged', 1])
  await app.runJobs()
  assert.deepEqual(
    receiver.received('incident.resolved').map(({ data }) => [data.incident_id, data.resolution, data.alert_count]),
    [[2, 'merged', 1]],
  )

  await other.send({ ts: ts(app) + 1, metrics: { spo2: 85 } })
  assert.equal((await call('GET', '/api/mobile/alerts/3')).body.data.incident_id, 1)
  for (const incident_ids of [[1], [2], [99], []]) {
    const { status } = await call('POST', '/api/mobile/incidents/1/merge', { incident_ids })
    assert.equal(status, { 1: 400, 2: 409, 99: 404 }[incident_ids[0] ?? 0] ?? 400)
  }
  assert.equal((await call('POST', '/api/mobile/incidents/2/reopening')).status, 409)
  await call('POST', '/api/mobile/incidents/1/resolution')
  assert.deepEqual(await app.rows("select count(*)::integer as open from alerts where status <> 'resolved'"), [
    { open: 0 },
  ])
})

test('an incident whose last two alerts resolve at the same moment, on two devices, auto-resolves', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  for (const name of ['Bed 1', 'Bed 2']) {
    const bed = await app.createDevice({ name, module: 'health', offline_after_s: 86_400 })
    await bed.send({ ts: ts(app), metrics: { systolic: 190 } })
  }
  await call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  const held = await holdIncident(t, app, 1)
  const answers = Promise.all([1, 2].map((id) => call('POST', `/api/mobile/alerts/${id}/resolution`)))
  await held.isWaitedFor(2)
  await held.release()
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    [200, 200],
  )
  await app.fastForward({ minutes: 6 })
  const { status, resolution } = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual([status, resolution], ['resolved', 'auto'])
})

test('the timeline has delivered and failed webhooks', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [good, bad] = [await startReceiver(t), await startReceiver(t)]
  await app.createWebhook({ name: 'Pager', url: good.url, events: ['incident.created'] })
  await app.createWebhook({ name: 'Broken', url: bad.url, events: ['incident.created'] })
  bad.answerWith(500, 500, 500)
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 45 })
  const { timeline } = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual(
    timeline.slice(1).map(({ kind, text }: Record<string, string>) => [kind, text!.split(':')[0]]),
    [
      ['webhook_delivered', 'incident.created to Pager'],
      ['webhook_failed', 'incident.created to Broken, attempt 3'],
    ],
  )
})

test('an incident without a location takes that of the first alert with one, and notes others', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await monitor.send({ ts: ts(app) + 1, lat: 46, lng: 14, metrics: { spo2: 85 } })
  await monitor.send({ ts: ts(app) + 2, lat: 47, lng: 15, metrics: { heart_rate: 140 } })
  const { lat, lng, location_at, timeline } = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual([lat, lng, location_at], [46, 14, '2026-03-01T12:00:01.000Z'])
  assert.deepEqual(
    timeline.filter(({ kind }: { kind: string }) => kind === 'location').map(({ text }: { text: string }) => text),
    ['46, 14 at 2026-03-01T12:00:01.000Z', '47, 15 at 2026-03-01T12:00:02.000Z'],
  )
})

test('viewers can see incidents but not act on them', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const operator = await app.logIn('operator')
  const viewer = await app.logIn('viewer')
  const { incident_id: id } = (await operator('POST', '/api/mobile/incidents', { title: 'Smell of gas' })).body.data
  const attempts: [string, string, object?][] = [
    ['POST', '', { title: 'x' }],
    ['DELETE', `/${id}/acknowledgement`],
    ['POST', `/${id}/reopening`],
    ['POST', `/${id}/assignment`, { user_id: null }],
    ['POST', `/${id}/severity`, { severity: 'info' }],
    ['POST', `/${id}/merge`, { incident_ids: [2] }],
  ]
  for (const [method, path, body] of attempts) {
    assert.equal((await viewer(method, `/api/mobile/incidents${path}`, body)).status, 403, method + path)
  }
  assert.equal((await viewer('GET', `/api/mobile/incidents/${id}/review`)).status, 200)
  assert.equal((await viewer('GET', '/api/mobile/incidents/statistics')).status, 200)
})
