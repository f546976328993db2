import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declare, startReachableApp } from './harness/reachable.ts'

test('a critical incident notifies administrators and operators at once, and again in three rounds until it ends', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, operator, viewer] = [await addReachable('admin'), await addReachable(), await addReachable('viewer')]
  const id = await declare(operator)
  await app.runJobs()
  const counts = () => [admin, operator, viewer].map(({ browser }) => browser.received.length)
  assert.deepEqual(counts(), [1, 1, 0])
  assert.deepEqual(operator.titles(), ['Visitor has fallen'])
  await app.fastForward({ seconds: 299 })
  assert.deepEqual(counts(), [1, 1, 0])
  await app.fastForward({ seconds: 1 })
  assert.deepEqual(counts(), [1, 2, 0])
  await app.fastForward({ minutes: 5 })
  assert.deepEqual(counts(), [2, 2, 0])
  await app.fastForward({ minutes: 5 })
  assert.deepEqual(counts(), [3, 3, 0])
  await app.fastForward({ minutes: 60 })
  assert.deepEqual(counts(), [6, 6, 0])
  const { body } = await operator.call('GET', `/api/mobile/incidents/${id}`)
  const kinds = body.data.timeline.map(({ kind }: { kind: string }) => kind)
  assert.equal(kinds.at(-1), 'escalation_ended')
  assert.equal(kinds.filter((kind: string) => kind === 'person_notified').length, 12)
})

test('an acknowledgement ends the escalation in the same moment, and those who were notified hear who has it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, operator] = [await addReachable('admin'), await addReachable()]
  const id = await declare(operator)
  await app.runJobs()
  await operator.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.fastForward({ minutes: 30 })
  assert.equal(operator.browser.received.length, 1)
  assert.equal(admin.browser.received.length, 2)
  const { notification } = admin.browser.received[1]!.payload
  assert.equal(notification.title, 'Visitor has fallen')
  assert.equal(notification.body, `${operator.name} is on it. Critical, 12:00 UTC.`)
  assert.equal(notification.silent, true)
  const listed = await admin.call('GET', `/api/mobile/incidents/${id}/notifications`)
  assert.deepEqual(
    listed.body.data.map(({ reason, state, label }: Record<string, string>) => [reason, state, label]),
    [
      ['step', 'accepted', 'Phone'],
      ['step', 'accepted', 'Phone'],
      ['acknowledged', 'accepted', 'Phone'],
    ],
  )
})

test('an offline device opens a warning incident after half a minute, which ends some minutes after its return', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const boiler = await app.createDevice({ name: 'Boiler room', offline_after_s: 60 })
  await boiler.send({ metrics: { pressure_bar: 2 } })
  await app.fastForward({ seconds: 85 })
  assert.deepEqual(operator.titles(), [])
  await app.fastForward({ seconds: 10 })
  assert.deepEqual(operator.titles(), ['Boiler room: offline'])
  await boiler.send({ metrics: { pressure_bar: 2 } })
  await app.fastForward({ seconds: 10 })
  const [incident] = (await operator.call('GET', '/api/mobile/incidents')).body.data
  assert.deepEqual([incident.origin, incident.status, incident.severity], ['offline', 'open', 'warning'])
  for (let minute = 0; minute < 7; minute += 1) {
    await boiler.send({ metrics: { pressure_bar: 2 + minute / 10 } })
    await app.fastForward({ seconds: 50 })
  }
  const after = (await operator.call('GET', `/api/mobile/incidents/${incident.incident_id}`)).body.data
  assert.deepEqual([after.status, after.resolution], ['resolved', 'auto'])
})

test('a severity that rises reaches people who only want to hear of critical incidents', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [all, few] = [await addReachable(), await addReachable()]
  const preferences = { quiet_hours: null, critical_breaks_quiet: true, steps: [{ after_s: 0, method_ids: null }] }
  const path = '/api/mobile/me/notification-preferences'
  assert.equal((await few.call('PUT', path, { ...preferences, min_severity: 'critical' })).status, 200)
  const id = await declare(all, { severity: 'warning' })
  await app.runJobs()
  assert.deepEqual([all.titles().length, few.titles().length], [1, 0])
  await all.call('POST', `/api/mobile/incidents/${id}/severity`, { severity: 'critical' })
  await app.runJobs()
  assert.deepEqual(few.titles(), ['Visitor has fallen'])
  assert.match(all.lines().at(-1)!, /^Severity raised\. Critical, /)
})

test('in quiet hours, warnings wait and become one message at their end; critical incidents do not wait', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const quiet_hours = {
    from: '11:00',
    to: '14:00',
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    time_zone: 'UTC',
  }
  const steps = [{ after_s: 0, method_ids: null }]
  const preferences = { min_severity: 'warning', quiet_hours, critical_breaks_quiet: true, steps }
  await person.call('PUT', '/api/mobile/me/notification-preferences', preferences)
  for (const title of ['Door open', 'Window open']) await declare(person, { title, severity: 'warning' })
  await declare(person, { title: 'Fire', severity: 'critical' })
  await app.runJobs()
  assert.deepEqual(person.titles(), ['Fire'])
  await app.leap({ seconds: 2 * 3_600 })
  assert.ok(person.titles().includes('2 incidents'), person.titles().join())
})

test('a fleet that breaks down makes one message after five incidents, the first critical one at once', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  for (let number = 1; number <= 12; number += 1) {
    await declare(person, { title: `Fault ${number}`, severity: number === 12 ? 'critical' : 'warning' })
    if (number % 4 === 0) await app.runJobs()
  }
  await app.fastForward({ seconds: 61 })
  const titles = person.titles()
  assert.ok(titles.includes('Fault 12'), titles.join())
  assert.ok(
    titles.some((title) => /^\d+ incidents/.test(title)),
    titles.join(),
  )
  assert.ok(titles.length <= 7, titles.join())
  const late = await app.rows(`select from notifications where state <> 'queued' and outcome ->> 'code' = 'bundled'`)
  assert.equal(late.length, 0, 'nothing waits any more')
  const sent = await app.rows<{ state: string; count: number }>(
    `select state, count(*)::integer from notifications where reason <> 'test' group by 1 order by 1`,
  )
  assert.deepEqual(
    sent.filter(({ state }) => !['accepted', 'merged'].includes(state)),
    [],
  )
})
