import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOnCall } from '../src/app/doctor/check-on-call.ts'
import { layer, startOnCallScene } from './harness/on-call-scene.ts'
import { makeReachable } from './harness/people.ts'
import { startReachableApp } from './harness/reachable.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri']

test('whoever is on call without a contact method, or with a disabled account, is a gap with a name', async (t) => {
  const { app, admin, schedule, ana, bor, cene } = await startOnCallScene(t)
  await makeReachable(app, ana)
  const id = await schedule([layer([ana, bor, cene])])
  await app.rows('update users set enabled = false where id = $1', [cene])
  const [duties] = (await admin('GET', '/api/mobile/on-call')).body.data
  assert.deepEqual([duties.schedule.id, duties.now.user.name, duties.next.user.name], [id, 'Bor', 'Ana'])
  assert.deepEqual(duties.gaps, [
    {
      ...{ from: '2026-11-23T10:00:00.000Z', to: '2026-11-30T08:00:00.000Z' },
      ...{ user: { id: bor, name: 'Bor' }, cause: 'no_method' },
    },
    {
      ...{ from: '2026-11-30T08:00:00.000Z', to: '2026-12-07T08:00:00.000Z' },
      ...{ user: { id: cene, name: 'Cene' }, cause: 'disabled' },
    },
    {
      ...{ from: '2026-12-14T08:00:00.000Z', to: '2026-12-21T08:00:00.000Z' },
      ...{ user: { id: bor, name: 'Bor' }, cause: 'no_method' },
    },
    {
      ...{ from: '2026-12-21T08:00:00.000Z', to: '2026-12-23T10:00:00.000Z' },
      ...{ user: { id: cene, name: 'Cene' }, cause: 'disabled' },
    },
  ])
  const { problems } = (await admin('GET', '/api/mobile/readiness')).body.data
  assert.deepEqual(
    problems.filter(({ problem }: { problem: string }) => problem === 'on_call_gap'),
    [{ problem: 'on_call_gap', about: ['Night shift (Bor)', 'Night shift (Cene)'] }],
  )
  await makeReachable(app, bor)
  await app.rows('update users set enabled = true where id = $1', [cene])
  await makeReachable(app, cene)
  assert.deepEqual((await admin('GET', '/api/mobile/on-call')).body.data[0].gaps, [])
})

test('the doctor warns of a gap within a week, and says who would be on call', async (t) => {
  const { app, schedule, ana, bor, cene } = await startOnCallScene(t)
  await makeReachable(app, ana, cene)
  await schedule([layer([ana])], 'Whole')
  await schedule([layer([ana], { weekdays: WEEKDAYS })], 'Weekdays')
  await schedule([layer([bor, cene], { unit: 'day' })], 'Daily')
  await schedule([layer([cene])], 'Empty')
  await app.rows('update users set enabled = false where id = $1', [cene])
  const findings = await checkOnCall(app.service.db, app.now())
  assert.deepEqual(
    findings.map(({ state, says }) => `${state} ${says}`),
    [
      'warn Daily: nobody is on call from 2026-11-23T10:00:00.000Z to 2026-11-24T08:00:00.000Z: the account of Cene is disabled',
      'warn Daily: Bor is on call from 2026-11-24T08:00:00.000Z to 2026-11-25T08:00:00.000Z, but has no verified contact method',
      'warn Empty: nobody is on call from 2026-11-23T10:00:00.000Z to 2026-11-30T10:00:00.000Z: the account of Cene is disabled',
      'warn Weekdays: nobody is on call from 2026-11-28T08:00:00.000Z to 2026-11-30T08:00:00.000Z',
      'ok Whole: somebody is on call for the next 7 days',
    ],
  )
})

test('administrators are warned of a shift whose person cannot be notified', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, tom] = [await addReachable('admin'), await addReachable()]
  const silent = await (await app.logIn('operator'))('GET', '/api/mobile/me')
  await app.rows("update users set name = 'Bor' where id = $1", [silent.body.data.id])
  const layers = [{ ...layer([tom.id, silent.body.data.id]), start_date: '2026-03-02' }]
  await admin.call('POST', '/api/admin/schedules', { name: 'Hotline', time_zone: 'UTC', layers })
  await app.runJobs()
  assert.deepEqual(admin.titles(), ['Bor cannot be notified: Hotline'])
  assert.match(
    admin.browser.received[0]!.payload.notification.body,
    /Bor is on call from Mon 9 Mar, 09:00 UTC to Mon 16 Mar, 09:00 UTC, but has no verified contact method/,
  )
  app.setClock({ seconds: 86_400 })
  await app.runJobs()
  assert.equal(admin.titles().length, 1)
})
