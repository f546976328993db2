import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, needOf } from './access/request.ts'
import { allPages, seedAll } from './harness/all-pages.ts'
import { type Person, startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'

const RULE = {
  key: 'own',
  name: 'Own',
  condition: { type: 'threshold', field: 'metrics.x', op: 'gt' },
  levels: [{ severity: 'info', value: 1 }],
  title: 'X',
}

test('an unknown key in a query or body is rejected, with a suggestion', async (t) => {
  const app = await startApp(t)
  const [admin, boiler] = [await app.logIn('admin'), await app.createDevice({ module: 'health' })]
  await boiler.send({ metrics: { systolic: 185 } })
  const [open] = (await admin('GET', '/api/mobile/incidents')).body.data
  const resolved = await admin('POST', `/api/mobile/incidents/${open.incident_id}/resolution`, {
    resoluton: 'false_alarm',
  })
  const message = "Unknown key 'resoluton'; did you mean 'resolution'?"
  assert.deepEqual(resolved.body, { status: 'error', message, code: 400, errors: [{ field: '/resoluton', message }] })
  const listed = await admin('GET', '/api/mobile/alerts?stauts=open')
  assert.equal(listed.body.message, "Unknown key 'stauts'; did you mean 'status'?")
  const rule = { ...RULE, scope: { modul: ['fleet'] } }
  const inside = { rule, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  const { errors } = (await admin('POST', '/api/admin/rules/preview', inside)).body
  assert.deepEqual(
    errors.map(({ field }: { field: string }) => field),
    ['/rule/scope/modul'],
  )
  for (const route of app.service.http.routeList) {
    if (!/^\/api\/(mobile|admin)\//.test(route.url) || route.method === 'HEAD') continue
    const { query = '', body, endsLogin } = await needOf(app, route)
    if (endsLogin) continue
    const what = `${route.method} ${route.url}`
    const path = await addressOf(app, route)
    const asked = await admin(route.method, `${path}?${query}&unheard_of=1`, body)
    assert.deepEqual([asked.status, asked.body.errors?.[0].field], [400, '/unheard_of'], what)
    // Attributes may have any name.
    if (['GET', 'DELETE'].includes(route.method) || route.url.endsWith('/attributes')) continue
    const sent = await admin(route.method, `${path}?${query}`, { ...(body as object), unheard_of: 1 })
    assert.equal(sent.status, 400, what)
    assert.match(sent.body.message, /unheard_of/, what)
  }
})

test('devices may send unknown keys', async (t) => {
  const app = await startApp(t)
  const boiler = await app.createDevice()
  assert.equal((await boiler.send({ metrics: { gas_ppm: 3 }, firmware: '1.2' })).status, 200)
  const headers = { 'x-device-token': boiler.token, 'content-type': 'application/json' }
  const body = '{"module":"factory"}'
  const answer = await fetch(`${app.url}/api/telemetry/ingest?v=2`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
})

test('a list with a trailing slash is not found', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  for (const path of ['/api/mobile/devices/', '/api/admin/rules/', '/api/mobile/devices//readings', '/devices/']) {
    const { status, body } = await admin('GET', path)
    assert.deepEqual([status, body.message], [404, 'There is nothing at this address'], path)
  }
})

test('a record that was read can be changed and sent back', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { ids } = await seedAll(t, app)
  const api = '/api/admin'
  await admin('POST', `${api}/rules`, RULE)
  await admin('PATCH', `${api}/webhooks/${ids['/webhooks']}`, { headers: { 'X-Team': 'north', 'X-Key': '5' } })
  const things: [string, string, object][] = [
    [`${api}/devices/${ids['/devices']}`, 'PATCH', { notes: 'By the window' }],
    [`${api}/users/${ids['/users']}`, 'PATCH', { enabled: false }],
    [`${api}/webhooks/${ids['/webhooks']}`, 'PATCH', { name: 'Tickets', headers: ['X-Key'] }],
    [`${api}/silences/${ids['/silences']}`, 'PATCH', { reason: 'Newer switch' }],
    [`${api}/rules/own`, 'PUT', { name: 'Mine', enabled: false }],
    [`${api}/rules/own`, 'PATCH', { name: 'Ours', clear_for_s: 5 }],
    [`${api}/rules/health.systolic.high`, 'PUT', { clear_for_s: 90 }],
  ]
  for (const [path, method, changes] of things) await isReadAndWritten(admin, path, method, changes)
  const preview = async (thing: string, body: (read: object) => object) => {
    const read = (await admin('GET', `${api}/${thing}`)).body.data
    return admin('POST', `${api}/${thing.split('/')[0]}/preview`, body(read))
  }
  const [from, to] = [new Date(app.now().getTime() - 3_600_000).toISOString(), app.now().toISOString()]
  assert.equal((await preview('rules/health.systolic.high', (rule) => ({ rule, from, to }))).status, 200)
  assert.equal((await preview(`silences/${ids['/silences']}`, (silence) => silence)).status, 200)
})

/** Writing back what was read changes nothing; writing changes alters only these. */
async function isReadAndWritten(admin: Person, path: string, method: string, changes: object): Promise<void> {
  const what = `${method} ${path}`
  const before = (await admin('GET', path)).body.data
  const same = await admin(method, path, before)
  assert.equal(same.status, 200, `${what}: ${same.body.message}`)
  const settings = ({ version: _version, updated_at: _updated, ...rest }: Record<string, unknown>) => rest
  assert.deepEqual(settings(same.body.data), settings(before), what)
  const after = await admin(method, path, { ...same.body.data, ...changes })
  assert.equal(after.status, 200, `${what}: ${after.body.message}`)
  const { edited: _edited, ...expected } = { ...settings(before), ...changes } as Record<string, unknown>
  assert.deepEqual({ ...settings(after.body.data), ...expected }, settings(after.body.data), what)
  if (!('version' in before)) return
  const late = await admin(method, path, { ...before, ...changes })
  assert.equal(late.status, 409, `${what}: ${late.body.message}`)
}

test('changing a read-only field is refused', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const device = await app.createDevice({ module: 'factory' })
  const path = `/api/admin/devices/${device.id}`
  assert.equal((await admin('PATCH', path, { module: 'fleet', notes: 'x' })).body.message, '/module: cannot be changed')
  assert.equal((await admin('PATCH', path, { id: 7 })).body.message, '/: has nothing in it that can be changed')
  const [user] = (await admin('GET', '/api/admin/users')).body.data
  const moved = await admin('PATCH', `/api/admin/users/${user.id}`, { email: 'x@example.org', enabled: true })
  assert.equal(moved.body.message, '/email: cannot be changed')
})

test('every field of a form is accepted, and unknown fields are rejected', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app)
  const browser = await openBrowserAs(app, 'admin')
  const routes = app.service.http.routeList.filter(({ method }) => method === 'POST')
  let forms = 0
  const wrong = new Set<string>()
  for (const page of allPages(app, seeded)) {
    const { text } = await browser.go(page)
    for (const [, action, fields] of text.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)) {
      const path = action!.replace(/[?#].*/, '')
      const route = routes.find(({ url }) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
      assert.ok(route, path)
      const { properties = {}, additionalProperties } = route.schema.body as {
        properties?: object
        additionalProperties: unknown
      }
      if (additionalProperties !== false) continue
      forms += 1
      const names = [...fields!.matchAll(/ name="([^"]*)"/g)]
        .map(([, name]) => name!)
        .filter((name) => name !== '_csrf')
      for (const name of names) if (!Object.hasOwn(properties, name)) wrong.add(`${route.url} ${name}`)
    }
  }
  assert.ok(forms > 50)
  assert.deepEqual([...wrong], [])
  await browser.go(`/devices/${seeded.device.id}/settings`)
  const { status, text } = await browser.send(`/devices/${seeded.device.id}/settings/enabled`, {
    enabled: 'no',
    enabeld: 'no',
  })
  assert.equal(status, 400)
  assert.match(text, /role="alert">Unknown key &#39;enabeld&#39;; did you mean &#39;enabled&#39;\?</)
})
