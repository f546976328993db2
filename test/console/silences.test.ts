import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'

async function withOperator(t: TestContext) {
  const app = await startApp(t, { startsAt: new Date('2026-06-01T12:00:00.000Z') })
  const { id, email } = await addUser(app, 'operator')
  await app.rows(`update users set preferences = preferences || '{"zone":"Europe/Ljubljana"}' where id = $1`, [id])
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const device = await app.createDevice({ module: 'health', name: 'Bed 12', tags: ['ward-3'] })
  return { app, browser, device }
}

test('a silence that starts now is shown, ended early, and in the audit log', async (t) => {
  const { app, browser, device } = await withOperator(t)
  assert.match((await browser.go('/silences')).text, /No silences yet/)
  await browser.go('/silences/new')
  const fields = { reason: 'New switch', devices: 'bed 12', when: 'now', duration_s: '3600', what: 'save' }
  const made = await browser.send('/silences', fields)
  assert.match(made.path, /^\/silences\/\d+\?done=created$/)
  assert.match(made.text, />Active<\/span>/)
  const rows = await app.rows<Record<string, unknown>>('select device_ids, starts_at, ends_at from silences')
  assert.deepEqual(rows, [
    { device_ids: [device.id], starts_at: app.now(), ends_at: new Date(Number(app.now()) + 3_600_000) },
  ])
  const address = made.path.split('?')[0]!
  assert.match((await browser.send(`${address}/end`)).text, /Silence ended/)
  assert.match((await browser.go('/silences?state=expired')).text, /New switch/)
  const actions = await app.rows("select action from audit_entries where subject_type = 'silence' order by id")
  assert.deepEqual(actions, [{ action: 'silence.created' }, { action: 'silence.ended' }])
})

test('the form previews what a silence would hold, and keeps its input', async (t) => {
  const { app, browser, device } = await withOperator(t)
  await device.send({ ts: Number(app.now()), metrics: { systolic: 190 } })
  await browser.go('/silences/new')
  const preview = await browser.send('/silences', { tags: 'ward-3', modules: 'health', when: 'now', what: 'preview' })
  assert.match(preview.text, /1 device is covered/)
  assert.match(preview.text, /1 open alert/)
  assert.match(preview.text, /name="modules" value="health" checked/)
  assert.match(preview.text, /value="ward-3"/)
  assert.deepEqual(await app.rows('select 1 from silences'), [])
})

test("times of silences are in the reader's time zone, once and weekly", async (t) => {
  const { app, browser } = await withOperator(t)
  await browser.go('/silences/new')
  const range = { when: 'range', starts_at: '2026-07-01T10:00', ends_at: '2026-07-01T12:00' }
  await browser.send('/silences', { reason: 'Summer', what: 'save', ...range })
  await browser.go('/silences/new')
  const weekly = { when: 'weekly', days: 'sat', from: '22:00', to: '06:00' }
  const made = await browser.send('/silences', { reason: 'Night run', what: 'save', ...weekly })
  assert.match(made.text, />Scheduled<\/span>/)
  const rows = await app.rows('select starts_at, ends_at, weekly from silences order by id')
  assert.deepEqual(rows, [
    { starts_at: new Date('2026-07-01T08:00:00Z'), ends_at: new Date('2026-07-01T10:00:00Z'), weekly: null },
    {
      starts_at: app.now(),
      ends_at: null,
      weekly: { days: ['sat'], from: '22:00', to: '06:00', time_zone: 'Europe/Ljubljana' },
    },
  ])
})

test('the form of a silence has its values, and changes it', async (t) => {
  const { app, browser } = await withOperator(t)
  await browser.go('/silences/new')
  const made = await browser.send('/silences', { reason: 'Drill', tags: 'ward-3', when: 'now', what: 'save' })
  const address = made.path.split('?')[0]!
  const edit = await browser.go(`${address}/edit`)
  assert.match(edit.text, /value="Drill"/)
  assert.match(edit.text, /value="2026-06-01T14:00"/)
  const fields = { reason: 'Longer drill', when: 'range', starts_at: '2026-06-01T14:00', ends_at: '2026-06-01T20:00' }
  assert.match((await browser.send(address, { ...fields, what: 'save' })).text, /Silence changed/)
  const [row] = await app.rows<{ reason: string; tags: string[]; ends_at: Date }>('select * from silences')
  assert.deepEqual([row!.reason, row!.tags, row!.ends_at], ['Longer drill', [], new Date('2026-06-01T18:00:00Z')])
})

test('errors are shown at their field, and typed values are kept', async (t) => {
  const { browser } = await withOperator(t)
  await browser.go('/silences/new')
  const noReason = await browser.send('/silences', { tags: 'ward-3', when: 'now', what: 'save' })
  assert.equal(noReason.status, 400)
  assert.match(noReason.text, /id="reason-error"/)
  assert.match(noReason.text, /value="ward-3"/)
  const nobody = await browser.send('/silences', { reason: 'x', devices: 'Nobody', when: 'now', what: 'save' })
  assert.match(nobody.text, /This must be a device: there is none called &quot;Nobody&quot;/)
  const noTime = await browser.send('/silences', { reason: 'x', when: 'range', ends_at: 'soon', what: 'save' })
  assert.equal(noTime.status, 400)
})

test('open pages are updated about silences', async (t) => {
  const { app, browser } = await withOperator(t)
  await browser.go('/silences/new')
  await browser.send('/silences', { reason: 'Drill', when: 'now', what: 'save' })
  const events = await app.rows("select event, data from live_events where topic = 'silence'")
  assert.deepEqual(events, [{ event: 'silence.created', data: { silence_id: 1 } }])
})
