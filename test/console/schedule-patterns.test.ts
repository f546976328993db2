import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { onceTrue, openWindow } from '../harness/chromium.ts'
import { addPerson, makeReachable } from '../harness/people.ts'

/** A Wednesday. */
const NOW = new Date('2026-11-25T10:00:00.000Z')

async function scene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const [ana, bor, cene] = [await named(app, 'Ana'), await named(app, 'Bor'), await named(app, 'Cene')]
  await makeReachable(app, ana, bor, cene)
  const admin = await app.logIn('admin')
  const browser = openBrowser(app.url)
  await browser.logIn(admin.email)
  await app.rows(`update users set preferences = preferences || '{"zone":"Europe/Ljubljana"}'`)
  return { app, admin, browser, ana, bor, cene }
}

async function named(app: TestApp, name: string): Promise<number> {
  const { id } = await addPerson(app.service.db, `${name.toLowerCase()}@example.org`, 'operator', app.now())
  await app.rows('update users set name = $1 where id = $2', [name, id])
  return id
}

const layersOf = async (admin: Person) => {
  const { data } = (await admin('GET', '/api/admin/schedules')).body
  return data[0]?.layers
}

const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri']
const BASE = { name: 'Ward', time_zone: 'Europe/Ljubljana' }
const [A, B, C] = ['ana@example.org', 'bor@example.org', 'cene@example.org']

test('a new schedule is made with a pattern from people and hours, and its rotations are edited afterwards', async (t) => {
  const { admin, browser, ana, bor, cene } = await scene(t)
  const weekly = { start_date: '2026-11-23', unit: 'week', length: 1 }
  const morning = { ...weekly, handover: '08:00' }
  const cases = [
    [
      { pattern: 'one_by_one', who_all: `${A}\n${B}`, at_handover: '10:00' },
      [{ ...weekly, people: [ana, bor], handover: '10:00' }],
    ],
    [
      { pattern: 'day_night', who_day: A, who_night: `${B}\n${C}`, at_day: '07:00', at_dusk: '19:00' },
      [
        { ...weekly, people: [ana], handover: '07:00', hours: [{ from: '07:00', to: '19:00' }] },
        { ...weekly, people: [bor, cene], handover: '07:00', hours: [{ from: '19:00', to: '07:00' }] },
      ],
    ],
    [
      { pattern: 'three_shifts', who_early: A, who_late: B, who_night: C },
      [
        { ...weekly, people: [ana], handover: '06:00', hours: [{ from: '06:00', to: '14:00' }] },
        { ...weekly, people: [bor], handover: '06:00', hours: [{ from: '14:00', to: '22:00' }] },
        { ...weekly, people: [cene], handover: '06:00', hours: [{ from: '22:00', to: '06:00' }] },
      ],
    ],
    [
      { pattern: 'nights_weekends', who_office: A, who_away: B, at_evening: '18:00', at_morning: '08:00' },
      [
        { ...morning, people: [ana], hours: [{ days: WORKDAYS, from: '08:00', to: '18:00' }] },
        {
          ...{ ...morning, people: [bor] },
          hours: [
            { days: WORKDAYS, from: '18:00', to: '08:00' },
            { days: ['sat', 'sun'], from: '08:00', to: '08:00' },
          ],
        },
      ],
    ],
  ] as const
  for (const [fields, layers] of cases) {
    const page = await browser.go('/on-call/new')
    assert.equal(page.text.match(/<svg class="pattern"/g)?.length, 4)
    const made = await browser.send('/on-call', { ...BASE, ...fields, what: 'save' })
    assert.match(made.path, /done=created/, fields.pattern)
    assert.deepEqual(await layersOf(admin), layers)
    const [duties] = (await admin('GET', '/api/mobile/on-call')).body.data
    assert.deepEqual([duties.gaps, duties.now === null], [[], false], fields.pattern)
    const address = made.path.split('?')[0]!
    await browser.go(`${address}/edit`)
    const saved = await browser.fillIn(address, 'Save')
    assert.match(saved.path, /done=changed/)
    assert.deepEqual(await layersOf(admin), layers)
    await browser.go(address)
    await browser.send(`${address}/removal`)
  }
})

test('people that a pattern needs are asked for at their field, with what was entered', async (t) => {
  const { browser } = await scene(t)
  await browser.go('/on-call/new')
  const fields = { ...BASE, pattern: 'day_night', who_day: A, at_day: '06:30' }
  const page = await browser.send('/on-call', { ...fields, what: 'save' })
  assert.equal(page.status, 400)
  assert.match(page.text, /id="who_night-error"/)
  assert.match(page.text, /name="pattern" value="day_night" checked/)
  assert.match(page.text, /value="06:30"/)
  assert.match(page.text, />ana@example\.org<\/textarea>/)
  const more = await browser.send('/on-call', { ...fields, what: 'rotations' })
  assert.match(more.text, /name="from_0_1" type="time" value="19:00"/)
  assert.match(more.text, /id="people_0"[^>]*>ana@example\.org</)
  assert.match(more.text, /id="name" name="name" type="text" value="Ward"/)
})

