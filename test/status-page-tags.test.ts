import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { textOf } from './harness/page-text.ts'
import { openPage, read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

async function put(head: Person, body: object) {
  const { status, body: answer } = await head('PUT', STATUS_PAGE, { title: 'Services', devices: [], ...body })
  return { status, tags: answer.data?.tags, field: answer.errors?.[0].field ?? null }
}

const PUMPS = { tag: 'pump', group_name: 'Water', label: 'Pump' }

test('a tag puts all its devices on the page, also those that get it later, numbered behind its label', async (t) => {
  const { app, url, head, boiler } = await startStatusPage(t)
  const labels = async () => Object.keys(openPage((await read(app, url)).text).services)
  for (const name of ['Secret east', 'Secret west']) await app.createDevice({ name, tags: ['pump', 'other'] })
  const devices = [{ device_id: boiler.id, group_name: 'Heating', label: 'Boiler' }]
  const saved = await put(head, { devices, tags: [PUMPS] })
  assert.deepEqual([saved.status, saved.tags], [200, [PUMPS]])
  assert.deepEqual(await labels(), ['Boiler', 'Pump 1', 'Pump 2'])
  assert.doesNotMatch((await read(app, url)).text, /Secret/)
  await app.createDevice({ name: 'Secret third', tags: ['pump'] })
  app.setClock({ seconds: 31 })
  assert.deepEqual(await labels(), ['Boiler', 'Pump 1', 'Pump 2', 'Pump 3'])
  assert.deepEqual(openPage((await read(app, url)).text).groups, ['Heating', 'Water'])
})

test('a device of a tag leaves the page at once when it is deleted or moved to another site', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const labels = async () => Object.keys(openPage((await read(app, url)).text).services)
  const made = []
  for (const name of ['East', 'West', 'South']) made.push(await app.createDevice({ name, tags: ['pump'] }))
  await put(head, { tags: [{ ...PUMPS, label: 'Pump {name}' }] })
  const etag = (await head('GET', STATUS_PAGE)).headers.get('etag')
  assert.deepEqual(await labels(), ['Pump East', 'Pump South', 'Pump West'])
  const site = (await head('POST', '/api/admin/sites', { name: 'Other' })).body.data.id
  await head('POST', `/api/admin/devices/${made[0]!.id}/move`, { site_id: site })
  assert.deepEqual(await labels(), ['Pump South', 'Pump West'])
  await head('DELETE', `/api/admin/devices/${made[2]!.id}`)
  assert.deepEqual(await labels(), ['Pump West'])
  assert.equal((await head('GET', STATUS_PAGE)).headers.get('etag'), etag, 'who edits the page is not disturbed')
})

test('a device that is named, or that has several tags of the page, stands on it once', async (t) => {
  const { app, url, head, boiler } = await startStatusPage(t)
  await head('PATCH', `/api/admin/devices/${boiler.id}`, { tags: ['pump', 'heat'] })
  await app.createDevice({ name: 'Both', tags: ['pump', 'heat'] })
  const devices = [{ device_id: boiler.id, label: 'Boiler' }]
  await put(head, { devices, tags: [{ tag: 'heat', label: 'Heater' }, PUMPS] })
  assert.deepEqual(Object.keys(openPage((await read(app, url)).text).services), ['Boiler', 'Heater'])
})

test('a page shows two hundred devices, and says how many more its tags have', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  await app.rows(
    `insert into devices (name, module, token_hash, token_hint, created_at, tags)
    select 'Sensor ' || n, 'factory', 'hash ' || n, '', $1, '{sensor}' from generate_series(1, 212) as n`,
    [app.now()],
  )
  await app.rows('insert into device_states (device_id) select id from devices on conflict do nothing')
  await put(head, { tags: [{ tag: 'sensor', label: 'Sensor' }] })
  const { text } = await read(app, url)
  assert.equal(Object.keys(openPage(text).services).length, 200)
  assert.match(textOf(text), /12 more devices are not shown\./)
  const editor = await (await openBrowserAs(app, 'admin')).go('/sites/1/status-page')
  assert.match(textOf(editor.text), /200 shown, 12 more/)
})

test('a tag shows devices of its own site alone', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const site = (await head('POST', '/api/admin/sites', { name: 'Other' })).body.data.id
  await app.createDevice({ name: 'Elsewhere', tags: ['pump'], site_id: site })
  await put(head, { tags: [PUMPS] })
  assert.deepEqual(openPage((await read(app, url)).text).services, {})
})

test('a page takes twenty tags, each once, with visible labels', async (t) => {
  const { head } = await startStatusPage(t)
  const fault = async (tags: object[]) => {
    const { status, field } = await put(head, { tags })
    return [status, field]
  }
  const tags = Array.from({ length: 21 }, (_, at) => ({ tag: `tag ${at}`, label: 'Sensor' }))
  assert.deepEqual(await fault([PUMPS, PUMPS]), [400, '/tags/1/tag'])
  assert.deepEqual(await fault([{ ...PUMPS, label: ' ' }]), [400, '/tags/0/label'])
  assert.deepEqual(await fault(tags), [400, '/tags'])
  assert.deepEqual(await fault(tags.slice(1)), [200, null])
})

test('a notice can concern a device that stands on the page by its tag', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const pump = await app.createDevice({ name: 'Secret', tags: ['pump'] })
  const notice = { kind: 'incident', title: 'No water', text: 'We look into it.', device_ids: [pump.id] }
  assert.equal((await head('POST', `${STATUS_PAGE}/notices`, notice)).status, 400)
  await put(head, { tags: [PUMPS] })
  assert.equal((await head('POST', `${STATUS_PAGE}/notices`, notice)).status, 201)
  assert.match(textOf((await read(app, url)).text), /Concerns: Pump/)
})

test('an administrator adds a tag to the page, renames its devices, and takes it off', async (t) => {
  const { app, url } = await startStatusPage(t)
  for (const name of ['East', 'West']) await app.createDevice({ name, tags: ['pump'] })
  const browser = await openBrowserAs(app, 'admin')
  const editor = '/sites/1/status-page'
  const labels = async () => Object.keys(openPage((await read(app, url)).text).services)
  await browser.go(editor)
  const missing = await browser.fillIn(editor, 'Save', { Tag: 'pump' })
  assert.equal(missing.status, 400)
  const labelOf = /<label for="new_tag_label">([^<]*)</.exec(missing.text)![1]!
  assert.equal(labelOf, 'Public label')
  const values = { new_tag: 'pump', new_tag_label: 'Pump', new_tag_group: 'Water' }
  const sent = { _csrf: missing.csrf(editor), title: 'Services', ...values }
  assert.equal((await browser.post(editor, sent)).status, 303)
  const page = await browser.go(editor)
  assert.match(textOf(page.text), /pump 2 devices/)
  assert.deepEqual(await labels(), ['Pump 1', 'Pump 2'])
  await browser.fillIn(editor, 'Save', { 'Public label of pump': '{name}' })
  assert.deepEqual(await labels(), ['East', 'West'])
  await browser.fillIn(editor, 'Save', { 'Remove of pump': true })
  assert.deepEqual(await labels(), [])
})
