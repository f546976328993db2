import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHolders, schedulesOf } from '../src/core/on-call/read-on-call.ts'
import { INSTALLATION } from '../src/core/reach/reach.ts'
import { final, idOf, layer, NOW, SCHEDULES, startOnCallScene } from './harness/on-call-scene.ts'
import { makeReachable } from './harness/people.ts'

test('a schedule says who is on call, now and later', async (t) => {
  const { app, admin, schedule, ana, bor } = await startOnCallScene(t)
  await makeReachable(app, ana, bor)
  const id = await schedule([layer([ana, bor])])
  assert.deepEqual(await final(admin, id, '?to=2026-12-20'), [
    ...['11-23T10:00 Bor', '11-30T08:00 Ana', '12-07T08:00 Bor', '12-14T08:00 Ana'],
  ])
  const { body } = await admin('GET', '/api/mobile/on-call')
  assert.deepEqual(body.data, [
    {
      schedule: { id, name: 'Night shift' },
      now: { from: '2026-11-23T10:00:00.000Z', to: '2026-11-30T08:00:00.000Z', user: { id: bor, name: 'Bor' } },
      next: { from: '2026-11-30T08:00:00.000Z', to: '2026-12-07T08:00:00.000Z', user: { id: ana, name: 'Ana' } },
      gaps: [],
      is_me: false,
    },
  ])
  assert.deepEqual(await findHolders(app.service.db, app.now()), [bor])
  assert.deepEqual(await findHolders(app.service.db, app.now(), id), [bor])
  assert.deepEqual(await findHolders(app.service.db, app.now(), 999), [])
})

test('an edit holds from now on, or from an instant, and does not change the past', async (t) => {
  const { app, admin, schedule, ana, bor, cene } = await startOnCallScene(t)
  const id = await schedule([layer([ana, bor])])
  await app.leap({ seconds: 2 * 86_400 })
  const answer = await admin('PATCH', `${SCHEDULES}/${id}`, { layers: [layer([cene])] })
  assert.equal(answer.status, 200)
  assert.deepEqual(await final(admin, id, '?from=2026-11-23T10:00:00Z&to=2026-12-20'), [
    ...['11-23T10:00 Bor', '11-25T10:00 Cene', '11-30T08:00 Cene', '12-07T08:00 Cene', '12-14T08:00 Cene'],
  ])
  await admin('PATCH', `${SCHEDULES}/${id}`, { layers: [layer([ana])], valid_from: '2026-12-01T00:00:00Z' })
  assert.deepEqual(await final(admin, id, '?from=2026-11-25T10:00:00Z&to=2026-12-10'), [
    ...['11-25T10:00 Cene', '11-30T08:00 Cene', '12-01T00:00 Ana', '12-07T08:00 Ana'],
  ])
  const { body } = await admin('GET', `${SCHEDULES}/${id}`)
  const unchanged = await admin('PATCH', `${SCHEDULES}/${id}`, body.data)
  assert.equal(unchanged.status, 200, JSON.stringify(unchanged.body))
  const versions = await app.rows('select valid_from from schedule_versions')
  assert.equal(versions.length, 3)
})

test('day and night are rotations with hours, and whoever is on call changes with them', async (t) => {
  const { app, admin, schedule, ana, bor, cene } = await startOnCallScene(t)
  await makeReachable(app, ana, bor, cene)
  const day = layer([ana], { handover: '07:00', hours: [{ from: '07:00', to: '19:00' }] })
  const night = layer([bor, cene], { handover: '07:00', hours: [{ from: '19:00', to: '07:00' }] })
  const id = await schedule([day, night])
  assert.deepEqual((await admin('GET', `${SCHEDULES}/${id}`)).body.data.layers, [day, night])
  assert.deepEqual(await final(admin, id, '?to=2026-11-25'), [
    ...['11-23T10:00 Ana', '11-23T18:00 Cene', '11-24T06:00 Ana', '11-24T18:00 Cene'],
  ])
  const [duties] = (await admin('GET', '/api/mobile/on-call')).body.data
  assert.deepEqual(
    [duties.now.user.name, duties.now.to, duties.next.user.name, duties.next.to, duties.gaps],
    ['Ana', '2026-11-23T18:00:00.000Z', 'Cene', '2026-11-24T06:00:00.000Z', []],
  )
  // Without the nights, they are gaps.
  await admin('PATCH', `${SCHEDULES}/${id}`, { layers: [day] })
  const { gaps } = (await admin('GET', '/api/mobile/on-call')).body.data[0]
  assert.equal(gaps.length, 30)
  assert.deepEqual([gaps[0].from, gaps[0].to], ['2026-11-23T18:00:00.000Z', '2026-11-24T06:00:00.000Z'])
})

