import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { statusAddress } from '../src/core/status-pages/manage-status-page.ts'
import { loadDemo } from '../src/fleet/demo/manage-demo.ts'
import { startApp } from './harness/app.ts'
import { compareFile, exported, importFile } from './harness/configuration.ts'
import { read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

test('a status page moves with the names of its devices, and its new address shows it', async (t) => {
  const { app, url } = await startStatusPage(t)
  const text = await exported(app)
  assert.match(text, /status_pages:\n {2}- title: Hospital services\n {4}devices:\n {6}- device: Secret boiler\n/)
  assert.doesNotMatch(text, /device_id/)
  assert.ok(!text.includes(new URL(url).pathname.split('/').at(-1)!))

  const second = await startApp(t)
  await second.createDevice({ name: 'Older than all of the file' })
  const changes = await importFile(second, text)
  const page = changes.find(({ kind }) => kind === 'status_page')!
  assert.deepEqual([page.name, page.change], ['Home', 'added'])
  const shown = await read(second, statusAddress(second.url, page.secret!))
  assert.match(shown.text, /Hospital services[\s\S]+Heating[\s\S]+Boiler[\s\S]+Water[\s\S]+Drinking water/)
  const [, own] = (await exported(second)).split('status_pages:')
  assert.equal(own, text.split('status_pages:')[1])

  assert.ok((await importFile(second, text)).every(({ change }) => change === 'same'))
  const edited = await importFile(second, text.replace('label: Boiler', 'label: Warm water'))
  assert.deepEqual(
    edited
      .filter(({ change }) => change === 'changed')
      .map(({ kind, fields }) => [kind, fields.map(({ field }) => field)]),
    [['status_page', ['devices']]],
  )
  assert.match((await read(second, statusAddress(second.url, page.secret!))).text, /Warm water/)
})

test('tags of a status page are in files, and a page without any is written as before', async (t) => {
  const { app, head } = await startStatusPage(t)
  assert.doesNotMatch((await exported(app)).split('status_pages:')[1]!, /tags:/)
  const tags = [{ tag: 'pump', group_name: 'Water', label: 'Pump {name}' }]
  await head('PUT', STATUS_PAGE, { title: 'Services', devices: [], tags })
  const text = await exported(app)
  assert.match(text, /tags:\n {6}- tag: pump\n {8}group_name: Water\n {8}label: Pump \{name\}\n/)
  const second = await startApp(t)
  await importFile(second, text)
  assert.equal(await exported(second), text)
  const edited = await importFile(second, text.replace('label: Pump {name}', 'label: Pump'))
  const changed = edited.filter(({ change }) => change === 'changed')
  assert.deepEqual(
    changed.map(({ fields }) => fields.map(({ field }) => field)),
    [['tags']],
  )
})

test('a file says that visitors can subscribe, and turns it off where it does not', async (t) => {
  const { app, head } = await startStatusPage(t)
  const before = await exported(app)
  assert.doesNotMatch(before, /subscription/)
  await head('PUT', STATUS_PAGE, { title: 'Services', devices: [], subscription: true })
  const text = await exported(app)
  assert.match(text, /\n {4}subscription: true\n/)
  const second = await startApp(t)
  await importFile(second, text)
  assert.equal(await exported(second), text)
  const off = await importFile(second, text.replace(/\n {4}subscription: true/, ''))
  const changed = off.filter(({ change }) => change === 'changed')
  assert.deepEqual(
    changed.map(({ fields }) => fields.map(({ field }) => field)),
    [['subscription']],
  )
  assert.doesNotMatch(await exported(second), /subscription/)
})

test('a device that the service lacks, names twice or has several times is a clear error, also in a preview', async (t) => {
  const { app } = await startStatusPage(t)
  const text = await exported(app)
  const lost = text.replace('- device: Secret boiler', '- device: Secret kettle')
  for (const dryRun of [true, false]) {
    await assert.rejects(
      importFile(app, lost, dryRun),
      /The status page "Hospital services" names the device "Secret kettle", which does not exist in its site/,
    )
  }
  const twice = text.replace('- device: Secret pump', '- device: Secret boiler')
  await assert.rejects(importFile(app, twice), /names the device "Secret boiler" twice/)

  const pump = await app.createDevice({ name: 'Secret pump', module: 'health' })
  await assert.rejects(
    importFile(app, text.replace(/devices:\n {2}- name[\s\S]+?(?=status_pages)/, '')),
    /names the device "Secret pump", but 2 have this name: say which one by nth, from 1 to 2/,
  )
  const head = await app.logIn('admin')
  await head('PUT', STATUS_PAGE, { title: 'Pumps', devices: [{ device_id: pump.id, label: 'Second pump' }] })
  const several = await exported(app)
  assert.match(several, /- device: Secret pump\n {8}nth: 2\n/)
  const second = await startApp(t)
  await importFile(second, several)
  assert.deepEqual(await second.rows('select device_id from status_page_devices'), [{ device_id: 3 }])
  await assert.rejects(importFile(second, several.replace('nth: 2', 'nth: 3')), /as nth: 3, but only 2 have this name/)
})

test('of several sites, each page names its own, and diff lists a page that the file lacks', async (t) => {
  const { app } = await startStatusPage(t)
  const head = await app.logIn('admin')
  const north = (await head('POST', '/api/admin/sites', { name: 'North' })).body.data
  const { id } = await app.createDevice({ name: 'Secret boiler', site_id: north.id })
  const page = { title: 'North', devices: [{ device_id: id, label: 'Boiler' }] }
  assert.equal((await head('PUT', `/api/admin/sites/${north.id}/status-page`, page)).status, 201)
  const text = await exported(app)
  const second = await startApp(t)
  await importFile(second, text)
  assert.equal(await exported(second), text)
  const without = text.replace(/ {2}- site: North\n[\s\S]+?(?=\nrules)/, '')
  const { only_here } = await compareFile(second, without)
  assert.deepEqual(only_here, [{ kind: 'status_page', name: 'North' }])
  const answer = (await head('GET', '/api/admin/export')).body
  const third = await startApp(t)
  await importFile(third, JSON.stringify(answer))
  assert.equal(await exported(third), text)
})

test('devices of the demo fleet are on no page of a file', async (t) => {
  const { app } = await startStatusPage(t)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  const head = await app.logIn('admin')
  const [ofDemo] = await app.rows<{ id: number }>("select id from devices where name = 'Truck 21'")
  const rows = [
    { device_id: ofDemo!.id, label: 'Truck' },
    { device_id: 1, label: 'Boiler' },
  ]
  assert.equal((await head('PUT', STATUS_PAGE, { title: 'Mixed', devices: rows })).status, 200)
  assert.match(
    await exported(app),
    /title: Mixed\n {4}devices:\n {6}- device: Secret boiler\n {8}group_name: ""\n {8}label: Boiler\nrules/,
  )
})
