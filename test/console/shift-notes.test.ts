import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from '../harness/browser.ts'
import { cardOf, named, startShifts } from '../harness/shifts.ts'
import { addSite, narrow } from '../harness/sites.ts'

/** Sends a form that the page does not show. */
const force = (browser: Browser, page: Page, address: string, fields: Record<string, string> = {}) =>
  browser.post(address, { _csrf: page.csrf(), ...fields }, { 'sec-fetch-site': 'same-origin' })

test('a note is shown to the next person with who wrote it and when, until she has seen it', async (t) => {
  const { app, admin, ana, bor, later } = await startShifts(t)
  later(1)
  const night = await ana.browse()
  await night.go('/my-shift')
  const noted = await night.send('/my-shift/notes', { schedule_id: '1', text: ' Key safe is <b>4711</b> ' })
  assert.match(noted.text, /Note added/)
  assert.match(cardOf(noted.text, 'Notes to the next person'), /Key safe is <b>4711<\/b> 22:00 · Ward 3Not seen yet/)
  assert.doesNotMatch(noted.text, /Notes for you/)
  assert.doesNotMatch((await bor.page()).text, /Key safe/)
  later(12)
  const day = await bor.browse()
  const page = await day.go('/my-shift')
  assert.match(cardOf(page.text, 'Notes for you'), /Key safe is <b>4711<\/b> Ana · 22 Nov, 22:00 · Ward 3 Seen/)
  const [note] = await app.rows<{ id: number }>('select id from shift_notes')
  const seen = await day.send(`/my-shift/notes/${note!.id}/seen`)
  assert.match(cardOf(seen.text, 'Notes for you'), /Seen by Bor/)
  assert.match(cardOf((await ana.page()).text, 'Notes to the next person'), /Seen by Bor/)
  const again = await (await ana.browse()).go('/my-shift')
  assert.doesNotMatch(again.text, /\/removal"/)
  const { data } = await admin.call('GET', '/api/admin/audit?action=schedule.note_added')
  assert.deepEqual(
    data.map((entry: { actor: { email: string }; subject: { name: string }; after: object }) => [
      entry.actor.email,
      entry.subject.name,
      entry.after,
    ]),
    [['ana@example.org', 'Ward 3', { text: 'Key safe is <b>4711</b>' }]],
  )
  // The evening after, she is on call again: what Bor has seen is over.
  later(10)
  assert.doesNotMatch((await ana.page()).text, /Key safe/)
})

test('who wrote a note may delete it until it was seen, and nobody else; whoever is not on call cannot mark it', async (t) => {
  const { app, admin, ana, bor, later } = await startShifts(t)
  const night = await ana.browse()
  for (const text of ['First', 'Second']) {
    await night.go('/my-shift')
    await night.send('/my-shift/notes', { schedule_id: '1', text })
  }
  const [first, second] = await app.rows<{ id: number }>('select id from shift_notes order by id')
  const stranger = await bor.browse()
  const page = await stranger.go('/my-shift')
  for (const [what, status] of [
    ['seen', 403],
    ['removal', 404],
  ] as const) {
    assert.equal((await force(stranger, page, `/my-shift/notes/${first!.id}/${what}`)).status, status, what)
  }
  const deleted = await night.send(`/my-shift/notes/${first!.id}/removal`)
  assert.match(deleted.text, /Note deleted/)
  later(12)
  const day = await bor.browse()
  await day.go('/my-shift')
  await day.send(`/my-shift/notes/${second!.id}/seen`)
  const late = await ana.browse()
  const refused = await force(late, await late.go('/my-shift'), `/my-shift/notes/${second!.id}/removal`)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /The note has been seen/)
  const { data } = await admin.call('GET', '/api/admin/audit?action=schedule.*')
  const actions = data.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.slice(0, 2), ['schedule.note_seen', 'schedule.note_deleted'])
})

test('a note has a length, a schedule has fifty that nobody has seen, and what was typed is kept', async (t) => {
  const { app, ana } = await startShifts(t)
  const browser = await ana.browse()
  await browser.go('/my-shift')
  for (const text of ['', '   ', 'x'.repeat(2_001)]) {
    const page = await browser.send('/my-shift/notes', { schedule_id: '1', text })
    assert.equal(page.status, 400, text.slice(0, 5))
    assert.match(page.text, /id="text-error"/)
  }
  await app.rows(
    `insert into shift_notes (schedule_id, text, written_at) select 1, 'Note ' || n, $1 from generate_series(1, 50) as n`,
    [app.now()],
  )
  const full = await browser.send('/my-shift/notes', { schedule_id: '1', text: 'One more' })
  assert.equal(full.status, 409)
  assert.match(full.text, /There are already 50 notes that nobody has seen/)
  assert.match(full.text, /One more<\/textarea>/)
  assert.equal((await browser.send('/my-shift/notes', { schedule_id: '99', text: 'Nowhere' })).status, 404)
})

