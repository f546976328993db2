import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person, TestApp } from './harness/app.ts'
import { textOf } from './harness/page-text.ts'
import { openPage, read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

const NOTICES = `${STATUS_PAGE}/notices`
const INCIDENT = { kind: 'incident', title: 'No warm water', text: 'We are looking into it.' }
const MAINTENANCE = { kind: 'maintenance', title: 'New pump', text: 'Heating is off.' }

const hours = (app: TestApp, count: number) => new Date(app.now().getTime() + count * 3_600_000).toISOString()

async function write(head: Person, body: object): Promise<number> {
  const answer = await head('POST', NOTICES, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

const stateOf = async (head: Person, id: number) => (await head('GET', `${NOTICES}/${id}`)).body.data.state
const update = async (head: Person, id: number, body: object) =>
  (await head('POST', `${NOTICES}/${id}/updates`, body)).status

/** The sections of notices on a page, by their heading. */
async function sections(app: TestApp, url: string, query = ''): Promise<Record<string, string>> {
  const { text } = await read(app, `${url}${query}`)
  const found = text.matchAll(/<section class="notices"[^>]*><h2[^>]*>([^<]*)<\/h2>([\s\S]*?)<\/section>/g)
  return Object.fromEntries([...found].map(([, heading, content]) => [heading!, textOf(content!)]))
}

test('an incident is told to visitors at once, with its updates, and stays among past incidents', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  for (const device of [boiler, pump]) await device.send({ metrics: {} })
  assert.equal(openPage((await read(app, url)).text).whole, 'All working')
  const id = await write(head, { ...INCIDENT, device_ids: [boiler.id] })
  const first = await sections(app, url)
  assert.deepEqual(Object.keys(first), ['Current notices', 'Past incidents'])
  assert.match(
    first['Current notices']!,
    /No warm water.*Incident · Investigating.*Concerns: Boiler.*We are looking into it\./,
  )
  assert.equal(openPage((await read(app, url)).text).whole, '1 incident')
  app.setClock({ seconds: 600 })
  assert.equal(await update(head, id, { state: 'identified', text: 'The pump is broken.' }), 201)
  const later = (await sections(app, url))['Current notices']!
  assert.match(later, /Identified.*The pump is broken\..*Investigating.*We are looking into it\./)
  assert.equal(await update(head, id, { state: 'resolved' }), 201)
  const over = await sections(app, url)
  assert.deepEqual(Object.keys(over), ['Past incidents'])
  assert.match(over['Past incidents']!, /^1 Mar 2026.*No warm water.*Resolved.*16 – 28 Feb 2026 ?No incidents/)
  // One that comes back is open again.
  assert.equal(await update(head, id, { state: 'investigating' }), 201)
  assert.equal(await stateOf(head, id), 'investigating')
  assert.deepEqual(Object.keys(await sections(app, url)), ['Current notices', 'Past incidents'])
})

test('maintenance is planned ahead, and its state follows the clock by itself', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  for (const device of [boiler, pump]) await device.send({ metrics: {} })
  const times = { starts_at: hours(app, 2), ends_at: hours(app, 4) }
  const id = await write(head, { ...MAINTENANCE, ...times })
  assert.equal(await stateOf(head, id), 'scheduled')
  assert.match(
    (await sections(app, url))['Planned maintenance']!,
    /New pump.*Scheduled.*1 Mar 2026, 14:00 UTC – 1 Mar 2026, 16:00 UTC.*Heating is off\./,
  )
  assert.equal(openPage((await read(app, url)).text).whole, 'All working')
  app.setClock({ seconds: 7_200 })
  assert.equal(await stateOf(head, id), 'in_progress')
  assert.match((await sections(app, url))['Current notices']!, /Maintenance · In progress/)
  // Its end can move; after it, only that it is completed can be said.
  const moved = await head('PATCH', `${NOTICES}/${id}`, { ends_at: hours(app, 1) })
  assert.deepEqual([moved.status, moved.body.data.title], [200, 'New pump'])
  app.setClock({ seconds: 3_600 })
  assert.equal(await stateOf(head, id), 'completed')
  assert.equal(await update(head, id, { state: 'in_progress' }), 400)
  assert.match((await sections(app, url))['Past incidents']!, /New pump.*Maintenance · Completed/)
})

test('maintenance can begin and end before its time', async (t) => {
  const { app, head } = await startStatusPage(t)
  const id = await write(head, { ...MAINTENANCE, starts_at: hours(app, 2), ends_at: hours(app, 4) })
  assert.equal(await update(head, id, { state: 'in_progress' }), 201)
  assert.equal(await stateOf(head, id), 'in_progress')
  assert.equal(await update(head, id, { state: 'completed', text: 'Done early.' }), 201)
  assert.equal(await stateOf(head, id), 'completed')
})

test('while all devices work, maintenance under way is what the page says first', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  for (const device of [boiler, pump]) await device.send({ metrics: {} })
  await write(head, { ...MAINTENANCE, starts_at: hours(app, 0), ends_at: hours(app, 4) })
  assert.equal(openPage((await read(app, url)).text).whole, 'Maintenance under way')
})