test('turns of hours go round the clock from the hand-over on the first day', async (t) => {
  const { admin, schedule, ana, bor, cene } = await startOnCallScene(t)
  const id = await schedule([layer([ana, bor, cene], { unit: 'hour', length: 8, handover: '06:00' })])
  assert.deepEqual(await final(admin, id, '?to=2026-11-24T12:00:00Z'), [
    ...['11-23T10:00 Ana', '11-23T13:00 Bor', '11-23T21:00 Cene', '11-24T05:00 Ana'],
  ])
})

test('invalid schedules are refused with the field', async (t) => {
  const { admin, schedule, ana } = await startOnCallScene(t)
  await schedule([layer([ana])])
  const good = { name: 'Day shift', time_zone: 'UTC', layers: [layer([ana])] }
  const refused: [Record<string, unknown>, number, string?][] = [
    [{ name: ' ' }, 400, '/name'],
    [{ name: 'Night shift' }, 409],
    [{ time_zone: 'Europe/Nowhere' }, 400, '/time_zone'],
    [{ time_zone: '+02:00' }, 400, '/time_zone'],
    [{ layers: [layer([999])] }, 400, '/layers/0/people'],
    [{ layers: [layer([])] }, 400, '/layers/0/people'],
    [{ layers: [layer([ana], { start_date: '2026-02-30' })] }, 400, '/layers/0/start_date'],
    [{ layers: [layer([ana], { start_date: '0001-01-01' })] }, 400, '/layers/0/start_date'],
    [{ layers: [layer([ana], { handover: '24:00' })] }, 400, '/layers/0/handover'],
    [{ layers: [layer([ana], { length: 0 })] }, 400, '/layers/0/length'],
    [{ layers: [layer([ana], { unit: 'month' })] }, 400, '/layers/0/unit'],
    [{ layers: [layer([ana], { weekdays: [] })] }, 400, '/layers/0/weekdays'],
    [{ layers: [layer([ana], { colour: 'red' })] }, 400, '/layers/0/colour'],
    [{ layers: [layer([ana], { length: 53 })] }, 400, '/layers/0/length'],
    [{ layers: [layer([ana], { unit: 'day', length: 53 })] }, 400, '/layers/0/length'],
    [{ layers: [layer([ana], { unit: 'hour', length: 169 })] }, 400, '/layers/0/length'],
    [{ layers: [layer([ana], { hours: [] })] }, 400, '/layers/0/hours'],
    [{ layers: [layer([ana], { hours: [{ from: '19:00' }] })] }, 400, '/layers/0/hours/0/to'],
    [{ layers: [layer([ana], { hours: [{ from: '19:00', to: '24:00' }] })] }, 400, '/layers/0/hours/0/to'],
    [{ layers: [layer([ana], { hours: [{ from: '7:00', to: '19:00' }] })] }, 400, '/layers/0/hours/0/from'],
    [{ layers: [layer([ana], { hours: [{ days: [], from: '07:00', to: '19:00' }] })] }, 400, '/layers/0/hours/0/days'],
    [
      { layers: [layer([ana], { hours: [{ days: ['mo'], from: '07:00', to: '19:00' }] })] },
      400,
      '/layers/0/hours/0/days/0',
    ],
    [
      { layers: [layer([ana], { weekdays: ['sat'], hours: [{ days: ['mon'], from: '07:00', to: '19:00' }] })] },
      400,
      '/layers/0/hours',
    ],
  ]
  for (const [more, status, field] of refused) {
    const answer = await admin('POST', SCHEDULES, { ...good, ...more })
    assert.equal(answer.status, status, JSON.stringify([more, answer.body]))
    if (field)
      assert.ok(
        answer.body.errors.some((one: { field: string }) => one.field === field),
        JSON.stringify(answer.body),
      )
  }
  assert.equal((await admin('GET', `${SCHEDULES}/99999999999`)).status, 404)
  assert.equal((await admin('GET', `${SCHEDULES}/1/final?from=2026-01-01&to=2026-06-01`)).status, 400)
  assert.equal((await admin('GET', `${SCHEDULES}/1/final?from=2026-01-02&to=2026-01-01`)).status, 400)
  assert.equal((await admin('GET', `${SCHEDULES}/99999999999/final`)).status, 404)
})

