import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDeviceOf } from '../src/core/devices/device-bodies.ts'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const secondsBefore = (app: TestApp, seconds: number) => Math.floor(app.now().getTime() / 1_000) - seconds

test('the summary counts open alerts and incidents, devices by status, and readings', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const otherNode = await startApp(t, { connection: app.connection, startsAt: NOW })
  const call = await app.logIn('operator')
  const summary = async () => (await call('GET', '/api/mobile/summary')).body.data
  assert.deepEqual(await summary(), {
    at: NOW.toISOString(),
    devices: { total: 0, online: 0, offline: 0, never_seen: 0, disabled: 0 },
    open_alerts: { info: 0, warning: 0, critical: 0 },
    open_incidents: { open: 0, acknowledged: 0 },
    readings: { last_minute: 0, last_hour: 0 },
  })

  const monitor = await app.createDevice({ module: 'health' })
  const boiler = await app.createDevice({ offline_after_s: 60 })
  const [disabled, deleted] = [await app.createDevice(), await app.createDevice(), await app.createDevice()]
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.fastForward({ minutes: 2 })
  await otherNode.fastForward({ minutes: 2 })
  await monitor.send({ metrics: { systolic: 185 } })
  await fetch(`${otherNode.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': monitor.token },
    body: JSON.stringify({ module: 'health', flags: { panic_pressed: true } }),
  })
  await (await otherNode.logIn('viewer'))('GET', '/api/mobile/summary')
  await call('PATCH', `/api/admin/devices/${disabled!.id}`, { enabled: false })
  await call('DELETE', `/api/admin/devices/${deleted!.id}`)
  await call('POST', '/api/mobile/incidents/1/acknowledgement')

  const { at: _at, ...standing } = await summary()
  assert.deepEqual(standing, {
    devices: { total: 4, online: 1, offline: 1, never_seen: 1, disabled: 1 },
    // The warning is about the quiet device.
    open_alerts: { info: 0, warning: 1, critical: 2 },
    open_incidents: { open: 2, acknowledged: 1 },
    readings: { last_minute: 2, last_hour: 3 },
  })
})

test('alerts and incidents are filtered by status, severity, module, device and time', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  const hall = await app.createDevice({ module: 'factory' })
  await monitor.send({ ts: secondsBefore(app, 0), metrics: { systolic: 185 } })
  await app.fastForward({ minutes: 7 })
  await hall.send({ ts: secondsBefore(app, 0), metrics: { smoke_level: 1.5 } })
  await app.fastForward({ minutes: 2 })
  await hall.send({ ts: secondsBefore(app, 0), metrics: { smoke_level: 1.5 } })
  await monitor.send({ ts: secondsBefore(app, 0), flags: { panic_pressed: true } })
  await call('POST', '/api/mobile/incidents/1/resolution')

  const modules = async (path: string) => {
    const { status, body } = await call('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map((item: { title: string }) => item.title)
  }
  const [systolic, smoke, panic] = (await modules('/api/mobile/alerts')).toReversed()
  assert.match(`${systolic}, ${smoke}, ${panic}`, /^Systolic.*, Smoke.*, Panic/)
  for (const [query, titles] of [
    ['status=open', [panic, smoke]],
    ['status=resolved', [systolic]],
    ['status=resolved,firing', [panic, smoke, systolic]],
    ['severity=critical', [panic, systolic]],
    ['severity=warning,info', [smoke]],
    ['module=factory', [smoke]],
    [`device_id=${monitor.id}`, [panic, systolic]],
    ['from=2026-03-01T12:05:00Z', [panic, smoke]],
    ['to=2026-03-01T12:05:00Z', [systolic]],
    ['severity=critical&status=open&module=health', [panic]],
  ] as const) {
    assert.deepEqual(await modules(`/api/mobile/alerts?${query}`), titles, `alerts?${query}`)
    const words = query
      .replace('status=open', 'status=active')
      .replace('status=resolved,firing', 'status=resolved,open')
    assert.deepEqual(await modules(`/api/mobile/incidents?${words}`), titles, `incidents?${words}`)
  }
})

test('acknowledging or resolving twice is answered 200 and names the first person', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [ana, bo] = [await app.logIn('operator'), await app.logIn('admin')]
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 185 } })
  for (const thing of ['incidents', 'alerts']) {
    const first = await ana('POST', `/api/mobile/${thing}/1/acknowledgement`)
    await app.fastForward({ seconds: 5 })
    const second = await bo('POST', `/api/mobile/${thing}/1/acknowledgement`)
    assert.deepEqual([second.status, second.body], [200, first.body], thing)
    assert.equal(second.body.data.acknowledged_by.email, ana.email)
  }
  for (const thing of ['alerts', 'incidents']) {
    const first = await ana('POST', `/api/mobile/${thing}/1/resolution`)
    assert.equal(first.body.data.resolved_by.email, ana.email)
    await app.fastForward({ seconds: 5 })
    for (const action of ['resolution', 'acknowledgement']) {
      const again = await bo('POST', `/api/mobile/${thing}/1/${action}`)
      assert.deepEqual([again.status, again.body], [200, first.body], `${thing} ${action}`)
    }
  }
})

test('the configuration is exported without secrets and state', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const boiler = await app.createDevice({ name: 'Boiler room', tags: ['cellar'] })
  const { secret } = await app.createWebhook({ url: 'http://127.0.0.1:9/hook', name: 'Tickets' })
  const { status, headers, body } = await admin('GET', '/api/admin/export')
  assert.equal(status, 200)
  assert.equal(headers.get('content-disposition'), 'attachment; filename="tocsin-configuration.json"')
  const { format, devices, rules, webhooks, users } = body.data
  assert.equal(format, 'tocsin-configuration-1')
  const { site_id: _, ...settings } = newDeviceOf({ name: 'Boiler room', module: 'factory', tags: ['cellar'] })
  assert.deepEqual(devices, [{ ...settings, site: null, enabled: true, attributes: {} }])
  assert.deepEqual(users, [{ email: admin.email, role: 'admin', enabled: true }])
  assert.deepEqual([webhooks.length, webhooks[0].name, webhooks[0].url], [1, 'Tickets', 'http://127.0.0.1:9/hook'])
  assert.ok(
    rules.some(({ key, origin }: { key: string; origin: string }) => key === 'health.spo2.low' && origin === 'pack'),
  )
  const text = JSON.stringify(body)
  for (const hidden of [boiler.token, boiler.token.slice(-4), secret, '$2b$']) assert.ok(!text.includes(hidden), hidden)
})

test('a large configuration is exported completely, with each device and rule once', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await app.createDevice({ name: 'Boiler "1"' })
  await app.rows(`
    insert into devices (name, module, token_hash, token_hint, created_at)
    select 'Device ' || n, 'fleet', sha256(n::text::bytea), 'hint', now() from generate_series(1, 450) as n`)
  await app.rows(`
    insert into rules (key, version, origin, definition, updated_at)
    select 'many.rule_' || n, 1, 'user', definition, updated_at
    from rules, generate_series(1, 450) as n
    where rules.key = 'health.spo2.low'`)
  const exported = await admin('GET', '/api/admin/export')
  const { data } = exported.body
  const names = data.devices.map(({ name }: { name: string }) => name)
  assert.deepEqual([names[0], names.length, new Set(names).size], ['Boiler "1"', 451, 451])
  const keys = (await app.rows<{ key: string }>('select key from rules order by key')).map(({ key }) => key)
  assert.deepEqual(
    data.rules.map(({ key }: { key: string }) => key),
    keys,
  )
  const listed = await admin('GET', '/api/admin/rules')
  assert.deepEqual([listed.body.data.length, listed.body.next_cursor], [keys.length, null])
  // Written in pieces, so the length is unknown in advance.
  for (const { headers } of [exported, listed]) assert.equal(headers.get('content-length'), null)
})