test('the preview shows who is on call in the next two weeks, with its gaps, before anything is saved', async (t) => {
  const { app, browser } = await scene(t)
  await browser.go('/on-call/new')
  // From 19:00 today on: until then nobody is on call.
  const later = { ...BASE, rotations: '1', people_0: `${A}\n${B}`, length_0: '1', unit_0: 'day' }
  const fields = { ...later, start_date_0: '2026-11-25', handover_0: '19:00' }
  const page = await browser.send('/on-call', { ...fields, what: 'preview' })
  assert.match(page.text, /1 gap in these two weeks/)
  assert.match(page.text, /Nobody is on call from 25 Nov 2026, 11:00 CET to 25 Nov 2026, 19:00 CET/)
  assert.match(page.text, /fill="url\(#hatch-/)
  assert.equal(page.text.match(/class="duty-row"/g)?.length, 2)
  assert.match(page.text, /<text class="on-call from-\d+" x="5" y="50%" dy="0.35em">Ana<\/text>/)

  const nights = { ...fields, start_date_0: '2026-11-23', from_0_0: '19:00', to_0_0: '07:00', days_0_0: 'fri' }
  const byDay = await browser.send('/on-call', { ...nights, what: 'preview' })
  assert.equal(byDay.text.match(/class="duty-row"/g)?.length, 14)
  assert.match(
    byDay.text,
    /aria-label="Friday, 27 Nov: Nobody on call from 00:00 to 19:00 and Ana from 19:00 to 00:00"/,
  )
  assert.match(byDay.text, /3 gaps in these two weeks/)
  assert.match(byDay.text, /on Friday from 19:00 to 07:00/)
  assert.deepEqual(await app.rows('select 1 from schedules'), [])

  const wrong = await browser.send('/on-call', { ...nights, to_0_0: '', what: 'preview' })
  assert.match(wrong.text, /id="to_0_0-error"/)
  const never = await browser.send('/on-call', { ...nights, weekdays_0: 'mon', what: 'save' })
  assert.match(
    /id="from_0_0-error">([^<]*)</.exec(never.text)?.[1] ?? '',
    /must begin on one of the days of this rotation/,
  )
})

test('the preview of a change keeps the overrides, and is in the language of its reader', async (t) => {
  const { app, admin, browser, ana, cene } = await scene(t)
  await app.rows(`update users set preferences = preferences || '{"language":"de"}'`)
  const layers = [
    {
      people: [ana],
      start_date: '2026-11-23',
      unit: 'week',
      length: 1,
      handover: '09:00',
      hours: [{ from: '07:00', to: '19:00' }],
    },
  ]
  const { id } = (await admin('POST', '/api/admin/schedules', { ...BASE, layers })).body.data
  const override = { user_id: cene, from: '2026-11-26T18:00:00Z', to: '2026-11-27T06:00:00Z' }
  await admin('POST', `/api/admin/schedules/${id}/overrides`, override)
  const { text } = await browser.go(`/on-call/${id}/edit`)
  assert.match(text, /aria-label="Donnerstag, 26\. Nov\.: [^"]*Cene von 19:00 bis 00:00"/)
  assert.match(text, /13 Lücken in diesen zwei Wochen/)
  assert.match(text, /Ana ist allein in Bereitschaft \(Europe\/Ljubljana\), täglich von 07:00 bis 19:00/)
})

test('with scripts, the preview follows each change, by keyboard and on a phone too', async (t) => {
  const { app } = await scene(t)
  const { page, go } = await openWindow(t, app, { width: 390, height: 800 })
  await go('/on-call/new')
  await page.locator('[name=pattern]').first().focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.locator('[name=pattern]:checked').getAttribute('value'), 'day_night')
  for (const [label, name] of [
    ['People by day', 'Ana'],
    ['People by night', 'Bor'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await page.locator('#preview .duty-row').nth(13).waitFor()
  await page.getByText('No gaps: somebody is always on call.').waitFor()
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  assert.equal(await page.evaluate(fits), true)
  assert.ok(await page.locator('#preview text.on-call', { hasText: 'Ana' }).first().isVisible())
  await page.evaluate("document.querySelector('#schedule').dataset.isBefore = ''")
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('#schedule:not([data-is-before])').waitFor()
  await onceTrue(page, 'document.querySelector("#preview").getBoundingClientRect().top < innerHeight - 100')
  await page.getByLabel('Name').fill('Ward')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByRole('heading', { name: 'Ward', level: 1 }).waitFor()
})

test('what is typed while the answer to Preview is under way is kept', async (t) => {
  const { app } = await scene(t)
  const { page, go } = await openWindow(t, app)
  await go('/on-call/new')
  const answers = Promise.withResolvers<void>()
  await page.route('**/on-call', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.evaluate("document.querySelector('#schedule').dataset.isBefore = ''")
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('Name').fill('Ward')
  answers.resolve()
  await page.locator('#schedule:not([data-is-before])').waitFor()
  await onceTrue(page, "document.querySelector('#name').value === 'Ward'")
})