test('operators take shifts themselves, administrators for all; a swap is two overrides', async (t) => {
  const { app, admin, schedule, ana, bor } = await startOnCallScene(t)
  const id = await schedule([layer([ana, bor])])
  const operator = await app.logIn('operator')
  const viewer = await app.logIn('viewer')
  const me = await idOf(app, operator)
  await app.rows("update users set name = 'Me' where id = $1", [me])
  const overrides = `${SCHEDULES}/${id}/overrides`
  const window = { from: '2026-11-22T00:00:00Z', to: '2026-11-24T08:00:00Z' }
  assert.equal((await viewer('POST', overrides, { ...window, user_id: me })).status, 403)
  assert.equal((await operator('POST', overrides, { ...window, user_id: ana })).status, 403)
  const taken = await operator('POST', overrides, { ...window, user_id: me })
  assert.equal(taken.status, 201)
  // The past is not taken over.
  assert.equal(taken.body.data.from, '2026-11-23T10:00:00.000Z')
  const { body } = await operator('GET', '/api/mobile/on-call')
  assert.deepEqual([body.data[0].is_me, body.data[0].next.user.name], [true, 'Bor'])
  const swap = { from: '2026-11-26T00:00:00Z', to: '2026-12-02T00:00:00Z' }
  await admin('POST', overrides, { ...swap, user_id: ana, replaces: bor })
  await admin('POST', overrides, { ...swap, from: '2026-11-30T08:00:00Z', user_id: bor, replaces: ana })
  assert.deepEqual(await final(admin, id, '?to=2026-12-05'), [
    ...['11-23T10:00 Me', '11-24T08:00 Bor', '11-26T00:00 Ana', '11-30T08:00 Bor', '12-02T00:00 Ana'],
  ])
  const list = await operator('GET', overrides)
  assert.equal(list.body.data.length, 3)
  assert.equal((await operator('DELETE', `${overrides}/${list.body.data[1].id}`)).status, 403)
  await app.leap({ seconds: 3_600 })
  assert.equal((await operator('DELETE', `${overrides}/${taken.body.data.id}`)).status, 200)
  // Past shifts stay as they were.
  assert.deepEqual((await final(admin, id, '?from=2026-11-23T10:00:00Z&to=2026-11-25')).slice(0, 2), [
    ...['11-23T10:00 Me', '11-23T11:00 Bor'],
  ])
  assert.equal((await operator('DELETE', `${overrides}/${taken.body.data.id}`)).status, 409)
  for (const [more, field] of [
    [{ to: '2026-11-20T00:00:00Z' }, '/to'],
    [{ to: '2026-11-23T01:00:00Z' }, '/to'],
    [{ to: '2028-11-23T01:00:00Z' }, '/to'],
    [{ to: '2026-11-25T01:00:00Z', user_id: 999 }, '/user_id'],
    [{ to: '2026-11-25T01:00:00Z', user_id: ana, replaces: 999 }, '/replaces'],
  ] as const) {
    const refused = await admin('POST', overrides, { from: '2026-11-22T00:00:00Z', user_id: ana, ...more })
    assert.equal(refused.body.errors?.[0].field, field, JSON.stringify(refused.body))
  }
})