test('a page on which nobody ever wrote a notice says nothing of incidents', async (t) => {
  const { app, url } = await startStatusPage(t)
  assert.deepEqual(await sections(app, url), {})
})

test('notices that were over more than fourteen days ago are behind a link, twenty on a page', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  await app.rows(
    `insert into status_notices (site_id, kind, title, text, starts_at, over_at, updates, created_at)
     select 1, 'incident', 'Number ' || n, 'Words', at, at, jsonb_build_array(jsonb_build_object('at', at, 'state', 'resolved', 'text', '')), at
     from (select n, $1::timestamptz - n * interval '1 day' as at from generate_series(1, 45) as n) as one`,
    [app.now()],
  )
  await write(head, INCIDENT)
  const past = (await sections(app, url))['Past incidents']!
  assert.match(past, /Number 1\b.*Number 13\b/)
  assert.doesNotMatch(past, /Number 14\b/)
  assert.match((await read(app, url)).text, /<a href="\?history=1">Older notices<\/a>/)
  const pages = await Promise.all([1, 2, 3].map((page) => sections(app, url, `?history=${page}`)))
  assert.match(pages[0]!['History of notices']!, /Number 1\b.*Number 20\b/)
  assert.match(pages[2]!['History of notices']!, /Number 41\b.*Number 45\b/)
  assert.equal((await read(app, `${url}?history=4`)).status, 404)
  const { text } = await read(app, `${url}?history=2`)
  assert.match(text, /href="\?history=1">Newer notices.*href="\?history=3">Older notices/s)
  assert.doesNotMatch(text, new RegExp(new URL(url).pathname), 'the secret is not in the page')
})

test('a day during which an incident went on is not called quiet', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  await write(head, { ...INCIDENT, starts_at: hours(app, -72) })
  const past = (await sections(app, url))['Past incidents']!
  assert.match(past, /^16 – 25 Feb 2026 ?No incidents/)
})

test('words of a notice are text with links and line breaks, whatever they look like', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const evil = `<img src=x onerror=alert(1)>\r\nSee https://example.org/news.`
  await write(head, { ...INCIDENT, title: '<b>Water</b>', text: evil })
  const { text } = await read(app, url)
  assert.doesNotMatch(text, /<img|<b>/)
  assert.match(
    text,
    /&lt;img src=x onerror=alert\(1\)&gt;\nSee <a href="https:\/\/example.org\/news" rel="noreferrer">/,
  )
})

test('a notice shows the labels of devices on the page alone, and no more once they have left it', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  const hidden = await app.createDevice({ name: 'Secret well' })
  const refused = await head('POST', NOTICES, { ...INCIDENT, device_ids: [boiler.id, hidden.id] })
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/device_ids/1'])
  const absent = await head('POST', NOTICES, { ...INCIDENT, device_ids: [boiler.id, 999] })
  assert.equal(absent.body.message, refused.body.message.replace(String(hidden.id), '999'))
  const id = await write(head, { ...INCIDENT, device_ids: [boiler.id, pump.id] })
  assert.match((await sections(app, url))['Current notices']!, /Concerns: Boiler and Drinking water/)
  await head('DELETE', `/api/admin/devices/${boiler.id}`)
  const { text } = await read(app, url)
  assert.match(textOf(text), /Concerns: Drinking water/)
  assert.doesNotMatch(text, /Boiler|Secret/)
  // Its words can still be changed.
  assert.equal((await head('PATCH', `${NOTICES}/${id}`, { title: 'Cold water only' })).status, 200)
})

