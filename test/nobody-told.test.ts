import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declare, startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

test('a round that reaches nobody is shouted: on the timeline, to receivers, and to every administrator', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const [admin, operator] = [await addReachable('admin'), await addReachable()]
  const steps = [{ wait_s: 0, targets: [{ type: 'user', id: operator.id }] }]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', rounds: 1, steps })
  push.status = 503
  const id = await declare(operator)
  await app.fastForward({ minutes: 4 })
  push.status = 201
  await app.fastForward({ minutes: 2 })
  const { timeline } = (await operator.call('GET', `/api/mobile/incidents/${id}`)).body.data
  const kinds = timeline.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('person_not_notified') && kinds.includes('nobody_told'), kinds.join())
  assert.deepEqual(
    receiver.received('incident.nobody_told').map(({ data }) => [data.incident_id, data.policy, data.round]),
    [[id, 'Night', 1]],
  )
  assert.deepEqual(admin.titles(), ['Visitor has fallen'])
  assert.match(admin.lines()[0]!, /^Nobody was notified\. Critical, /)
})

test('a step without anybody is not waited for, and is named on the timeline', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, operator] = [await addReachable('admin'), await addReachable()]
  const lonely = await app.logIn('viewer')
  const { id: nobody } = (await lonely('GET', '/api/mobile/me')).body.data
  const steps = [
    { wait_s: 0, targets: [{ type: 'user', id: nobody }] },
    { wait_s: 600, targets: [{ type: 'user', id: operator.id }] },
  ]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', steps })
  const id = await declare(admin)
  await app.fastForward({ seconds: 2 })
  assert.equal(operator.browser.received.length, 1)
  const { timeline } = (await operator.call('GET', `/api/mobile/incidents/${id}`)).body.data
  const escalated = timeline.filter(({ kind }: { kind: string }) => kind === 'escalated')
  assert.match(escalated[0].text, /^Step 1 of 2: nobody to notify; no verified contact method: viewer-/)
})

test('while nobody has a verified contact method, no escalation begins, and readiness says so', async (t) => {
  const { app } = await startReachableApp(t)
  const operator = await app.logIn('operator')
  await operator('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'critical' })
  await app.runJobs()
  assert.deepEqual(await app.rows('select * from escalation_runs'), [])
  const { problems } = (await operator('GET', '/api/mobile/readiness')).body.data
  assert.ok(problems.some(({ problem }: { problem: string }) => problem === 'nobody_reachable'))
})

test('a browser that has unsubscribed breaks its method, and its owner hears of it and of the incident by the other', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  person.browser.unsubscribe()
  await declare(person)
  await app.runJobs()
  assert.deepEqual(laptop.titles().sort(), ['Contact method broken: Phone', 'Visitor has fallen'])
  const methods = (await person.call('GET', '/api/mobile/me/contact-methods')).body.data
  assert.deepEqual(
    methods.map(({ label, state }: Record<string, string>) => [label, state]),
    [
      ['Phone', 'broken'],
      ['Laptop', 'verified'],
    ],
  )
})
