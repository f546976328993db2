import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkOnCall } from '../src/app/doctor/check-on-call.ts'
import { onCallNow, schedulesOf } from '../src/core/on-call/read-on-call.ts'
import { type FoundGaps, type HandOver, watchSchedules } from '../src/core/on-call/watch-schedules.ts'
import { openLog } from '../src/platform/log.ts'
import { type Person, startApp, type TestApp } from './harness/app.ts'
import { addPerson } from './harness/people.ts'

/** A Monday. */
const NOW = new Date('2026-11-23T10:00:00.000Z')
const SCHEDULES = '/api/admin/schedules'

const layer = (people: number[], more: Record<string, unknown> = {}) => ({
  ...{ people, start_date: '2026-11-16', unit: 'week', length: 1, handover: '09:00' },
  ...more,
})

async function scene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const admin = await app.logIn('admin')
  const [ana, bor, cene] = await Promise.all(['Ana', 'Bor', 'Cene'].map((name) => personNamed(app, name)))
  async function schedule(layers: object[], name = 'Night shift'): Promise<number> {
    const body = { name, time_zone: 'Europe/Ljubljana', layers }
    const { status, body: answer } = await admin('POST', SCHEDULES, body)
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.data.id
  }
  return { app, admin, schedule, ana: ana!, bor: bor!, cene: cene! }
}

async function personNamed(app: TestApp, name: string): Promise<number> {
  const { id } = await addPerson(app.service.db, `${name.toLowerCase()}@example.org`, 'operator', app.now())
  await app.rows('update users set name = $1 where id = $2', [name, id])
  return id
}

const idOf = async (app: TestApp, { email }: Person): Promise<number> => {
  const [user] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
  return user!.id
}

