import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { callsOf, type Entry, onCall, RINGS, startWard } from './harness/calls.ts'
import { NOON, startReachableApp } from './harness/reachable.ts'

test('a person is called after the acknowledgement, which stays, and the timeline has the outcome', async (t) => {
  const { app, boris, cene, path, call, timeline } = await startWard(t)
  const before = (await boris.call('GET', path)).body.data
  const { status, body } = await call({ type: 'user', id: cene.id }, ' bring the key ')
  assert.equal(status, 200, JSON.stringify(body))
  await app.runJobs()
  assert.deepEqual(cene.titles(), [RINGS])
  assert.deepEqual(callsOf(cene), [`${boris.name} asks for help: bring the key. Critical, 12:00 UTC.`])
  const { data } = (await boris.call('GET', path)).body
  assert.deepEqual(
    [data.status, data.acknowledged_by, data.acknowledged_at],
    ['acknowledged', before.acknowledged_by, before.acknowledged_at],
  )
  assert.deepEqual(await timeline('called'), [`${cene.name} – bring the key`])
  assert.equal(data.timeline.find(({ kind }: Entry) => kind === 'called').by.id, boris.id)
  assert.match((await timeline('person_notified')).at(-1)!, new RegExp(`^${cene.name}, Phone: accepted by`))
  const listed = (await boris.call('GET', `${path}/notifications`)).body.data
  assert.deepEqual([listed.at(-1).reason, listed.at(-1).user.id], ['call', cene.id])
  const [entry] = await app.rows<{ after: object }>(`select after from audit_entries where action = 'incident.called'`)
  assert.deepEqual(entry!.after, {
    ...{ to: { type: 'user', id: cene.id }, note: 'bring the key', notified: [cene.name] },
    ...{ held: [], unreachable: [], uninterested: [] },
  })
})

test('the next step is the one after the last that was taken or called, going round to the first', async (t) => {
  const { app, ana, cene, admin, call, timeline } = await startWard(t)
  for (const _ of [1, 2, 3]) {
    assert.equal((await call({ type: 'next_step' })).status, 200)
    await app.fastForward({ seconds: 11 })
  }
  assert.deepEqual([callsOf(cene).length, callsOf(admin).length, callsOf(ana).length], [1, 1, 1])
  assert.deepEqual(await timeline('called'), [
    `Step 2 of 3 (Ward): ${cene.name}`,
    `Step 3 of 3 (Ward): ${admin.name}`,
    `Step 1 of 3 (Ward): ${ana.name}`,
  ])
})

test('a call of the next step leaves an escalation under way as it is', async (t) => {
  const { app, cene, admin, call, path, boris } = await startWard(t, { acknowledged: false })
  assert.equal((await call({ type: 'next_step' })).status, 200)
  await app.runJobs()
  assert.equal(callsOf(cene).length, 1)
  await app.fastForward({ seconds: 301 })
  assert.equal(cene.titles().length, 2, 'its second step was due then')
  assert.equal((await boris.call('GET', path)).body.data.status, 'open')
  await call({ type: 'next_step' })
  await app.runJobs()
  assert.equal(callsOf(admin).length, 1)
})

test('whoever is on call in a schedule is called, except the person who calls', async (t) => {
  const { app, boris, cene, admin, call, timeline } = await startWard(t)
  const schedule = await onCall(admin, [cene.id])
  assert.equal((await call({ type: 'schedule', id: schedule })).status, 200)
  await app.runJobs()
  assert.equal(callsOf(cene).length, 1)
  assert.deepEqual(await timeline('called'), [`On call (Ward): ${cene.name}`])
  const refused = await call({ type: 'schedule', id: await onCall(admin, [boris.id], 'Mine') })
  assert.deepEqual([refused.status, refused.body.message], [409, 'Nobody else is on call in Mine'])
})

