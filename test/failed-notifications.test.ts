import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declare, declareMany, NOON, type ReachablePerson, startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

async function escalateOnlyTo(person: ReachablePerson, admin: ReachablePerson): Promise<void> {
  const steps = [{ wait_s: 0, targets: [{ type: 'user', id: person.id }] }]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', rounds: 1, steps })
}

test('what a storm could not send to a broken phone goes to the laptop of the same person, all of it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  person.browser.unsubscribe()
  await declareMany(person, 8, 'critical')
  await app.runJobs()
  assert.deepEqual(laptop.titles().sort(), ['7 incidents', 'Contact method broken: Phone', 'Fault 1'])
  const states = await app.rows(
    `select label, state, count(*)::integer from notifications where incident_id is not null group by 1, 2 order by 1, 2`,
  )
  assert.deepEqual(states, [
    { label: 'Laptop', state: 'accepted', count: 2 },
    { label: 'Laptop', state: 'merged', count: 6 },
    { label: 'Phone', state: 'failed', count: 8 },
  ])
})

test('a digest that fails for good goes to the laptop too, after its last attempt', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  await declareMany(person, 8, 'critical')
  push.answerWith(201, 400)
  await app.runJobs()
  assert.deepEqual(person.titles(), ['Fault 1'])
  assert.deepEqual(laptop.titles(), ['7 incidents'])
})

test('a digest is tried again as one, also if all but one of its incidents are answered meanwhile', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  const ids = await declareMany(person, 8, 'critical')
  push.answerWith(201, 503)
  await app.runJobs()
  for (const id of ids.slice(2)) await person.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.fastForward({ seconds: 10 })
  const { title, tag } = person.browser.received.at(-1)!.payload.notification
  assert.deepEqual([person.titles().length, title, tag], [2, 'Fault 2', 'digest'])
})

test('without another method, each incident of the storm has reached nobody', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const [admin, operator] = [await addReachable('admin'), await addReachable()]
  await escalateOnlyTo(operator, admin)
  operator.browser.unsubscribe()
  const ids = await declareMany(operator, 8, 'critical')
  await app.fastForward({ minutes: 6 })
  const shouted = receiver.received('incident.nobody_told').map(({ data }) => data.incident_id as number)
  assert.deepEqual(shouted.sort(), ids)
  const { timeline } = (await admin.call('GET', `/api/mobile/incidents/${ids.at(-1)}`)).body.data
  const kinds = timeline.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('person_not_notified') && kinds.includes('nobody_told'), kinds.join())
})

test('a step that waits for its time goes to the laptop at that time, if the phone is found broken before', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId, 120)
  await declare(person)
  app.setClock({ seconds: 61 })
  person.browser.unsubscribe()
  await person.call('POST', `/api/mobile/me/contact-methods/${person.methodId}/test`)
  await app.runJobs()
  assert.deepEqual(laptop.titles(), ['Contact method broken: Phone'])
  await app.fastForward({ seconds: 59 })
  assert.deepEqual(laptop.titles().slice(1), ['Visitor has fallen'])
})

test('a step that waits goes to the laptop at its time, if its phone is deleted before', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId, 120)
  await declare(person)
  await person.call('DELETE', `/api/mobile/me/contact-methods/${person.methodId}`)
  await app.fastForward({ seconds: 120 })
  assert.deepEqual(laptop.titles(), ['Visitor has fallen'])
})

test('two methods that fail do not send to each other for ever', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  push.status = 400
  await declare(person)
  await app.fastForward({ seconds: 30 })
  const rows = await app.rows(`select label, state from notifications where reason = 'step' order by id`)
  assert.deepEqual(rows, [
    { label: 'Phone', state: 'failed' },
    { label: 'Laptop', state: 'failed' },
  ])
})

test('a digest that comes too late expires with everything in it', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  push.status = 503
  await declareMany(person, 8, 'critical')
  await app.runJobs()
  await app.leap({ seconds: 86_400 })
  const merged = await app.rows(
    `select distinct state from notifications where merged_into is not null and created_at = $1`,
    [NOON],
  )
  assert.deepEqual(merged, [{ state: 'expired' }])
})

test('what could not be sent is not sent again once somebody has answered', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const [admin, person] = [await addReachable('admin'), await addReachable()]
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  await escalateOnlyTo(person, admin)
  push.answerWith(503)
  push.beforeAnswer = async () => {
    push.beforeAnswer = null
    await admin.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  }
  const id = await declare(admin, { severity: 'warning' })
  await app.runJobs()
  await app.fastForward({ minutes: 4 })
  assert.deepEqual(laptop.titles(), [])
  assert.ok(!person.lines().some((line) => line.startsWith('Warning')), person.lines().join())
})