test('notices have limits, and say which field is wrong', async (t) => {
  const { app, head } = await startStatusPage(t)
  const fault = async (body: object, path = NOTICES) => {
    const answer = await head('POST', path, body)
    return [answer.status, answer.body.errors?.[0].field ?? null]
  }
  assert.deepEqual(await fault({ ...INCIDENT, title: 'a'.repeat(121) }), [400, '/title'])
  assert.deepEqual(await fault({ ...INCIDENT, text: 'a'.repeat(2_001) }), [400, '/text'])
  assert.deepEqual(await fault({ ...INCIDENT, text: '  ' }), [400, '/text'])
  assert.deepEqual(await fault({ ...INCIDENT, starts_at: hours(app, 1) }), [400, '/starts_at'])
  assert.deepEqual(await fault({ ...INCIDENT, ends_at: hours(app, 1) }), [400, '/ends_at'])
  assert.deepEqual(await fault(MAINTENANCE), [400, '/starts_at'])
  assert.deepEqual(await fault({ ...MAINTENANCE, starts_at: hours(app, 1) }), [400, '/ends_at'])
  const backwards = { starts_at: hours(app, 2), ends_at: hours(app, 1) }
  assert.deepEqual(await fault({ ...MAINTENANCE, ...backwards }), [400, '/ends_at'])
  const id = await write(head, { ...INCIDENT, title: 'Ä'.repeat(120), text: 'Ä'.repeat(2_000) })
  const updates = `${NOTICES}/${id}/updates`
  assert.deepEqual(await fault({ state: 'completed' }, updates), [400, '/state'])
  assert.deepEqual(await fault({ state: 'resolved', at: hours(app, 1) }, updates), [400, '/at'])
  assert.deepEqual(await fault({ state: 'resolved', at: hours(app, -1) }, updates), [400, '/at'])
  for (let count = 0; count < 50; count += 1) assert.equal(await update(head, id, { state: 'monitoring' }), 201)
  assert.equal(await update(head, id, { state: 'resolved' }), 409)
  await app.rows(
    `insert into status_notices (site_id, kind, title, text, starts_at, created_at)
     select 1, 'incident', 'Other', 'Other', $1, $1 from generate_series(2, 1000)`,
    [app.now()],
  )
  assert.deepEqual(await fault(INCIDENT), [409, null])
  const listed = await head('GET', `${NOTICES}?limit=500`)
  assert.deepEqual([listed.body.data.length, typeof listed.body.next_cursor], [100, 'string'])
  assert.equal((await head('GET', `${NOTICES}?cursor=${listed.body.next_cursor}`)).body.data.length, 50)
})

test('a notice has a version, and each change of it is in the audit log', async (t) => {
  const { app, head } = await startStatusPage(t)
  const page = (await head('GET', STATUS_PAGE)).headers.get('etag')
  const id = await write(head, INCIDENT)
  const shown = await head('GET', `${NOTICES}/${id}`)
  const change = (version: string) =>
    fetch(`${app.url}${NOTICES}/${id}`, {
      method: 'PATCH',
      headers: { authorization: head.authorization, 'content-type': 'application/json', 'if-match': version },
      body: JSON.stringify({ ...shown.body.data, title: 'Cold water only' }),
    })
  assert.equal((await change('"9"')).status, 412)
  assert.equal((await change(shown.headers.get('etag')!)).status, 200)
  await update(head, id, { state: 'resolved' })
  assert.equal((await head('DELETE', `${NOTICES}/${id}`)).status, 200)
  assert.equal((await head('GET', `${NOTICES}/${id}`)).status, 404)
  assert.equal((await head('GET', STATUS_PAGE)).headers.get('etag'), page, 'who edits the page is not disturbed')
  const entries = (await head('GET', '/api/admin/audit?subject_type=status_page&subject_id=1')).body.data
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    [
      'status_page.notice_deleted',
      'status_page.notice_update_added',
      'status_page.notice_updated',
      'status_page.notice_created',
      'status_page.created',
    ],
  )
})

test('notices go with their page', async (t) => {
  const { app, head } = await startStatusPage(t)
  await write(head, INCIDENT)
  assert.equal((await head('DELETE', STATUS_PAGE)).status, 200)
  assert.deepEqual(await app.rows('select from status_notices'), [])
  assert.equal((await head('POST', NOTICES, INCIDENT)).status, 404)
})
