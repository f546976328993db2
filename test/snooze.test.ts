import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from './harness/app.ts'
import { declare, NOON, type ReachablePerson, startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const after = (minutes: number): string => new Date(NOON.getTime() + minutes * 60_000).toISOString()

/** A critical incident that rings, snoozed by the first of two operators for half an hour. */
async function snoozed(t: TestContext, { severity = 'critical' } = {}) {
  const { app, addReachable } = await startReachableApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['incident.acknowledged', 'incident.reopened'] })
  const [ana, ben] = [await addReachable(), await addReachable()]
  const id = await declare(ana, { severity })
  await app.runJobs()
  const path = `/api/mobile/incidents/${id}`
  const answer = await ana.call('POST', `${path}/acknowledgement`, { until: after(30) })
  assert.equal(answer.status, 200)
  const incident = async (person: ReachablePerson = ana) => (await person.call('GET', path)).body.data
  return { app, receiver, ana, ben, path, answer: answer.body.data, incident }
}

const RINGS = 'Critical, 12:00 UTC.'

test('a snoozed incident notifies nobody until its time, and at that second it is open and rings again', async (t) => {
  const { app, receiver, ana, ben, answer, incident } = await snoozed(t)
  assert.deepEqual(
    [answer.status, answer.acknowledged_by.id, answer.snoozed_until, answer.acknowledged_until],
    ['acknowledged', ana.id, after(30), after(30)],
  )
  await app.fastForward({ seconds: 30 * 60 - 1 })
  assert.deepEqual(ana.lines(), [RINGS])
  assert.deepEqual(ben.lines(), [RINGS, `Snoozed by ${ana.name} until 12:30 UTC. ${RINGS}`])
  assert.equal((await incident()).status, 'acknowledged')

  await app.fastForward({ seconds: 1 })
  assert.deepEqual([ana.lines().at(-1), ben.lines().at(-1)], [RINGS, RINGS])
  assert.deepEqual([ana.titles().length, ben.titles().length], [2, 3])
  const { status, acknowledged_by, snoozed_until, acknowledged_until } = await incident()
  assert.deepEqual([status, acknowledged_by, snoozed_until, acknowledged_until], ['open', null, null, null])
  assert.deepEqual(
    receiver.requests.map(({ event, data }) => [event, data.snoozed_until]),
    [
      ['incident.acknowledged', after(30)],
      ['incident.reopened', undefined],
    ],
  )
})

test('the timeline and the audit log say who snoozed an incident until when, and that the time is over', async (t) => {
  const { app, ana, incident } = await snoozed(t)
  await app.fastForward({ minutes: 30 })
  const { timeline } = await incident()
  const ofSnooze = timeline.filter(({ kind }: { kind: string }) => ['snoozed', 'unacknowledged'].includes(kind))
  assert.deepEqual(
    ofSnooze.map(({ kind, text, by, at }: Record<string, string> & { by: { id: number } }) => [kind, text, by.id, at]),
    [
      ['snoozed', after(30), ana.id, after(0)],
      ['unacknowledged', 'The snooze is over', null, after(30)],
    ],
  )
  const entries = await app.rows(`select actor_id, after from audit_entries where action = 'incident.snoozed'`)
  assert.deepEqual(entries, [{ actor_id: ana.id, after: { status: 'acknowledged', snoozed_until: after(30) } }])
})

test('whoever unacknowledges a snoozed incident lets it ring at once, and not once more at the time', async (t) => {
  const { app, ana, ben, path } = await snoozed(t)
  await app.fastForward({ minutes: 5 })
  await ben.call('DELETE', `${path}/acknowledgement`)
  await app.runJobs()
  assert.equal(ana.titles().length, 2)
  await ben.call('POST', `${path}/acknowledgement`)
  await app.fastForward({ minutes: 60 })
  assert.deepEqual(
    ana.lines().filter((line) => line === RINGS),
    [RINGS, RINGS],
  )
})

test('a resolution ends a snooze, and an incident that is reopened is not snoozed', async (t) => {
  const { app, ana, path, incident } = await snoozed(t)
  await ana.call('POST', `${path}/resolution`)
  await app.fastForward({ minutes: 10 })
  assert.deepEqual([(await incident()).status, (await incident()).snoozed_until], ['resolved', null])
  await ana.call('POST', `${path}/reopening`)
  const { status, snoozed_until } = await incident()
  assert.deepEqual([status, snoozed_until], ['open', null])
  await ana.call('POST', `${path}/acknowledgement`)
  await app.fastForward({ minutes: 60 })
  assert.equal((await incident()).status, 'acknowledged')
})