test('nobody is called without a verified contact method, nor told of a severity that they leave out', async (t) => {
  const { app, ana, call, timeline } = await startWard(t, { severity: 'warning' })
  const unreachable = await app.logIn('operator')
  const { id, name } = (await unreachable('GET', '/api/mobile/me')).body.data
  const preferences = (await ana.call('GET', '/api/mobile/me/notification-preferences')).body.data
  await ana.call('PUT', '/api/mobile/me/notification-preferences', { ...preferences, min_severity: 'critical' })
  for (const [who, why] of [
    [id, `No verified contact method: ${name}`],
    [ana.id, `Gets no notifications of this severity: ${ana.name}`],
  ] as const) {
    const { status, body } = await call({ type: 'user', id: who })
    assert.deepEqual([status, body.message], [409, why])
  }
  assert.deepEqual(await timeline('called'), [], 'what rings nobody is no call')
})

test('information is no reason not to be called by a person', async (t) => {
  const { app, cene, call } = await startWard(t, { severity: 'info', acknowledged: false })
  assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
  await app.runJobs()
  assert.deepEqual(cene.titles(), ['Visitor has fallen'])
})

test('a call waits for the end of quiet hours as a step does, says so, and breaks them if the incident is critical', async (t) => {
  for (const severity of ['warning', 'critical']) {
    const { app, cene, call, timeline, boris, path } = await startWard(t, { severity })
    const preferences = (await cene.call('GET', '/api/mobile/me/notification-preferences')).body.data
    const quiet_hours = {
      from: '11:00',
      to: '13:00',
      days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      time_zone: 'UTC',
    }
    await cene.call('PUT', '/api/mobile/me/notification-preferences', { ...preferences, quiet_hours })
    assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
    await app.runJobs()
    const held = severity === 'warning'
    assert.deepEqual(await timeline('called'), [held ? `at the end of their quiet hours: ${cene.name}` : cene.name])
    assert.equal(callsOf(cene).length, held ? 0 : 1)
    if (!held) continue
    const [notification] = (await boris.call('GET', `${path}/notifications`)).body.data.slice(-1)
    assert.deepEqual([notification.state, notification.due_at], ['held', '2026-03-02T13:00:00.000Z'])
    await app.fastForward({ seconds: 3_601 })
    assert.equal(callsOf(cene).length, 1)
  }
})

test('no silence, snooze or cleared alert stops a call', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene] = [await addReachable(), await addReachable()]
  const admin = await addReachable('admin')
  const device = await app.createDevice({ module: 'factory' })
  await device.send({ metrics: { gas_ppm: 300, gas_type: 'CO' } })
  await app.runJobs()
  const [incident] = (await boris.call('GET', '/api/mobile/incidents')).body.data
  const path = `/api/mobile/incidents/${incident.incident_id}`
  await boris.call('POST', `${path}/acknowledgement`, { until: new Date(NOON.getTime() + 3_600_000).toISOString() })
  const silence = await admin.call('POST', '/api/admin/silences', {
    ...{ reason: 'Work', device_ids: [device.id], duration_s: 3_600 },
  })
  assert.equal(silence.status, 201, JSON.stringify(silence.body))
  await device.send({ metrics: { gas_ppm: 0, gas_type: 'CO' }, ts: app.now().getTime() / 1_000 + 5 })
  await app.runJobs()
  const { status } = await boris.call('POST', `${path}/calls`, { to: { type: 'user', id: cene.id } })
  assert.equal(status, 200)
  await app.runJobs()
  assert.equal(callsOf(cene).length, 1)
})

test('a call whose method fails goes to the other methods of the person', async (t) => {
  const { app, push, cene, call, timeline } = await startWard(t)
  const second = await cene.addBrowser('Tablet')
  await cene.notifyBy(cene.methodId)
  push.answerWith(410)
  assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
  await app.runJobs()
  assert.deepEqual(
    second.titles().filter((title) => title === RINGS),
    [RINGS],
  )
  assert.match((await timeline('person_not_notified')).join(), /410/)
})

test('without an escalation, the next step is the first of the policy that fits', async (t) => {
  const app = await startApp(t, { startsAt: NOON })
  const boris = await app.logIn('operator')
  const incident = (await boris('POST', '/api/mobile/incidents', { title: 'Smoke', severity: 'critical' })).body.data
  const path = `/api/mobile/incidents/${incident.incident_id}/calls`
  const { status, body } = await boris('POST', path, { to: { type: 'next_step' } })
  assert.deepEqual(
    [status, body.message],
    [409, 'No step of the escalation policy has anybody else who can be notified now'],
  )
})
