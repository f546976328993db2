import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWard } from './harness/calls.ts'
import { declare, declareMany, type ReachablePerson, startReachableApp } from './harness/reachable.ts'
import { addSite, narrow } from './harness/sites.ts'

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
  const [second, third] = [await declare(boris), await declare(boris)]
  for (let number = 1; number <= 10; number += 1) {
    const { status } = await boris.call('POST', `/api/mobile/incidents/${second}/calls`, {
      ...{ to: { type: 'user', id: cene.id }, note: `note ${number}` },
    })
    assert.equal(status, 200)
  }
  const most = await boris.call('POST', `/api/mobile/incidents/${third}/calls`, {
    to: { type: 'user', id: ana.id },
  })
  assert.equal(most.status, 429)
  assert.match(most.body.message, /You have made 20 calls/)
  const byAnother = await ana.call('POST', `/api/mobile/incidents/${third}/calls`, {
    to: { type: 'user', id: cene.id },
  })
  assert.equal(byAnother.status, 200)
  await app.fastForward({ seconds: 601 })
  assert.equal((await call({ type: 'user', id: ana.id })).status, 200)
})

test('the limit of a person holds for calls at the same time', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene] = [await addReachable(), await addReachable()]
  const ids = await declareMany(boris, 28)
  await app.runJobs()
  const body = { to: { type: 'user', id: cene.id } }
  const calls = await Promise.all(ids.map((id) => boris.call('POST', `/api/mobile/incidents/${id}/calls`, body)))
  assert.equal(calls.filter(({ status }) => status === 200).length, 20)
  assert.equal(calls.filter(({ status }) => status === 429).length, 8)
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