test('a snoozed incident that becomes more severe is open at once and rings for the new severity', async (t) => {
  const { app, receiver, ana, ben, path, incident } = await snoozed(t, { severity: 'warning' })
  await app.fastForward({ minutes: 5 })
  await ben.call('POST', `${path}/severity`, { severity: 'critical' })
  await app.runJobs()
  assert.deepEqual(ana.lines(), ['Warning, 12:00 UTC.', 'Critical, 12:05 UTC.'])
  const { status, snoozed_until, timeline } = await incident()
  assert.deepEqual([status, snoozed_until], ['open', null])
  assert.ok(timeline.some(({ text }: { text: string }) => text === 'It became more severe'))
  assert.equal(receiver.received('incident.reopened').length, 1)
  await ben.call('POST', `${path}/acknowledgement`, { until: after(90) })
  await ben.call('POST', `${path}/severity`, { severity: 'info' })
  assert.equal((await incident()).snoozed_until, after(90), 'a severity that falls does not end it')
})

test('a second acknowledgement leaves a snooze as it is, another time replaces it, and the first person stays', async (t) => {
  const { app, ana, ben, path, incident } = await snoozed(t)
  await ben.call('POST', `${path}/acknowledgement`)
  assert.equal((await incident()).snoozed_until, after(30))
  for (const _ of ['once', 'twice']) await ben.call('POST', `${path}/acknowledgement`, { until: after(60) })
  const { snoozed_until, acknowledged_by, acknowledged_at, timeline } = await incident()
  assert.deepEqual([snoozed_until, acknowledged_by.id, acknowledged_at], [after(60), ana.id, after(0)])
  assert.equal(timeline.filter(({ kind }: { kind: string }) => kind === 'snoozed').length, 2)
  await app.fastForward({ seconds: 60 * 60 - 1 })
  assert.equal((await incident()).status, 'acknowledged')
  await app.fastForward({ seconds: 1 })
  assert.equal((await incident()).status, 'open')
})

test('an incident that somebody works on can be snoozed, and is acknowledged no longer than that', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const path = `/api/mobile/incidents/${await declare(ana)}`
  await ana.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  const { data } = (await ana.call('POST', `${path}/acknowledgement`, { until: after(5) })).body
  assert.deepEqual([data.status, data.acknowledged_until], ['acknowledged', after(5)])
  await app.fastForward({ minutes: 5 })
  assert.equal((await ana.call('GET', path)).body.data.status, 'open')
})

test('two nodes open a snoozed incident again once', async (t) => {
  const { app, receiver, incident } = await snoozed(t)
  const other = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const nodes = [app, other]
  for (const node of nodes) node.setClock({ seconds: 30 * 60 - 3 })
  // Together: a node whose clock is behind takes the times of the other one for those of a clock that has gone back.
  for (let second = 0; second < 63; second += 1) {
    await Promise.all(nodes.map((node) => node.fastForward({ seconds: 1 })))
  }
  const { timeline } = await incident()
  assert.equal(timeline.filter(({ kind }: { kind: string }) => kind === 'unacknowledged').length, 1)
  assert.equal(receiver.received('incident.reopened').length, 1)
  const steps = await app.rows<{ count: number }>(
    `select count(*)::integer from notifications where reason = 'step' group by run_id order by run_id`,
  )
  assert.deepEqual(steps, [{ count: 2 }, { count: 2 }], 'two people, each once per escalation')
})

test('a time in the past, more than 30 days away or that is none is refused, and changes nothing', async (t) => {
  const { app, ana, path, incident } = await snoozed(t)
  await app.fastForward({ minutes: 1 })
  const refused: [until: unknown, why: RegExp][] = [
    [after(0), /until: lies in the past/],
    [after(1), /until: lies in the past/],
    [after(30 * 24 * 60 + 2), /until: must be at most 30 days from now/],
    ['tomorrow', /until/],
    [null, /until/],
  ]
  for (const [until, why] of refused) {
    const { status, body } = await ana.call('POST', `${path}/acknowledgement`, { until })
    assert.equal(status, 400, String(until))
    assert.match(body.message, why)
  }
  assert.equal((await incident()).snoozed_until, after(30))
  const most = await ana.call('POST', `${path}/acknowledgement`, { until: after(30 * 24 * 60 + 1) })
  assert.equal(most.status, 200)
})

test('a clock that is set back leaves a snooze its time, as far as that is at most 30 days away', async (t) => {
  const { app, ana, path, incident } = await snoozed(t)
  await app.runJobs()
  const [soon, far] = [after(3 * 60), after(30 * 24 * 60 + 60)]
  app.setClock({ seconds: 2 * 3_600 })
  await app.runJobs()
  for (const [until, left] of [
    [soon, soon],
    [far, after(30 * 24 * 60)],
  ]) {
    await ana.call('POST', `${path}/acknowledgement`, { until })
    assert.equal((await incident()).snoozed_until, until)
    app.setClock({ seconds: -2 * 3_600 })
    await app.runJobs()
    assert.equal((await incident()).snoozed_until, left)
    app.setClock({ seconds: 2 * 3_600 })
    await app.runJobs()
  }
})