test('people of another site neither see notes nor reach them, and viewers write none', async (t) => {
  const { app, admin, ana, bor, later } = await startShifts(t, { site_id: 1 })
  const [own] = await app.rows<{ id: number }>('select id from sites')
  for (const { email } of [ana, bor]) await narrow(app, email, own!.id, 'operator')
  const south = await addSite(app, 'South')
  const zora = await named(app, 'Zora')
  await narrow(app, zora.email, south, 'admin')
  const night = await ana.browse()
  await night.go('/my-shift')
  await night.send('/my-shift/notes', { schedule_id: '1', text: 'Canary of the ward' })
  later(12)
  // Once a member of the ward, and still in its schedule.
  await app.rows('update schedule_versions set layers = jsonb_set(layers, $1, $2)', [
    '{1,people}',
    JSON.stringify([zora.id]),
  ])
  const stranger = await zora.browse()
  const page = await stranger.go('/my-shift')
  assert.doesNotMatch(page.text, /Canary|Ward 3/)
  for (const address of ['/my-shift/notes/1/seen', '/my-shift/notes/1/removal']) {
    assert.equal((await force(stranger, page, address)).status, 404, address)
  }
  const written = await force(stranger, page, '/my-shift/notes', { schedule_id: '1', text: 'From the south' })
  assert.equal(written.status, 404)
  assert.deepEqual(await app.rows('select text, seen_at from shift_notes'), [
    { text: 'Canary of the ward', seen_at: null },
  ])
  const vera = await named(app, 'Vera', 'viewer')
  const viewer = await vera.browse()
  const shown = await viewer.go('/my-shift')
  assert.doesNotMatch(shown.text, /action="\/my-shift/)
  assert.doesNotMatch(shown.text, /Canary/)
  const { data } = await admin.call('GET', '/api/admin/audit?action=schedule.note_added')
  assert.equal(data.length, 1)
})

test('notes are deleted after ninety days, and with their schedule', async (t) => {
  const { app, admin, ana, schedule } = await startShifts(t)
  await app.rows(
    `insert into shift_notes (schedule_id, text, written_at, written_by)
     select $1, 'Note ' || n, $2::timestamptz - make_interval(days => n), $3 from generate_series(89, 92) as n`,
    [schedule, app.now(), ana.id],
  )
  await app.fastForward({ minutes: 61 })
  const texts = async () => (await app.rows<{ text: string }>('select text from shift_notes')).map(({ text }) => text)
  assert.deepEqual(await texts(), ['Note 89'])
  const browser = await admin.browse()
  await browser.go(`/on-call/${schedule}`)
  await browser.send(`/on-call/${schedule}/removal`)
  assert.deepEqual(await texts(), [])
})

test('whoever may only look in the site of a schedule reads its notes on call, and changes none, whatever they may elsewhere', async (t) => {
  const { app, ana, bor, later } = await startShifts(t, { site_id: 1 })
  await narrow(app, bor.email, await addSite(app, 'South'), 'operator')
  await app.rows("insert into site_members (site_id, user_id, role) values (1, $1, 'viewer')", [bor.id])
  const night = await ana.browse()
  await night.go('/my-shift')
  await night.send('/my-shift/notes', { schedule_id: '1', text: 'Key safe is 4711' })
  later(12)
  const day = await bor.browse()
  const page = await day.go('/my-shift')
  assert.match(cardOf(page.text, 'Notes for you'), /Key safe is 4711/)
  assert.doesNotMatch(page.text, /\/seen"/)
  assert.equal((await force(day, page, '/my-shift/notes/1/seen')).status, 403)
  await app.rows('update schedules set site_id = null')
  const shared = await day.go('/my-shift')
  assert.match(shared.text, /\/seen"/, 'operators of any site are on call for the installation')
  assert.match((await day.send('/my-shift/notes/1/seen')).text, /Seen by Bor/)
})
