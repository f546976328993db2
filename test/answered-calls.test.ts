import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsOf, RINGS, startWard } from './harness/calls.ts'
import { declare, declareMany, startReachableApp } from './harness/reachable.ts'

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

test('what is answered while a message before it is being sent to the same person is not sent after it', async (t) => {
  const { app, push, boris, cene, call } = await startWard(t)
  const [other, last] = (await declareMany(boris, 2)).map((id) => `/api/mobile/incidents/${id}`)
  await app.runJobs()
  assert.equal((await call({ type: 'user', id: cene.id })).status, 200)
  for (const path of [other, last]) {
    assert.equal((await boris.call('POST', `${path}/calls`, { to: { type: 'user', id: cene.id } })).status, 200)
  }
  push.beforeAnswer = async () => {
    push.beforeAnswer = null
    assert.equal((await boris.call('POST', `${other}/resolution`, { resolution: 'test' })).status, 200)
    app.setClock({ seconds: 2 })
  }
  await app.runJobs()
  assert.deepEqual(cene.titles(), [RINGS, 'Fault 2', 'Fault 1, resolved'])
  const listed: { reason: string; state: string }[] = (await boris.call('GET', `${other}/notifications`)).body.data
  assert.equal(listed.find(({ reason }) => reason === 'call')?.state, 'cancelled')
})

test('a call that a node was sending when it died is not sent after a resolution, although the incident is open again', async (t) => {
  for (const isResolved of [false, true]) {
    const { app, boris, cene, call, path } = await startWard(t)
    await call({ type: 'user', id: cene.id })
    const lease = new Date(app.now().getTime() + 60_000)
    const died = `update notifications set state = 'sending', leased_until = $1 where facts ->> 'reason' = 'call'`
    await app.rows(died, [lease])
    if (isResolved) await boris.call('POST', `${path}/resolution`, { resolution: 'test' })
    if (isResolved) assert.equal((await boris.call('POST', `${path}/reopening`)).status, 200)
    await app.fastForward({ seconds: 70 })
    assert.equal(callsOf(cene).length, isResolved ? 0 : 1)
  }
})

test('an assignment that a node was sending when it died is not sent beside a later one to the same person', async (t) => {
  const { app, ana, boris, cene, path } = await startWard(t)
  const assign = (user_id: number) => boris.call('POST', `${path}/assignment`, { user_id })
  await assign(cene.id)
  const lease = new Date(app.now().getTime() + 60_000)
  await app.rows(
    `update notifications set state = 'sending', leased_until = $1 where facts ->> 'reason' = 'assigned'`,
    [lease],
  )
  await assign(ana.id)
  await assign(cene.id)
  await app.fastForward({ seconds: 70 })
  const told = cene.lines().filter((line) => line.includes('has assigned it to you'))
  assert.equal(told.length, 1)
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

test('whoever was called hears of the resolution', async (t) => {
  const { app, boris, cene, call, path } = await startWard(t)
  await call({ type: 'user', id: cene.id })
  await app.runJobs()
  await boris.call('POST', `${path}/resolution`, { resolution: 'test' })
  await app.runJobs()
  assert.deepEqual(cene.titles(), [RINGS, 'Visitor has fallen, resolved'])
})

test('whoever was called to an incident without an escalation hears of the resolution, once', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const silent = await app.logIn('operator')
  const declared = await silent('POST', '/api/mobile/incidents', { title: RINGS, severity: 'critical' })
  const path = `/api/mobile/incidents/${declared.body.data.incident_id}`
  await app.runJobs()
  const cene = await addReachable()
  assert.deepEqual(await app.rows('select from escalation_runs'), [])
  assert.equal((await silent('POST', `${path}/calls`, { to: { type: 'user', id: cene.id } })).status, 200)
  await app.runJobs()
  await silent('POST', `${path}/resolution`, { resolution: 'test' })
  await app.runJobs()
  assert.deepEqual(cene.titles(), [RINGS, `${RINGS}, resolved`])
  await app.fastForward({ minutes: 1 })
  await silent('POST', `${path}/notes`, { text: 'Nobody was hurt' })
  await app.runJobs()
  assert.equal(cene.titles().length, 2)
})

test('assignments in one message are sent by themselves if that of the first is answered while its node has died', async (t) => {
  const { app, push, addReachable } = await startReachableApp(t)
  const [boris, cene] = [await addReachable(), await addReachable()]
  const ids = await declareMany(boris, 8)
  await app.runJobs()
  for (const id of ids) await boris.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.fastForward({ minutes: 11 })
  cene.browser.received.length = 0
  for (const id of ids) await boris.call('POST', `/api/mobile/incidents/${id}/assignment`, { user_id: cene.id })
  push.answerWith(503)
  await app.runJobs()
  push.answerWith(201)
  // As if their node had been sending them, and a step of an escalation, until it died.
  await app.rows(
    `update notifications
     set state = 'sending', leased_until = $1, due_at = $1, expires_at = $1::timestamptz + interval '1 hour'
     where state = 'retrying' or id = (select min(id) from notifications where reason = 'step')`,
    [app.now()],
  )
  await boris.call('POST', `/api/mobile/incidents/${ids[0]}/assignment`, { user_id: boris.id })
  await app.fastForward({ minutes: 2 })
  assert.match(cene.lines().join(), /Fault 2 · Fault 3 · .*Fault 8/)
})
