import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReachablePerson, startReachableApp } from './harness/reachable.ts'

const layer = (people: ReachablePerson[], more: object = {}) => ({
  people: people.map(({ id }) => id),
  ...{ start_date: '2026-03-02', unit: 'week', length: 1, handover: '09:00' },
  ...more,
})

test('people hear of their shifts a day before, when they begin and when they end, each once', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, ana, tom] = [await addReachable('admin'), await addReachable(), await addReachable()]
  const quiet_hours = { from: '08:00', to: '10:00', days: ['mon'], time_zone: 'UTC' }
  const steps = [{ after_s: 0, method_ids: null }]
  await ana.call('PUT', '/api/mobile/me/notification-preferences', {
    ...{ min_severity: 'critical', quiet_hours, critical_breaks_quiet: true, steps },
  })
  await app.rows("update users set name = case when id = $1 then 'Ana' else 'Tom' end where id in ($1, $2)", [
    ana.id,
    tom.id,
  ])
  const body = { name: 'Night shift', time_zone: 'UTC', layers: [layer([ana, tom])] }
  assert.equal((await admin.call('POST', '/api/admin/schedules', body)).status, 201)
  const at = async (time: string) => {
    app.setClock({ seconds: (Date.parse(time) - app.now().getTime()) / 1_000 })
    await app.runJobs()
    await app.runJobs()
  }
  await at('2026-03-08T08:59:00Z')
  assert.deepEqual([...ana.titles(), ...tom.titles()], [])
  await at('2026-03-08T09:00:10Z')
  assert.deepEqual(tom.titles(), ['On call for Night shift from Mon 9 Mar, 09:00 UTC'])
  await at('2026-03-09T09:00:10Z')
  assert.deepEqual(tom.titles().slice(1), ['You are on call: Night shift'])
  const { body: text, navigate } = tom.browser.received[1]!.payload.notification
  assert.match(text, /Until Mon 16 Mar, 09:00 UTC · Before you: Ana/)
  assert.equal(new URL(navigate).pathname, '/my-shift')
  assert.equal(new URL(tom.browser.received[0]!.payload.notification.navigate).pathname, '/on-call')
  // In her quiet hours.
  assert.deepEqual(ana.titles(), [])
  await at('2026-03-09T10:00:10Z')
  assert.deepEqual(ana.titles(), ['You are no longer on call: Night shift'])
  assert.equal(new URL(ana.browser.received[0]!.payload.notification.navigate).pathname, '/my-shift')
  assert.deepEqual(admin.titles(), [])
})

test('administrators are warned of a gap a week before it, a day before it and once in it, not every day', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, ana] = [await addReachable('admin'), await addReachable()]
  const layers = [layer([ana], { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] })]
  await admin.call('POST', '/api/admin/schedules', { name: 'Hotline', time_zone: 'UTC', layers })
  const heard: number[] = []
  for (let day = 0; day < 7; day += 1) {
    await app.runJobs()
    heard.push(admin.titles().length)
    app.setClock({ seconds: 86_400 })
  }
  // The gap lasts from Sunday to Monday, 9 o'clock.
  assert.deepEqual(heard, [1, 1, 1, 1, 2, 2, 3])
  assert.ok(admin.titles().every((title) => title === 'Nobody is on call: Hotline'))
  assert.deepEqual(
    ana.titles().filter((title) => title.startsWith('Nobody')),
    [],
  )
})

const DAY_HOURS = { handover: '07:00', hours: [{ from: '07:00', to: '19:00' }] }
const NIGHT_HOURS = { handover: '07:00', hours: [{ from: '19:00', to: '07:00' }] }

test('whoever is on call each day or night is told of the first shift a day before, and not reminded of each', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const admin = await addReachable('admin')
  const [ana, bor, cene] = [await addReachable(), await addReachable(), await addReachable()]
  const layers = [layer([ana], DAY_HOURS), layer([bor, cene], NIGHT_HOURS)]
  await admin.call('POST', '/api/admin/schedules', { name: 'Ward', time_zone: 'UTC', layers })
  const heard: string[] = []
  // Monday noon, and each hand-over until Tuesday morning of the next week.
  for (const hours of [7, ...Array<number>(15).fill(12), 0]) {
    await app.runJobs()
    await app.runJobs()
    for (const [name, person] of Object.entries({ ana, bor, cene })) {
      const news = person.browser.received.splice(0).map(({ payload }) => payload.notification.title as string)
      for (const title of news) heard.push(`${app.now().toISOString().slice(5, 13)} ${name}: ${title}`)
    }
    app.setClock({ seconds: hours * 3_600 })
  }
  assert.deepEqual(
    heard.filter((line) => line.includes('On call for')),
    [
      '03-02T12 bor: On call for Ward from Mon 2 Mar, 19:00 UTC',
      '03-08T19 cene: On call for Ward from Mon 9 Mar, 19:00 UTC',
    ],
  )
  const others = heard.filter((line) => !line.includes('On call for'))
  assert.deepEqual(others.slice(0, 4), [
    '03-02T19 ana: You are no longer on call: Ward',
    '03-02T19 bor: You are on call: Ward',
    '03-03T07 ana: You are on call: Ward',
    '03-03T07 bor: You are no longer on call: Ward',
  ])
  assert.equal(others.length, 2 * 16)
  assert.deepEqual(others.slice(-2).toSorted(), [
    '03-10T07 ana: You are on call: Ward',
    '03-10T07 cene: You are no longer on call: Ward',
  ])
})

test('a gap of every day is told once, and hides none that is not of every day', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, bor] = [await addReachable('admin'), await addReachable()]
  const nights = layer([bor], { ...NIGHT_HOURS, weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sun'] })
  await admin.call('POST', '/api/admin/schedules', { name: 'Nights', time_zone: 'UTC', layers: [nights] })
  const heard: string[] = []
  for (let day = 0; day < 8; day += 1) {
    await app.runJobs()
    for (const { payload } of admin.browser.received.splice(0)) heard.push(`${day} ${payload.notification.body}`)
    app.setClock({ seconds: 86_400 })
  }
  const [daily, saturday] = ['Mon 2 Mar, 12:00 UTC to Mon 2 Mar, 19:00 UTC', 'to Sun 8 Mar, 19:00 UTC']
  assert.deepEqual(heard.filter((text) => text.includes(daily)).length, 1)
  assert.match(heard.find((text) => text.includes(daily))!, /the same at this time on other days/)
  assert.deepEqual(
    heard.filter((text) => text.includes(saturday)).map((text) => text[0]),
    ['0', '3', '5'],
  )
  // The last one is of the Saturday after.
  assert.deepEqual(
    heard.map((text) => text[0]),
    ['0', '0', '3', '5', '6'],
    heard.join('\n'),
  )
})
