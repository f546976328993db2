import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../src/platform/log.ts'
import { startApp } from './harness/app.ts'
import { idOf, layer, NOW, SCHEDULES, startOnCallScene } from './harness/on-call-scene.ts'

test('a calendar works without a login until it is deleted, and its address is shown once', async (t) => {
  const { app, schedule, ana, bor } = await startOnCallScene(t)
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

test('when the hand-over moves on the day of a hand-over, the two shifts of that turn are two events', async (t) => {
  const { app, schedule, ana, bor } = await startOnCallScene(t)
  const person = await app.logIn('operator')
  for (const unit of ['week', 'day']) {
    const id = await schedule([{ ...layer([ana, bor]), unit }], unit)
    const { body } = await person('POST', '/api/mobile/me/calendar-feeds', { schedule_id: id })
    const uids = async (): Promise<string[]> => {
      const answer = await fetch(`${app.url}${new URL(body.data.url).pathname}`)
      return [...(await answer.text()).replaceAll('\r\n ', '').matchAll(/UID:(.+)\r/g)].map(([, uid]) => uid!)
    }
    const before = await uids()
    const moved = { ...layer([ana, bor]), unit, handover: '17:00' }
    const change = { layers: [moved], valid_from: '2026-11-30T12:00:00Z' }
    const admin = await app.logIn('admin')
    const { status, body: answer } = await admin('PATCH', `${SCHEDULES}/${id}`, change)
    assert.equal(status, 200, JSON.stringify(answer))
    const after = await uids()
    assert.equal(new Set(after).size, after.length, unit)
    assert.deepEqual(await uids(), after)
    // A shift that has begun before the change keeps its name.
    assert.equal(after[0], before[0])
  }
})

test('each night of a rotation with hours is an event of its own, with a name that stays', async (t) => {
  const { app, schedule, ana, bor } = await startOnCallScene(t)
  const nights = layer([ana, bor], { handover: '07:00', hours: [{ from: '19:00', to: '07:00' }] })
  const id = await schedule([nights])
  const person = await app.logIn('operator')
  const { body } = await person('POST', '/api/mobile/me/calendar-feeds', { schedule_id: id })
  const read = async () => {
    const answer = await fetch(`${app.url}${new URL(body.data.url).pathname}`)
    return (await answer.text()).replaceAll('\r\n ', '')
  }
  const uidsOf = (text: string) => [...text.matchAll(/UID:(.+)\r/g)].map(([, uid]) => uid!)
  const text = await read()
  assert.match(text, /DTSTART:20261123T180000Z\r\nDTEND:20261124T060000Z\r\nSUMMARY:Bor on call: Night shift/)
  assert.match(text, /DTSTART:20261129T180000Z\r\nDTEND:20261130T060000Z\r\nSUMMARY:Bor on call: Night shift/)
  assert.match(text, /DTSTART:20261130T180000Z\r\nDTEND:20261201T060000Z\r\nSUMMARY:Ana on call: Night shift/)
  // In summer, an hour earlier in UTC.
  assert.match(text, /DTSTART:20270401T170000Z\r\nDTEND:20270402T050000Z/)
  const uids = uidsOf(text)
  // A year of nights.
  assert.equal(uids.length, 365)
  assert.equal(new Set(uids).size, uids.length)
  await app.leap({ seconds: 9 * 86_400 })
  assert.deepEqual(uidsOf(await read()).slice(0, 300), uids.slice(0, 300))
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
