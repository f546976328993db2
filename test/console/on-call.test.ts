import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { makeReachable } from '../harness/people.ts'

/** A Monday. */
const NOW = new Date('2026-11-23T10:00:00.000Z')

async function named(app: TestApp, role: 'admin' | 'operator' | 'viewer', name: string) {
  const { id, email } = await addUser(app, role)
  await app.rows(
    `update users set name = $2, preferences = preferences || '{"zone":"Europe/Ljubljana"}' where id = $1`,
    [id, name],
  )
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  return { id, email, browser }
}

async function scene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const admin = await named(app, 'admin', 'Ana')
  const bor = await named(app, 'operator', 'Bor')
  await makeReachable(app, admin.id, bor.id)
  const fields = {
    ...{
      name: 'Night shift',
      time_zone: 'Europe/Ljubljana',
      rotations: '1',
      people_0: `${admin.email}\r\n${bor.email}`,
    },
    ...{ length_0: '1', unit_0: 'week', start_date_0: '2026-11-23', handover_0: '09:00' },
  }
  return { app, admin, bor, fields }
}

test('a schedule is previewed in a sentence, created, shown with its weeks, and changed', async (t) => {
  const { app, admin, fields } = await scene(t)
  const { browser } = admin
  assert.match((await browser.go('/on-call')).text, /No schedules yet/)
  await browser.go('/on-call/new')
  const preview = await browser.send('/on-call', { ...fields, what: 'preview' })
  assert.match(preview.text, /Ana and Bor take turns every week on Monday at 09:00 \(Europe\/Ljubljana\)/)
  assert.deepEqual(await app.rows('select 1 from schedules'), [])
  const made = await browser.send('/on-call', { ...fields, what: 'save' })
  assert.match(made.path, /^\/on-call\/\d+\?done=created$/)
  assert.match(made.text, /Schedule created/)
  assert.equal(made.text.match(/class="duty-row"/g)?.length, 4)
  assert.match(made.text, /aria-label="Week from 23 Nov: Ana"/)
  const address = made.path.split('?')[0]!
  const edit = await browser.go(`${address}/edit`)
  assert.match(edit.text, new RegExp(`${admin.email}\\n`))
  const changed = await browser.send(address, { ...fields, weekdays_0: 'mon', what: 'save' })
  assert.match(changed.text, /only on Monday/)
  assert.match(changed.text, /4 gaps in the next four weeks/)
  assert.match(changed.text, /Nobody is on call from 24 Nov 2026, 09:00 CET to 30 Nov 2026, 09:00 CET/)
  assert.match(changed.text, /fill="url\(#hatch-/)
  assert.match((await browser.send(`${address}/removal`)).text, /Schedule deleted/)
})

test('faults of the form are shown at their field', async (t) => {
  const { admin, fields } = await scene(t)
  const { browser } = admin
  for (const [more, field] of [
    [{ people_0: 'nobody@example.org' }, 'people_0'],
    [{ start_date_0: '2026-02-30' }, 'start_date_0'],
    [{ length_0: '99' }, 'length_0'],
    [{ time_zone: 'Mars' }, 'time_zone'],
    [{ name: '' }, 'name'],
  ] as const) {
    await browser.go('/on-call/new')
    const page = await browser.send('/on-call', { ...fields, ...more, what: 'save' })
    assert.equal(page.status, 400, field)
    assert.match(page.text, new RegExp(`id="${field}-error"`), field)
    assert.match(page.text, /value="09:00"/)
  }
  await browser.go('/on-call/new')
  const more = await browser.send('/on-call', { ...fields, what: 'more' })
  assert.match(more.text, /name="people_1"/)
  assert.match(more.text, /value="Night shift"/)
})

test('a name that two people have is not put on call, before one of them is named by the email', async (t) => {
  const { app, admin, bor, fields } = await scene(t)
  const { browser } = admin
  const save = async (people_0: string) => {
    await browser.go('/on-call/new')
    return browser.send('/on-call', { ...fields, people_0, what: 'save' })
  }
  const other = await named(app, 'operator', 'Bor')
  const refused = await save('bor')
  assert.equal(refused.status, 400)
  assert.ok(refused.text.includes(`one of several called &quot;bor&quot;: ${bor.email}, ${other.email}`), refused.text)
  const { path } = await save(other.email)
  const { text } = await browser.go(path.replace('?done=created', '/edit'))
  assert.ok(text.includes(`>${other.email}</textarea>`), text)
})

test('an operator takes the shift, gives it back, and cannot act for others', async (t) => {
  const { app, admin, bor, fields } = await scene(t)
  await admin.browser.go('/on-call/new')
  const address = (await admin.browser.send('/on-call', { ...fields, what: 'save' })).path.split('?')[0]!
  const page = await bor.browser.go('/on-call')
  assert.match(page.text, /You are on call from now until 30 Nov 2026, 09:00 CET, instead of Ana/)
  const taken = await bor.browser.send(`${address}/take`, { until: '2026-11-30T08:00:00.000Z' })
  assert.match(taken.text, /You are on call now/)
  // Colours stay: Ana is the first of the rotation.
  assert.match(taken.text, /<rect class="duty-1"[^>]*>(<\/rect>)?<\/svg>Ana/)
  assert.doesNotMatch(taken.text, /Take this shift/)
  const [override] = await app.rows<{ id: number; user_id: number }>('select id, user_id from schedule_overrides')
  assert.equal(override!.user_id, bor.id)
  const given = await bor.browser.send(`${address}/overrides/${override!.id}/removal`)
  assert.match(given.text, /Override deleted/)
  const times = { from: '2026-11-24T08:00', to: '2026-11-25T08:00' }
  const forAna = await bor.browser.send(`${address}/overrides`, { user_id: String(admin.id), ...times })
  assert.equal(forAna.status, 403)
  await admin.browser.go(address)
  await admin.browser.send(`${address}/overrides`, { user_id: String(bor.id), replaces: String(admin.id), ...times })
  const rows = await app.rows('select user_id, replaces, starts_at, ends_at from schedule_overrides')
  assert.deepEqual(rows, [
    {
      ...{ user_id: bor.id, replaces: admin.id },
      ...{ starts_at: new Date('2026-11-24T07:00:00Z'), ends_at: new Date('2026-11-25T07:00:00Z') },
    },
  ])
  const viewer = await named(app, 'viewer', 'Vid')
  const seen = await viewer.browser.go(address)
  assert.match(seen.text, /instead of Ana/)
  assert.doesNotMatch(seen.text, /Take this shift|Add override|Delete schedule/)
})

test('a shift that was taken, and a swap, are undone by one button', async (t) => {
  const { app, admin, bor, fields } = await scene(t)
  const count = async () => (await app.rows('select from schedule_overrides')).length
  await admin.browser.go('/on-call/new')
  const address = (await admin.browser.send('/on-call', { ...fields, what: 'save' })).path.split('?')[0]!
  await bor.browser.go(address)
  const taken = await bor.browser.send(`${address}/take`, { until: '2026-11-30T08:00:00.000Z' })
  const [, undo] = /action="([^"]+\/removal)"[^>]*>[\s\S]{0,300}?>Undo</.exec(taken.text) ?? []
  await bor.browser.send(undo!)
  assert.equal(await count(), 0)

  await admin.browser.go(address)
  const swap = { 'swap/from': '2026-12-01T08:00', 'swap/to': '2026-12-02T08:00' }
  const times = { from: '2026-11-24T08:00', to: '2026-11-25T08:00' }
  const people = { user_id: String(bor.id), replaces: String(admin.id) }
  const wrong = { ...people, ...times, ...swap, 'swap/to': '' }
  assert.match(
    (await admin.browser.send(`${address}/overrides`, wrong)).text,
    /<details open>[\s\S]*id="swap\/to-error"/,
  )
  await admin.browser.send(`${address}/overrides`, { ...people, ...times, ...swap })
  assert.equal(await count(), 2)
  const page = await bor.browser.go(address)
  assert.equal(page.text.match(/Undo swap</g)?.length, 1)
  assert.match((await bor.browser.send(/[^"]+\/overrides\/\d+\/removal/.exec(page.text)![0])).text, /No overrides/)
  assert.equal(await count(), 0)
})

test('the address of a calendar is shown once and works without a login', async (t) => {
  const { app, bor } = await scene(t)
  await bor.browser.go('/on-call')
  const made = await bor.browser.send('/calendar-feeds', { schedule_id: '' })
  assert.equal(made.status, 201)
  const [, path] = /(\/calendar\/[0-9a-f]{64}\.ics)/.exec(made.text) ?? []
  const answer = await fetch(`${app.url}${path}`)
  assert.match(await answer.text(), /^BEGIN:VCALENDAR/)
  const list = await bor.browser.go('/on-call')
  assert.match(list.text, /My shifts/)
  assert.doesNotMatch(list.text, /\/calendar\//)
  const [feed] = await app.rows<{ id: number }>('select id from calendar_feeds')
  assert.match((await bor.browser.send(`/calendar-feeds/${feed!.id}/removal`)).text, /Calendar deleted/)
  assert.equal((await fetch(`${app.url}${path}`)).status, 404)
})

test('the page of a person says what a schedule would lack without them', async (t) => {
  const { admin, bor, fields } = await scene(t)
  await admin.browser.go('/on-call/new')
  await admin.browser.send('/on-call', { ...fields, what: 'save' })
  const page = await admin.browser.go(`/users/${bor.id}`)
  assert.match(page.text, /schedule Night shift\. Without them, nobody is on call from 30 Nov 2026, 09:00 CET to 7 Dec/)
  await admin.browser.send(`/users/${bor.id}/enabled`, { enabled: 'no' })
  assert.match((await admin.browser.go('/on-call')).text, /2 gaps in the next four weeks/)
})

test('a person on call who cannot be notified is shown by name, with the shifts hatched', async (t) => {
  const { app, admin, bor, fields } = await scene(t)
  await app.rows('delete from contact_methods where user_id = $1', [admin.id])
  await admin.browser.go('/on-call/new')
  const { path } = await admin.browser.send('/on-call', { ...fields, what: 'save' })
  await app.rows('update users set enabled = false where id = $1', [bor.id])
  const { text } = await admin.browser.go(path)
  assert.match(text, /Ana<[\s\S]*?cannot be notified/)
  for (const page of [text, (await admin.browser.go('/on-call')).text]) {
    assert.match(page, /4 gaps in the next four weeks/)
    assert.match(
      page,
      /Ana is on call from [^<]*23 Nov 2026[^<]* to [^<]*30 Nov 2026[^<]*, but has no verified contact method/,
    )
    assert.match(
      page,
      /Nobody is on call from [^<]*30 Nov 2026[^<]* to [^<]*7 Dec 2026[^<]*: the account of Bor is disabled/,
    )
    assert.equal(page.match(/<rect fill="url\(#hatch-/g)?.length, 7)
  }
  await app.leap({ seconds: 7 * 86_400 })
  await admin.browser.logIn(admin.email)
  assert.match(
    (await admin.browser.go(path.split('?')[0]!)).text,
    /Nobody<\/span> <span class="meta">The account of Bor is disabled/,
  )
})
