import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'

test('what somebody asks for out of reach waits for nothing of that device, and so cannot delay its readings', async (t) => {
  const app = await startApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 190 } })
  await addMember(app, south, 'ana@example.org', 'operator')
  const login = await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}`, 'content-type': 'application/json' }
  const reading = new pg.Client(app.connection)
  await reading.connect()
  cleanUp(t, () => reading.end())
  await reading.query('begin')
  await reading.query('select from device_states where device_id = $1 for update', [monitor.id])
  await reading.query('select from devices where id = $1 for update', [monitor.id])
  for (const [method, path, body] of [
    ['POST', '/api/mobile/alerts/1/acknowledgement'],
    ['POST', '/api/mobile/incidents/1/acknowledgement'],
    ['PATCH', `/api/admin/devices/${monitor.id}`, { notes: 'x' }],
    ['DELETE', `/api/admin/devices/${monitor.id}`],
    ['PUT', `/api/admin/devices/${monitor.id}/attributes`, { limit: 1 }],
    ['POST', `/api/admin/devices/${monitor.id}/token`],
    ['POST', `/api/admin/devices/${monitor.id}/move`, { site_id: south }],
    ['POST', `/api/admin/devices/${monitor.id}/handover`, { site_id: south }],
  ] as const) {
    const signal = AbortSignal.timeout(10_000)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { authorization } = headers
    const asked = { method, signal, headers: body === undefined ? { authorization } : headers, ...sent }
    const answer = await fetch(`${app.url}${path}`, asked)
    assert.equal(answer.status, 404, path)
  }
})