test('a swap is two overrides that end together', async (t) => {
  const { app, admin, schedule, ana, bor } = await startOnCallScene(t)
  const id = await schedule([layer([ana, bor])])
  const overrides = `${SCHEDULES}/${id}/overrides`
  const swap = { from: '2026-11-30T08:00:00Z', to: '2026-12-02T00:00:00Z' }
  const body = { from: '2026-11-26T00:00:00Z', to: '2026-11-28T00:00:00Z', user_id: ana, replaces: bor, swap }
  const before = await final(admin, id, '?to=2026-12-05')
  const made = (await admin('POST', overrides, body)).body.data
  assert.deepEqual(await final(admin, id, '?to=2026-12-05'), [
    ...['11-23T10:00 Bor', '11-26T00:00 Ana', '11-28T00:00 Bor', '11-30T08:00 Bor', '12-02T00:00 Ana'],
  ])
  const [first, second] = (await admin('GET', overrides)).body.data
  assert.deepEqual([first.id, first.swapped_with, second.swapped_with], [made.id, second.id, first.id])
  assert.equal((await admin('DELETE', `${overrides}/${second.id}`)).status, 200)
  assert.deepEqual(await final(admin, id, '?to=2026-12-05'), before)

  const again = (await admin('POST', overrides, body)).body.data
  await app.leap({ seconds: 6 * 86_400 })
  // The first half is over and stays.
  assert.equal((await admin('DELETE', `${overrides}/${again.swapped_with}`)).status, 200)
  assert.deepEqual((await final(admin, id, '?from=2026-11-25&to=2026-12-05')).slice(1), [
    ...['11-26T00:00 Ana', '11-28T00:00 Bor', '11-30T08:00 Ana'],
  ])

  const operator = await app.logIn('operator')
  const me = await idOf(app, operator)
  const later = { from: '2026-12-03T00:00:00Z', to: '2026-12-04T00:00:00Z' }
  const own = { ...later, user_id: me, replaces: ana, swap: later }
  assert.equal((await operator('POST', overrides, own)).status, 403)
  const alone = await admin('POST', overrides, { ...own, replaces: null })
  assert.equal(alone.body.errors[0].field, '/replaces')
  const reversed = await admin('POST', overrides, { ...own, swap: { from: later.to, to: later.from } })
  assert.equal(reversed.body.errors[0].field, '/swap/to')
})

test('somebody whose account is disabled leaves a gap from then on, which can be known before', async (t) => {
  const { app, admin, schedule, ana, bor } = await startOnCallScene(t)
  const id = await schedule([layer([ana, bor])])
  const [duty] = await schedulesOf(app.service.db, INSTALLATION, bor, app.now())
  assert.deepEqual(duty, {
    schedule: { id, name: 'Night shift' },
    isOnCallNow: true,
    gap: { from: NOW, to: new Date('2026-11-30T08:00:00.000Z') },
  })
  await app.leap({ seconds: 86_400 })
  await admin('PATCH', `/api/admin/users/${bor}`, { enabled: false })
  assert.deepEqual((await final(admin, id, '?from=2026-11-23T10:00:00Z&to=2026-12-03')).slice(0, 3), [
    ...['11-23T10:00 Bor', '11-24T10:00 -', '11-30T08:00 Ana'],
  ])
  const { body } = await admin('GET', '/api/mobile/on-call')
  assert.deepEqual([body.data[0].now, body.data[0].next.user.name], [null, 'Ana'])
  // The schedule can be changed nevertheless, but nobody new may be without an account.
  assert.equal((await admin('PATCH', `${SCHEDULES}/${id}`, { layers: [layer([bor, ana])] })).status, 200)
  const other = { name: 'Other', time_zone: 'UTC', layers: [layer([bor])] }
  assert.equal((await admin('POST', SCHEDULES, other)).status, 400)
})

test('schedules are deleted, and everything is in the audit log', async (t) => {
  const { app, admin, schedule, ana } = await startOnCallScene(t)
  const id = await schedule([layer([ana])])
  const body = { user_id: ana, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }
  const override = await admin('POST', `${SCHEDULES}/${id}/overrides`, body)
  await admin('DELETE', `${SCHEDULES}/${id}/overrides/${override.body.data.id}`)
  await admin('PATCH', `${SCHEDULES}/${id}`, { name: 'Nights' })
  assert.equal((await admin('DELETE', `${SCHEDULES}/${id}`)).status, 200)
  assert.equal((await admin('GET', `${SCHEDULES}/${id}`)).status, 404)
  const actions = await app.rows<{ action: string; subject_name: string }>(
    "select action, subject_name from audit_entries where subject_type = 'schedule' order by id",
  )
  assert.deepEqual(
    actions.map(({ action, subject_name }) => `${action} ${subject_name}`),
    [
      ...['schedule.created Night shift', 'schedule.override_created Night shift'],
      ...['schedule.override_deleted Night shift', 'schedule.changed Nights', 'schedule.deleted Nights'],
    ],
  )
  const [added, removed] = await app.rows<{ before: object; after: object }>(
    "select before, after from audit_entries where action like 'schedule.override%' order by id",
  )
  assert.deepEqual(removed!.before, added!.after)
})
