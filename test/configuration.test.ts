import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { loadDemo } from '../src/fleet/demo/manage-demo.ts'
import { startApp } from './harness/app.ts'
import { compareFile, exported, importFile } from './harness/configuration.ts'
import { startReceiver } from './harness/receiver.ts'

const PRESSURE = {
  key: 'boiler.pressure.high',
  name: 'Boiler pressure high',
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3, for_s: 60 }],
  title: 'Pressure above {threshold} bar',
}

/** A service with some configuration. */
async function inUse(t: TestContext) {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const admin = await app.logIn('admin')
  const boiler = {
    name: 'Boiler room',
    module: 'factory',
    tags: ['cellar'],
    notes: 'Key at the desk',
    offline_after_s: 90,
  }
  const { id } = (await admin('POST', '/api/admin/devices', boiler)).body.data
  await admin('PUT', `/api/admin/devices/${id}/attributes`, { max_pressure: 4 })
  await admin('POST', '/api/admin/rules', PRESSURE)
  await admin('PATCH', '/api/admin/rules/factory.smoke', { enabled: false, reason: 'Welding' })
  const { secret } = await app.createWebhook({ url: receiver.url, name: 'Tickets', tags: ['cellar'] })
  return { app, admin, id, secret }
}

test('a configuration file makes a new service equal to another one, and a second import changes nothing', async (t) => {
  const { app: first, secret } = await inUse(t)
  const text = await exported(first)
  assert.ok(!text.includes(secret))
  assert.doesNotMatch(text, /token:|secret:/)
  const second = await startApp(t)
  const changes = await importFile(second, text)
  assert.deepEqual(
    changes.map(({ kind, name, change }) => `${change} ${kind} ${name}`),
    [
      'added device Boiler room',
      'added rule boiler.pressure.high',
      'changed rule factory.smoke',
      'added webhook Tickets',
    ],
  )
  assert.equal(await exported(second), text)
  assert.ok((await importFile(second, text)).every(({ change }) => change === 'same'))

  // The token and the secret in the output work.
  const [device] = changes
  const sent = await fetch(`${second.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': device!.secret! },
    body: JSON.stringify({ module: 'factory' }),
  })
  assert.equal(sent.status, 200)
  assert.match(changes.at(-1)!.secret!, /^whsec_/)
})

test('an export of the API can be imported as well', async (t) => {
  const { app, admin } = await inUse(t)
  const answer = (await admin('GET', '/api/admin/export')).body
  const second = await startApp(t)
  await importFile(second, JSON.stringify(answer))
  assert.equal(await exported(second), await exported(app))
})

test('an edited file is imported field by field, shown by diff, and is in the audit log', async (t) => {
  const { app, admin, id } = await inUse(t)
  const text = (await exported(app))
    .replace('offline_after_s: 90', 'offline_after_s: 120')
    .replace('value: 3', 'value: 5')
  const { changes, only_here } = await compareFile(app, text)
  assert.deepEqual(only_here, [])
  assert.deepEqual(
    changes.flatMap(({ fields }) => fields.map(({ field }) => field)),
    ['offline_after_s', 'levels'],
  )
  await importFile(app, text, true)
  assert.equal((await admin('GET', `/api/admin/devices/${id}`)).body.data.offline_after_s, 90)
  await importFile(app, text)
  assert.equal((await admin('GET', `/api/admin/devices/${id}`)).body.data.offline_after_s, 120)
  const audit = (await admin('GET', '/api/admin/audit')).body.data
  assert.deepEqual(
    audit.slice(0, 2).map((entry: { action: string; via: string }) => [entry.action, entry.via]),
    [
      ['rule.updated', 'command'],
      ['device.updated', 'command'],
    ],
  )
})

test('what a file does not name is kept, diff says so, and rules turned off meanwhile are turned on', async (t) => {
  const { app, admin } = await inUse(t)
  const text = await exported(app)
  await app.createDevice({ name: 'Attic' })
  // The demo is not part of the configuration.
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  assert.doesNotMatch(await exported(app), /demo/)
  await admin('PATCH', `/api/admin/rules/${PRESSURE.key}`, { enabled: false })
  const { changes, only_here } = await compareFile(app, text)
  assert.deepEqual(only_here, [{ kind: 'device', name: 'Attic' }])
  const [switched] = changes.filter(({ change }) => change === 'changed')
  assert.deepEqual(switched!.fields, [{ field: 'enabled', before: false, after: true }])
  await importFile(app, text)
  assert.equal((await admin('GET', `/api/admin/rules/${PRESSURE.key}`)).body.data.enabled, true)
  assert.match(await exported(app), /name: Attic/)
})

test('devices with the same name are exported and imported with their own settings', async (t) => {
  const { app, admin } = await inUse(t)
  const twin = await app.createDevice({ name: 'Boiler room', tags: ['attic'] })
  const text = await exported(app)
  assert.ok((await importFile(app, text)).every(({ change }) => change === 'same'))
  const second = await startApp(t)
  await importFile(second, text)
  assert.equal(await exported(second), text)

  await admin('PATCH', `/api/admin/devices/${twin.id}`, { notes: 'Under the roof' })
  const [changed] = (await importFile(second, await exported(app))).filter(({ change }) => change === 'changed')
  assert.deepEqual(changed!.fields, [{ field: 'notes', before: '', after: 'Under the roof' }])
})

test('an invalid file changes nothing, and its errors are reported', async (t) => {
  const { app } = await inUse(t)
  const before = await exported(app)
  const edited = before.replace('offline_after_s: 90', 'offline_after_s: 30')
  for (const [text, words] of [
    [edited.replace('module: factory', 'module: toaster'), /devices\/0\/module/],
    [edited.replace('module: factory', 'module: worker'), /is of module factory; that cannot be changed/],
    [edited.replace('value: 3', 'value: many'), /boiler\.pressure\.high: \/levels\/0\/value/],
    [edited.replace('name: Tickets', 'name: More').replace(/url: .*/, 'url: http://10.0.0.1/'), /address|allowed/i],
    [edited.replace('format: tocsin-configuration-1', 'format: tocsin-configuration-9'), /format/],
    [edited.replace('notes:', 'color:'), /additional properties|color/],
    ['devices: [', /not YAML/],
    ['', /is invalid/],
  ] as const) {
    await assert.rejects(async () => importFile(app, text), words, text)
    assert.equal(await exported(app), before)
  }
  await app.createDevice({ name: 'Boiler room' })
  await assert.rejects(importFile(app, before), /2 devices called "Boiler room", the file 1; rename them first/)
})
