import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../harness/page-text.ts'
import { cardOf, HOUR_S, named, startShifts } from '../harness/shifts.ts'
import { addSite, narrow } from '../harness/sites.ts'

test('a shift shows what is open with who is on it, what its person acknowledged, what was resolved, and what ends', async (t) => {
  const { app, admin, ana, later, declare } = await startShifts(t)
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
  const { app, admin, ana, later, declare } = await startShifts(t)
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
  const { app, ana, bor, later, declare } = await startShifts(t)
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

test('handing over names what it assigns, and leaves what the next person may not act on', async (t) => {
  const { app, admin, ana, bor, later, declare } = await startShifts(t)
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
  const { app, ana } = await startShifts(t)
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

test('the page is linked from on-call, the menu and the palette, in German too', async (t) => {
  const { app, ana } = await startShifts(t)
  const browser = await ana.browse()
  const page = await browser.go('/on-call')
  assert.match(page.text.slice(page.text.indexOf('<main')), /href="\/my-shift"/)
  assert.match(page.text.slice(0, page.text.indexOf('<main')), /<div class="menu">[\s\S]*href="\/my-shift"/)
  assert.match(page.text, /&quot;My shift&quot;,&quot;address&quot;:&quot;\/my-shift&quot;/)
  await app.rows(`update users set preferences = preferences || '{"language":"de"}' where id = $1`, [ana.id])
  const { words } = await ana.page()
  assert.match(words, /Meine Schicht .*Nach Ihnen Bor .*Jetzt offen Nichts ist offen\. .*Notiz für die nächste Person/)
})
