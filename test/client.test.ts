import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiClient, logIn } from '../packages/api-client/src/api-client.ts'
import { startApp } from './harness/app.ts'
import { PASSWORD } from './harness/people.ts'

const ROOT = join(import.meta.dirname, '..')

test('the types of the API client are made of the committed document; npm run setup makes them', () => {
  const digest = createHash('sha256')
  for (const file of ['package-lock.json', 'docs/openapi.json']) digest.update(readFileSync(join(ROOT, file)))
  const [heading] = readFileSync(join(ROOT, 'packages/api-client/src/api-types.ts'), 'utf8').split('\n', 1)
  assert.match(heading!, new RegExp(`${digest.digest('hex')}$`))
})

test('the typed client logs in, lists devices, and acknowledges and resolves an incident', async (t) => {
  const app = await startApp(t)
  const { email } = await app.logIn('operator')
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health', tags: ['ward 3'] })
  await app.createDevice({ name: 'Boiler room' })
  await monitor.send({ lat: 52.379189, lng: 4.899431, metrics: { systolic: 185 } })

  const client = await logIn(`${app.url}/`, { email, password: PASSWORD })
  const devices = await client.GET('/api/mobile/devices', {
    params: { query: { module: ['health', 'worker'], limit: 10 } },
  })
  assert.ok(devices.data)
  assert.deepEqual(
    devices.data.data.map(({ name, status, open_alerts }) => [name, status, open_alerts.critical]),
    [['Bedside monitor', 'online', 1]],
  )

  const open = await client.GET('/api/mobile/incidents', { params: { query: { status: ['active'] } } })
  assert.ok(open.data)
  const [incident] = open.data.data
  assert.deepEqual([incident?.severity, incident?.status, incident?.lat], ['critical', 'open', 52.379189])
  const path = { id: incident!.incident_id }
  const acknowledged = await client.POST('/api/mobile/incidents/{id}/acknowledgement', { params: { path } })
  assert.equal(acknowledged.data?.data.acknowledged_by?.email, email)
  const resolved = await client.POST('/api/mobile/incidents/{id}/resolution', {
    params: { path },
    body: { resolution: 'false_alarm', note: 'Cuff was loose' },
  })
  assert.ok(resolved.data)
  const { status, resolution, note, timeline } = resolved.data.data
  assert.deepEqual([status, resolution, note], ['resolved', 'false_alarm', 'Cuff was loose'])
  assert.deepEqual(
    timeline.map(({ kind }) => kind),
    ['created', 'acknowledged', 'alert_resolved', 'resolved'],
  )
})

test('the typed client changes a device only if nobody else has meanwhile', async (t) => {
  const app = await startApp(t)
  const { email } = await app.logIn('operator')
  const client = await logIn(app.url, { email, password: PASSWORD })
  const added = await client.POST('/api/admin/devices', { body: { name: 'Boiler room', module: 'factory' } })
  assert.match(added.data!.data.token, /^[0-9a-f]{64}$/)
  const path = { id: added.data!.data.id }
  const header = { 'If-Match': added.response.headers.get('etag')! }
  const body = { notes: 'Key at the porter' }
  const first = await client.PATCH('/api/admin/devices/{id}', { params: { path, header }, body })
  assert.equal(first.data?.data.notes, 'Key at the porter')
  const second = await client.PATCH('/api/admin/devices/{id}', { params: { path, header }, body })
  assert.deepEqual([second.response.status, second.error?.code], [412, 412])
})

test('the typed client reports refusals', async (t) => {
  const app = await startApp(t)
  await assert.rejects(logIn(app.url, { email: 'nobody@example.org', password: PASSWORD }), /Invalid email or password/)
  const stranger = apiClient(app.url)
  const { data, error, response } = await stranger.GET('/api/mobile/summary')
  assert.equal(data, undefined)
  assert.deepEqual([response.status, error?.message], [401, 'A valid bearer token is needed'])
})
