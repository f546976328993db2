import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from './harness/app.ts'
import { declare, NOON, type ReachablePerson, startReachableApp } from './harness/reachable.ts'
import { addSite, narrow } from './harness/sites.ts'

const RINGS = 'Visitor has fallen'
const CALLS = 'asks for help'

interface Entry {
  kind: string
  text: string
  by: { id?: number }
}

/** Boris has acknowledged an incident of which only Ana was notified, in the first of three steps; Cene is the second. */
async function startWard(t: TestContext, { severity = 'critical', acknowledged = true } = {}) {
  const { app, push, addReachable } = await startReachableApp(t)
  const [ana, boris, cene] = [await addReachable(), await addReachable(), await addReachable()]
  const admin = await addReachable('admin')
  const step = (id: number) => ({ wait_s: 300, targets: [{ type: 'user', id }] })
  const steps = [{ ...step(ana.id), wait_s: 0 }, step(cene.id), step(admin.id)]
  const policy = await admin.call('POST', '/api/admin/escalation-policies', { name: 'Ward', steps })
  assert.equal(policy.status, 201)
  const id = await declare(boris, { severity })
  const path = `/api/mobile/incidents/${id}`
  await app.runJobs()
  if (acknowledged) await boris.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  const timeline = async (kind: string): Promise<string[]> => {
    const { data } = (await boris.call('GET', path)).body
    return data.timeline.filter((entry: Entry) => entry.kind === kind).map(({ text }: Entry) => text)
  }
  const call = (to: object, note?: string, by = boris) =>
    by.call('POST', `${path}/calls`, { to, ...(note ? { note } : {}) })
  return { app, push, addReachable, ana, boris, cene, admin, id, path, timeline, call }
}

/** First lines of the calls that have arrived. */
const callsOf = ({ browser }: ReachablePerson): string[] =>
  browser.received
    .map(({ payload }) => (payload.notification.body as string).split('\n')[0]!)
    .filter((line) => line.includes(CALLS))

const onCall = async (admin: ReachablePerson, people: number[], name = 'Ward') => {
  const layers = [{ people, start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' }]
  const { status, body } = await admin.call('POST', '/api/admin/schedules', { name, time_zone: 'UTC', layers })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as number
}

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
  const [own, empty] = [await onCall(admin, [boris.id], 'Mine'), await onCall(admin, [], 'Empty').catch(() => 0)]
  for (const id of [own, ...(empty === 0 ? [] : [empty])]) {
    const refused = await call({ type: 'schedule', id })
    assert.deepEqual([refused.status, /Nobody else is on call in/.test(refused.body.message)], [409, true])
  }
})