/** "11-23T08:00 Ana", with the hour in UTC. */
const final = async (call: Person, id: number, query = '') => {
  const { status, body } = await call('GET', `${SCHEDULES}/${id}/final${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map(
    (entry: { from: string; user: { name: string } | null }) => `${entry.from.slice(5, 16)} ${entry.user?.name ?? '-'}`,
  )
}

test('a schedule says who is on call, now and later', async (t) => {
  const { app, admin, schedule, ana, bor } = await scene(t)
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
      is_me: false,
    },
  ])
  const holders = await onCallNow(app.service.db, app.now())
  assert.deepEqual(
    holders.map(({ schedule, user, until }) => [schedule.id, user.name, until?.toISOString()]),
    [[id, 'Bor', '2026-11-30T08:00:00.000Z']],
  )
  assert.deepEqual(await onCallNow(app.service.db, app.now(), 999), [])
})

test('an edit holds from now on, or from an instant, and does not change the past', async (t) => {
  const { app, admin, schedule, ana, bor, cene } = await scene(t)
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

test('invalid schedules are refused with the field', async (t) => {
  const { admin, schedule, ana } = await scene(t)
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
  const { app, admin, schedule, ana, bor } = await scene(t)
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
  // What is over stays as it was.
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

test('somebody whose account is disabled leaves a gap from then on, which can be known before', async (t) => {
  const { app, admin, schedule, ana, bor } = await scene(t)
  const id = await schedule([layer([ana, bor])])
  const [duty] = await schedulesOf(app.service.db, bor, app.now())
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
  const { app, admin, schedule, ana } = await scene(t)
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
})

test('a calendar works without a login until it is deleted, and its address is shown once', async (t) => {
  const { app, schedule, ana, bor } = await scene(t)
  const id = await schedule([layer([ana, bor])])
  const person = await app.logIn('operator')
  const me = await idOf(app, person)
  await person('POST', `${SCHEDULES}/${id}/overrides`, {
    ...{ user_id: me, from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' },
  })
  const whole = await person('POST', '/api/mobile/me/calendar-feeds', { schedule_id: id })
  const mine = await person('POST', '/api/mobile/me/calendar-feeds')
  assert.deepEqual([whole.status, mine.status], [201, 201], JSON.stringify(mine.body))
  assert.equal((await person('POST', '/api/mobile/me/calendar-feeds', { schedule_id: 99 })).status, 400)
  const path = (url: string) => `${app.url}${new URL(url).pathname}`
  const read = async (url: string) => {
    const answer = await fetch(path(url))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
    return (await answer.text()).replaceAll('\r\n ', '')
  }
  const text = await read(whole.body.data.url)
  assert.match(text, /SUMMARY:Ana on call: Night shift\r\n/)
  assert.match(text, /DTSTART:20261130T080000Z\r\nDTEND:20261201T000000Z\r\nSUMMARY:Ana/)
  assert.match(text, /DTSTART:20261202T000000Z\r\nDTEND:20261207T080000Z\r\nSUMMARY:Ana/)
  const uids = [...text.matchAll(/UID:(.+)\r/g)].map(([, uid]) => uid)
  assert.equal(new Set(uids).size, uids.length)
  const own = await read(mine.body.data.url)
  assert.deepEqual(
    [...own.matchAll(/SUMMARY:(.+)\r/g)].map(([, title]) => title),
    ['On call: Night shift'],
  )
  // Later, with the override gone, the events of the turns have the same names as before.
  await app.leap({ seconds: 9 * 86_400 })
  const later = [...(await read(whole.body.data.url)).matchAll(/UID:(.+)\r/g)].map(([, uid]) => uid)
  assert.deepEqual(uids.slice(0, 5), later.slice(0, 5))
  const { body } = await person('GET', '/api/mobile/me/calendar-feeds')
  assert.deepEqual(
    body.data.map((feed: { schedule: unknown }) => feed.schedule),
    [{ id, name: 'Night shift' }, null],
  )
  assert.ok(body.data[0].last_read_at !== null && body.data.every((feed: object) => !('url' in feed)))
  const stranger = await app.logIn('admin')
  assert.equal((await stranger('DELETE', `/api/mobile/me/calendar-feeds/${body.data[0].id}`)).status, 404)
  assert.equal((await person('DELETE', `/api/mobile/me/calendar-feeds/${body.data[0].id}`)).status, 200)
  assert.equal((await fetch(path(whole.body.data.url))).status, 404)
  assert.equal((await fetch(`${app.url}/calendar/${'0'.repeat(64)}.ics`)).status, 404)
  await app.rows('update users set enabled = false where id = $1', [me])
  assert.equal((await fetch(path(mine.body.data.url))).status, 404)
})

test('a hand-over is reported once, with the last change after a time without the service, and gaps once a day', async (t) => {
  const { app, admin, schedule, ana, bor } = await scene(t)
  const id = await schedule([layer([ana, bor], { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] })])
  const reported: unknown[] = []
  const watch = async (days = 0) => {
    app.setClock({ seconds: days * 86_400 })
    reported.length = 0
    const news = {
      handOver: async (_tx: unknown, { from, to, at }: HandOver) => void reported.push([from, to, at.toISOString()]),
      reminder: async () => undefined,
      gaps: async (_tx: unknown, { gaps }: FoundGaps) => void reported.push(gaps.length),
    }
    while (await watchSchedules(app.service.db, news, app.now()));
    return [...reported]
  }
  assert.deepEqual(await watch(), [4])
  assert.deepEqual(await watch(), [])
  assert.deepEqual(await watch(0.5), [])
  assert.deepEqual(await watch(4.5), [[bor, null, '2026-11-28T08:00:00.000Z'], 5])
  assert.deepEqual(await watch(8), [5])
  app.setClock({ seconds: 60 })
  const body = { user_id: ana, from: '2026-12-01T00:00:00Z', to: '2026-12-07T12:00:00Z' }
  await admin('POST', `${SCHEDULES}/${id}/overrides`, body)
  assert.deepEqual(await watch(), [[null, ana, '2026-12-06T10:01:00.000Z']])
})

test('changes are live events, and metrics count schedules without anybody', async (t) => {
  const { app, admin, schedule, ana } = await scene(t)
  const id = await schedule([layer([ana])])
  await schedule([], 'Empty')
  const body = { user_id: ana, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }
  await admin('POST', `${SCHEDULES}/${id}/overrides`, body)
  const events = await app.rows<{ event: string }>(
    "select event from live_events where topic = 'schedule' and data ->> 'schedule_id' = $1 order by xid, id",
    [String(id)],
  )
  assert.deepEqual(
    events.map(({ event }) => event),
    ['schedule.created', 'schedule.changed'],
  )
  await app.runJobs()
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /tocsin_schedules\{on_call="somebody"\} 1/)
  assert.match(metrics, /tocsin_schedules\{on_call="nobody"\} 1/)
})

test('the secret of a calendar is in no log and no row', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const app = await startApp(t, { startsAt: NOW, log })
  const person = await app.logIn('viewer')
  const { body } = await person('POST', '/api/mobile/me/calendar-feeds')
  const { pathname } = new URL(body.data.url)
  const [, secret] = /([0-9a-f]{64})/.exec(pathname)!
  assert.equal((await fetch(`${app.url}${pathname}`)).status, 200)
  assert.equal((await fetch(`${app.url}${pathname}`, { method: 'POST' })).status, 405)
  // A failure inside the service is logged.
  await app.rows('alter table calendar_feeds rename to calendar_feeds_away')
  assert.equal((await fetch(`${app.url}${pathname}`)).status, 500)
  await app.rows('alter table calendar_feeds_away rename to calendar_feeds')
  assert.ok(lines.length > 0)
  assert.ok(!lines.join('').includes(secret!))
  const rows = await app.rows(
    'select f::text as row from calendar_feeds as f union select e::text from audit_entries as e',
  )
  assert.ok(!JSON.stringify(rows).includes(secret!))
})

test('the doctor warns of a gap within a week', async (t) => {
  const { app, schedule, ana } = await scene(t)
  await schedule([layer([ana])], 'Whole')
  await schedule([layer([ana], { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] })], 'Weekdays')
  const findings = await checkOnCall(app.service.db, app.now())
  assert.deepEqual(
    findings.map(({ state, says }) => `${state} ${says}`),
    [
      'warn Weekdays: nobody is on call from 2026-11-28T08:00:00.000Z to 2026-11-30T08:00:00.000Z',
      'ok Whole: somebody is on call for the next 7 days',
    ],
  )
})
