import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { type Browser, callWith, openBrowser, type Page, tokenOf } from '../harness/browser.ts'
import { textOf } from '../harness/page-text.ts'
import { addPerson } from '../harness/people.ts'
import { addSite, narrow } from '../harness/sites.ts'

/** A Sunday, 21:00 in Ljubljana. */
const EVENING = new Date('2026-11-22T20:00:00.000Z')
const HOUR_S = 3_600

async function named(app: TestApp, name: string, role: 'admin' | 'operator' | 'viewer' = 'operator') {
  const email = `${name.toLowerCase()}@example.org`
  const { id } = await addPerson(app.service.db, email, role, app.now())
  await app.rows(
    `update users set name = $2, preferences = preferences || '{"zone":"Europe/Ljubljana"}' where id = $1`,
    [id, name],
  )
  return {
    id,
    email,
    name,
    /** Logs in first: logins end while the clock moves. */
    async call(method: string, path: string, body?: unknown) {
      const answer = await callWith(app, await tokenOf(app, email), method, path, body)
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    async browse() {
      const browser = openBrowser(app.url)
      await browser.logIn(email)
      return browser
    },
    async page() {
      const page = await (await this.browse()).go('/my-shift')
      assert.equal(page.status, 200, page.text)
      return { ...page, words: textOf(page.text.slice(page.text.indexOf('<main'))) }
    },
  }
}

const layer = (people: number[], from: string, to: string) => ({
  ...{ people, start_date: '2026-11-16', unit: 'week', length: 1, handover: '08:00' },
  hours: [{ from, to }],
})

/** Ana has the nights from 20:00 to 08:00, Bor the days. */
async function startWard(t: TestContext, { site_id }: { site_id?: number } = {}) {
  const app = await startApp(t, { startsAt: EVENING })
  const [admin, ana, bor] = [await named(app, 'Head', 'admin'), await named(app, 'Ana'), await named(app, 'Bor')]
  const layers = [layer([ana.id], '20:00', '08:00'), layer([bor.id], '08:00', '20:00')]
  const body = { name: 'Ward 3', time_zone: 'Europe/Ljubljana', layers, ...(site_id ? { site_id } : {}) }
  const schedule: number = (await admin.call('POST', '/api/admin/schedules', body)).data.id
  const later = (hours: number) => app.setClock({ seconds: hours * HOUR_S })
  const declare = async (title: string, siteId = 1): Promise<number> => {
    const body = { title, severity: 'warning', site_id: siteId }
    return (await admin.call('POST', '/api/mobile/incidents', body)).data.incident_id
  }
  return { app, admin, ana, bor, schedule, later, declare }
}

/** Sends a form that the page does not show. */
const force = (browser: Browser, page: Page, address: string, fields: Record<string, string> = {}) =>
  browser.post(address, { _csrf: page.csrf(), ...fields }, { 'sec-fetch-site': 'same-origin' })

/** The words of a card. */
function cardOf(page: string, title: string): string {
  const cards = page.split('<section class="card"').slice(1)
  const found = cards.find((card) => textOf(/<h2[^>]*>([\s\S]*?)<\/h2>/.exec(card)![1]!) === title)
  assert.ok(found !== undefined, `no card ${title} in ${textOf(page)}`)
  return textOf(found.slice(found.indexOf('>') + 1, found.indexOf('</section>')))
}

test('a shift shows what is open with who is on it, what its person acknowledged, what was resolved, and what ends', async (t) => {
  const { app, admin, ana, later, declare } = await startWard(t)
  const device = await app.createDevice({ name: 'Room 3', module: 'health' })
  later(1)
  await device.send({ metrics: { systolic: 196 } })
  await app.runJobs()
  const lost = await declare('Lost key')
  const leak = await declare('Leaking roof')
  const gas = await declare('Smell of gas')
  await ana.call('POST', `/api/mobile/incidents/${lost}/acknowledgement`)
  await ana.call('POST', `/api/mobile/incidents/${lost}/resolution`, { note: 'Found behind the bed' })
  await ana.call('POST', `/api/mobile/incidents/${gas}/acknowledgement`, {
    until: new Date(Number(app.now()) + 4 * HOUR_S * 1_000).toISOString(),
  })
  await admin.call('POST', '/api/admin/silences', { reason: 'New switch', duration_s: 2 * HOUR_S })
  await admin.call('POST', '/api/admin/silences', { reason: 'Rebuilding', duration_s: 100 * HOUR_S })
  later(1)
  const { text, words } = await ana.page()
  assert.match(words, /Ana: from 22 Nov 2026, 21:00 CET until now, 22 Nov 2026, 23:00 CET/)
  assert.match(
    cardOf(text, 'Ward 3'),
    /Until 23 Nov 2026, 08:00 CET Before you nobody After you Bor from 23 Nov 2026, 08:00 CET/,
  )
  const open = cardOf(text, 'Open now')
  // The most severe first: who and how bad, since when, and who is on it.
  assert.match(
    open,
    /^.*Critical Room 3: 196\smmHg.*180 mmHg · since 22:00 Nobody yet Open .*Leaking roof .*Smell of gas .* Ana/u,
  )
  assert.doesNotMatch(open, /Lost key/)
  assert.match(cardOf(text, 'You acknowledged'), /Smell of gas .*Lost key 22:00 Resolved/)
  assert.match(cardOf(text, 'Resolved'), /Lost key 22:00 · Found behind the bed AnaFixed/)
  const ending = cardOf(text, 'Silences and snoozes that end')
  assert.match(ending, /Until the end of the next shift, 23 Nov 2026, 20:00 CET\./)
  assert.match(ending, /Silence: New switch ends 00:00|Silence: New switch ends 23 Nov, 00:00/)
  assert.match(ending, /Smell of gas/)
  assert.doesNotMatch(ending, /Rebuilding/)
  assert.equal(leak > 0, true)
})

test('what was resolved by the service says so, and nothing of before the shift is shown', async (t) => {
  const { app, admin, ana, later, declare } = await startWard(t)
  const device = await app.createDevice({ name: 'Room 3', module: 'health' })
  const early = await declare('Before the shift')
  await admin.call('POST', `/api/mobile/incidents/${early}/resolution`, {})
  await app.rows("update incidents set resolved_at = resolved_at - interval '1 second' where incident_id = $1", [early])
  later(1)
  const send = (systolic: number) => device.send({ ts: Math.floor(Number(app.now()) / 1_000), metrics: { systolic } })
  await send(196)
  await app.fastForward({ seconds: 30 })
  await send(120)
  await app.fastForward({ minutes: 7 })
  const { text } = await ana.page()
  const resolved = cardOf(text, 'Resolved')
  assert.match(resolved, /Room 3: 196\smmHg.*Auto-resolved/u)
  assert.doesNotMatch(resolved, /Before the shift/)
  assert.match(cardOf(text, 'You acknowledged'), /You acknowledged nothing/)
})

test('a shift that has ended is shown for twelve hours, and then the last twelve hours', async (t) => {
  const { app, ana, bor, later, declare } = await startWard(t)
  later(1)
  const key = await declare('Lost key')
  await ana.call('POST', `/api/mobile/incidents/${key}/resolution`, {})
  // 13:00 of the next day.
  later(15)
  const after = await ana.page()
  assert.match(after.words, /Ana: 22 Nov 2026, 21:00 CET to 23 Nov 2026, 08:00 CET/)
  assert.match(cardOf(after.text, 'Ward 3 ended'), /After you Bor from 23 Nov 2026, 08:00 CET/)
  assert.match(cardOf(after.text, 'Resolved'), /Lost key/)
  const present = await bor.page()
  assert.match(
    cardOf(present.text, 'Ward 3'),
    /Since 23 Nov 2026, 08:00 CET .*Before you Ana After you Ana from 23 Nov 2026, 20:00 CET/,
  )
  assert.doesNotMatch(cardOf(present.text, 'Resolved'), /Lost key/)
  const dora = await named(app, 'Dora', 'viewer')
  const elsewhere = await dora.page()
  assert.match(elsewhere.words, /Dora: from 23 Nov 2026, 01:00 CET until now/)
  assert.match(elsewhere.words, /You are on call in no schedule now/)
  // Twelve hours after its end.
  later(7)
  assert.match((await ana.page()).words, /Since 23 Nov 2026, 20:00 CET/)
})

test('a note is shown to the next person with who wrote it and when, until she has seen it', async (t) => {
  const { app, admin, ana, bor, later } = await startWard(t)
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
  const { app, admin, ana, bor, later } = await startWard(t)
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
  const { app, ana } = await startWard(t)
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
  const { app, admin, ana, bor, later } = await startWard(t, { site_id: 1 })
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

test('handing over names what it assigns, and leaves what the next person may not act on', async (t) => {
  const { app, admin, ana, bor, later, declare } = await startWard(t)
  const south = await addSite(app, 'South')
  later(1)
  const key = await declare('Lost key')
  const roof = await declare('Leaking roof')
  const other = await declare('Not hers')
  const foreign = await declare('Of the south', south)
  for (const id of [key, roof, foreign]) await ana.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await narrow(app, bor.email, 1, 'operator')
  await admin.call('POST', `/api/mobile/incidents/${other}/acknowledgement`)
  const browser = await ana.browse()
  const page = await browser.go('/my-shift')
  const dialog = textOf(page.text.slice(page.text.indexOf(`id="hand-over-${bor.id}"`)).split('</details>')[0]!)
  assert.match(
    dialog,
    /Hand over to Bor .*2 active incidents that you are on are assigned to Bor: Leaking roof Lost key/,
  )
  assert.match(dialog, /1 stays yours: Bor may not act in its site\. Hand over 2 incidents/)
  const fields = [...page.text.matchAll(/name="ids" value="(\d+)"/g)].map(([, id]) => Number(id))
  assert.deepEqual(fields, [roof, key])
  // Resolved meanwhile by somebody else.
  await admin.call('POST', `/api/mobile/incidents/${roof}/resolution`, {})
  const handed = await browser.fillIn('/my-shift/hand-over', 'Hand over 2 incidents')
  assert.match(handed.text, /Incidents handed over/)
  const rows = await app.rows('select incident_id::integer, assigned_to from incidents where assigned_to is not null')
  assert.deepEqual(rows, [{ incident_id: key, assigned_to: bor.id }])
  assert.doesNotMatch(handed.text, /id="hand-over-/)
  const { data } = await admin.call('GET', '/api/admin/audit?action=incident.assigned')
  assert.equal(data.length, 1)
})

test('long lists end with how many more there are, and where', async (t) => {
  const { app, ana } = await startWard(t)
  await app.rows(
    `insert into incidents (incident_id, status, severity, title, origin, site_id, created_at, last_activity_at, resolved_at, resolution)
     select n, case when n > 25 then 'resolved' else 'open' end, 'warning', 'Number ' || n, 'person', 1, $1, $1,
       case when n > 25 then $1::timestamptz end, case when n > 25 then 'manual' end
     from generate_series(1, 60) as n`,
    [app.now()],
  )
  app.setClock({ seconds: 60 })
  const { text } = await ana.page()
  assert.match(cardOf(text, 'Open now'), /and 5 more$/)
  assert.match(cardOf(text, 'Resolved'), /and 15 more$/)
  assert.match(text, /<a href="\/incidents">and 5 more<\/a>/)
  assert.match(text, /<a href="\/incidents\?status=resolved">and 15 more<\/a>/)
})

test('notes are deleted after ninety days, and with their schedule', async (t) => {
  const { app, admin, ana, schedule } = await startWard(t)
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

test('the page is linked from on-call, the menu and the palette, in German too', async (t) => {
  const { app, ana } = await startWard(t)
  const browser = await ana.browse()
  const page = await browser.go('/on-call')
  assert.match(page.text.slice(page.text.indexOf('<main')), /href="\/my-shift"/)
  assert.match(page.text.slice(0, page.text.indexOf('<main')), /<div class="menu">[\s\S]*href="\/my-shift"/)
  assert.match(page.text, /&quot;My shift&quot;,&quot;address&quot;:&quot;\/my-shift&quot;/)
  await app.rows(`update users set preferences = preferences || '{"language":"de"}' where id = $1`, [ana.id])
  const { words } = await ana.page()
  assert.match(words, /Meine Schicht .*Nach Ihnen Bor .*Jetzt offen Nichts ist offen\. .*Notiz für die nächste Person/)
})