test('nobody is called without a verified contact method, nor told of a severity that they leave out', async (t) => {
  const { app, cene, ana, call, admin, timeline } = await startWard(t, { severity: 'warning' })
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
  const schedule = await admin.call('POST', '/api/admin/schedules', {
    ...{ name: 'All', time_zone: 'UTC' },
    layers: [{ people: [cene.id], start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' }],
  })
  assert.equal(schedule.status, 201)
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

test('a resolved incident cannot be called for, and what waits is not sent after the resolution', async (t) => {
  const { app, cene, call, path, boris } = await startWard(t)
  await cene.notifyBy(cene.methodId, 60)
  assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
  await boris.call('POST', `${path}/resolution`, { resolution: 'test' })
  const listed: { reason: string; state: string }[] = (await boris.call('GET', `${path}/notifications`)).body.data
  assert.equal(listed.find(({ reason }) => reason === 'call')?.state, 'cancelled')
  await app.fastForward({ seconds: 61 })
  assert.deepEqual(callsOf(cene), [])
  const refused = await call({ type: 'next_step' })
  assert.deepEqual([refused.status, refused.body.message], [409, 'The incident is resolved'])
})

test('an acknowledgement by another person does not call off a call, an answer of the person called does', async (t) => {
  const { app, ana, boris, cene, call, path } = await startWard(t, { acknowledged: false })
  const second = await cene.addBrowser('Tablet')
  const steps = [
    { after_s: 0, method_ids: [cene.methodId] },
    { after_s: 60, method_ids: [second.methodId] },
  ]
  const preferences = (await cene.call('GET', '/api/mobile/me/notification-preferences')).body.data
  await cene.call('PUT', '/api/mobile/me/notification-preferences', { ...preferences, steps })
  await ana.notifyBy(ana.methodId, 60)
  assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
  assert.equal((await call({ type: 'user', id: ana.id })).status, 200)
  await boris.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  await cene.call('POST', `${path}/notes`, { text: 'In two minutes' })
  await app.fastForward({ seconds: 61 })
  assert.equal(callsOf(cene).length, 1)
  assert.deepEqual(second.titles(), [])
  assert.equal(callsOf(ana).length, 1)
})

test('a call is sent although its incident was merged, unless the other one is resolved', async (t) => {
  for (const isResolved of [false, true]) {
    const { app, boris, cene, call, id } = await startWard(t)
    await cene.notifyBy(cene.methodId, 60)
    assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
    const other = `/api/mobile/incidents/${await declare(boris, { title: 'Power failure' })}`
    assert.equal((await boris.call('POST', `${other}/merge`, { incident_ids: [id] })).status, 200)
    if (isResolved) await boris.call('POST', `${other}/resolution`, { resolution: 'test' })
    await app.fastForward({ seconds: 61 })
    assert.equal(callsOf(cene).length, isResolved ? 0 : 1)
  }
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

test('whoever was called hears of the resolution', async (t) => {
  const { app, boris, cene, call, path } = await startWard(t)
  await call({ type: 'user', id: cene.id })
  await app.runJobs()
  await boris.call('POST', `${path}/resolution`, { resolution: 'test' })
  await app.runJobs()
  assert.deepEqual(cene.titles(), [RINGS, 'Visitor has fallen, resolved'])
})

test('taps within ten seconds are one call; an incident and a person have a limit of calls', async (t) => {
  const { app, boris, cene, ana, call, timeline } = await startWard(t)
  const taps = await Promise.all([1, 2, 3, 4].map(() => call({ type: 'user', id: cene.id })))
  assert.deepEqual(
    taps.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await timeline('called')).length, 1)
  for (let number = 2; number <= 10; number += 1) {
    assert.equal((await call({ type: 'user', id: cene.id }, `note ${number}`)).status, 200)
  }
  const refused = await call({ type: 'user', id: ana.id })
  assert.deepEqual([refused.status, refused.headers?.get('retry-after')], [429, '600'])
  assert.match(refused.body.message, /10 calls for this incident/)
  const others = [await declare(boris), await declare(boris)]
  for (const other of others.slice(0, 1)) {
    for (let number = 1; number <= 10; number += 1) {
      const { status } = await boris.call('POST', `/api/mobile/incidents/${other}/calls`, {
        ...{ to: { type: 'user', id: cene.id }, note: `note ${number}` },
      })
      assert.equal(status, 200)
    }
  }
  const most = await boris.call('POST', `/api/mobile/incidents/${others[1]}/calls`, {
    to: { type: 'user', id: ana.id },
  })
  assert.equal(most.status, 429)
  assert.match(most.body.message, /You have made 20 calls/)
  const byAnother = await ana.call('POST', `/api/mobile/incidents/${others[1]}/calls`, {
    to: { type: 'user', id: cene.id },
  })
  assert.equal(byAnother.status, 200)
  await app.fastForward({ seconds: 601 })
  assert.equal((await call({ type: 'user', id: ana.id })).status, 200)
})

test('people and schedules out of reach are refused like those that do not exist', async (t) => {
  const { app, addReachable, ana, admin, boris, call, path } = await startWard(t)
  const [north, south] = [1, await addSite(app, 'South')]
  const [foreign, own] = [await addReachable(), await addReachable()]
  await narrow(app, foreign.call.email, south, 'operator')
  await narrow(app, own.call.email, north, 'operator')
  const gate = await app.createDevice({ name: 'Gate' })
  const here = await declare(boris, { device_id: gate.id })
  const callFrom = (by: ReachablePerson, to: object, incident = here) =>
    by.call('POST', `/api/mobile/incidents/${incident}/calls`, { to })
  const foreignSchedule = await admin.call('POST', '/api/admin/schedules', {
    ...{ name: 'South', time_zone: 'UTC', site_id: south },
    layers: [{ people: [foreign.id], start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' }],
  })
  assert.equal(foreignSchedule.status, 201, JSON.stringify(foreignSchedule.body))
  const absent = await callFrom(own, { type: 'user', id: 999_999 })
  assert.equal(absent.status, 400)
  for (const by of [own, boris]) {
    const refused = await callFrom(by, { type: 'user', id: foreign.id })
    assert.deepEqual([refused.status, refused.body], [400, absent.body])
  }
  const noSchedule = await callFrom(own, { type: 'schedule', id: 999_999 })
  assert.equal(noSchedule.status, 400)
  for (const by of [own, admin]) {
    const refused = await callFrom(by, { type: 'schedule', id: foreignSchedule.body.data.id })
    assert.deepEqual([refused.status, refused.body], [400, noSchedule.body])
  }
  assert.equal((await callFrom(own, { type: 'user', id: ana.id })).status, 200, 'who has a role everywhere')
  assert.equal((await callFrom(foreign, { type: 'next_step' })).status, 404)
  assert.equal((await call({ type: 'user', id: boris.id })).status, 400, 'oneself')
  const wrong = [{}, { type: 'user' }, { type: 'next_step', id: 3 }, { type: 'role', id: 1 }, { type: 'user', id: 'x' }]
  for (const to of wrong) assert.equal((await call(to)).status, 400, JSON.stringify(to))
  assert.equal(
    (await boris.call('POST', `${path}/calls`, { to: { type: 'next_step' }, note: 'x'.repeat(501) })).status,
    400,
  )
  const viewer = await addReachable('viewer')
  assert.equal((await call({ type: 'next_step' }, undefined, viewer)).status, 403)
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
