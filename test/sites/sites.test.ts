import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, startApp } from '../harness/app.ts'
import { PASSWORD } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'
import { addSite, memberOf } from '../harness/sites.ts'

test('all devices belong to one site at first, which is always named', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const { body } = await call('POST', '/api/admin/devices', { name: 'Pump', module: 'factory' })
  assert.deepEqual(body.data.site, { id: 1, name: 'Home' })
  const { data } = (await call('GET', '/api/admin/sites')).body
  assert.deepEqual([data.length, data[0].name, data[0].devices], [1, 'Home', 1])
})

test('from the second site on, a new device says where it belongs, unless its maker reaches only one', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const made = await head('POST', '/api/admin/sites', { name: 'Ward South' })
  assert.equal(made.status, 201)
  const site_id = made.body.data.id
  const device = { name: 'Pump', module: 'factory' }
  const unsaid = await head('POST', '/api/admin/devices', device)
  assert.equal(unsaid.status, 400)
  assert.deepEqual(unsaid.body.errors[0].field, '/site_id')
  const there = await head('POST', '/api/admin/devices', { ...device, site_id })
  assert.deepEqual(there.body.data.site, { id: site_id, name: 'Ward South' })
  await addMember(app, site_id, 'ana@example.org', 'operator')
  const login = await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}`, 'content-type': 'application/json' }
  const own = await fetch(`${app.url}/api/admin/devices`, { method: 'POST', headers, body: JSON.stringify(device) })
  const answer = (await own.json()) as { data: { site: { id: number } } }
  assert.equal(answer.data.site.id, site_id)
})

test('lists are limited to one site by ?site=, and a site out of reach looks like one that does not exist', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const south = (await head('POST', '/api/admin/sites', { name: 'South' })).body.data.id
  await app.createDevice({ name: 'Pump North' })
  await app.createDevice({ name: 'Pump South', site_id: south })
  const names = async (query: string) =>
    (await head('GET', `/api/mobile/devices${query}`)).body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(''), ['Pump North', 'Pump South'])
  assert.deepEqual(await names(`?site=${south}`), ['Pump South'])
  assert.deepEqual(await names('?site=999'), [])
  const summary = await head('GET', `/api/mobile/summary?site=${south}`)
  assert.equal(summary.body.data.devices.total, 1)
})

test('a site is renamed by its administrators, and deleted from everywhere once it is empty', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const south = (await head('POST', '/api/admin/sites', { name: 'South' })).body.data.id
  const path = `/api/admin/sites/${south}`
  assert.equal((await head('POST', '/api/admin/sites', { name: 'South' })).status, 409)
  assert.equal((await head('PATCH', path, { name: 'Ward South' })).body.data.name, 'Ward South')
  await app.createDevice({ site_id: south })
  const held = await head('DELETE', path)
  assert.deepEqual([held.status, /still has 1 device: move/.test(held.body.message)], [409, true])
  await head('DELETE', '/api/admin/devices/1')
  assert.equal((await head('DELETE', path)).status, 200)
  assert.equal((await head('GET', path)).status, 404)
  assert.equal((await head('DELETE', '/api/admin/sites/1')).status, 409)
})

test('administrators of a site invite people into it, and only there', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const south = (await head('POST', '/api/admin/sites', { name: 'South' })).body.data.id
  await addMember(app, south, 'head-of-south@example.org', 'admin')
  const login = await app.call('POST', '/api/mobile/login', { email: 'head-of-south@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}`, 'content-type': 'application/json' }
  const invite = async (wanted: object) => {
    const body = JSON.stringify({ email: 'new@example.org', invite: true, ...wanted })
    const answer = await fetch(`${app.url}/api/admin/users`, { method: 'POST', headers, body })
    return answer.status
  }
  assert.equal(await invite({ role: 'viewer' }), 403)
  assert.equal(await invite({ role: null }), 400)
  assert.equal(await invite({ role: null, memberships: [{ site_id: 1, role: 'viewer' }] }), 400)
  assert.equal(await invite({ role: null, memberships: [{ site_id: south, role: 'operator' }] }), 201)
  const members = (await head('GET', `/api/admin/sites/${south}`)).body.data.members
  assert.deepEqual(
    members.map(({ email, role }: { email: string; role: string }) => [email, role]),
    [
      ['head-of-south@example.org', 'admin'],
      ['new@example.org', 'operator'],
    ],
  )
})

test('there is always an administrator everywhere', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const { id } = (await head('GET', '/api/mobile/me')).body.data
  await app.rows(`insert into site_members values (1, $1, 'admin')`, [id])
  assert.equal((await head('PATCH', `/api/admin/users/${id}`, { role: null })).status, 409)
})

test('an API token reaches no further than its sites and its owner, computed at each request', async (t) => {
  const app = await startApp(t)
  const head = await app.logIn('admin')
  const south = (await head('POST', '/api/admin/sites', { name: 'South' })).body.data.id
  await app.createDevice({ name: 'Pump North' })
  await app.createDevice({ name: 'Pump South', site_id: south })
  const made = await head('POST', '/api/mobile/me/tokens', { name: 'South', role: 'viewer', site_ids: [south] })
  assert.deepEqual([made.status, made.body.data.site_ids, made.body.data.role], [201, [south], 'viewer'])
  assert.equal((await head('POST', '/api/mobile/me/tokens', { name: 'None', site_ids: [999] })).status, 400)
  const headers = { authorization: `Bearer ${made.body.data.token}` }
  const answer = (await (await fetch(`${app.url}/api/mobile/devices`, { headers })).json()) as {
    data: { name: string }[]
  }
  assert.deepEqual(
    answer.data.map(({ name }) => name),
    ['Pump South'],
  )
  const users = await fetch(`${app.url}/api/admin/sites`, { method: 'POST', headers })
  assert.equal(users.status, 403)
})

test('when people log in, and with which factors, is told to those who administer them alone', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('admin')
  const admin = await memberOf(app, south, 'admin')
  const member = await memberOf(app, south, 'viewer')
  const neighbour = await memberOf(app, 1, 'viewer')
  // An administrator of the one site only looks in the other.
  await app.rows(`insert into site_members (site_id, user_id, role) values (1, $1, 'viewer')`, [admin.id])
  await app.rows('update users set last_login_at = $1', [app.now()])
  await app.rows(
    `insert into authenticator_apps (user_id, key_sealed, last_code_at, added_at) select id, '', $1, $1 from users`,
    [app.now()],
  )
  const told = async (by: Person) => {
    const users: { email: string; last_login_at: string | null; second_factors: string[] }[] = (
      await by('GET', '/api/admin/users')
    ).body.data
    return users
      .filter((user) => user.last_login_at !== null && user.second_factors.length > 0)
      .map(({ email }) => email)
  }
  assert.deepEqual(await told(admin), [admin.email, member.email])
  assert.deepEqual(await told(everywhere), [everywhere.email, admin.email, member.email, neighbour.email])
  const { data } = (await admin('GET', `/api/admin/users/${neighbour.id}`)).body
  assert.deepEqual([data.email, data.last_login_at, data.second_factors], [neighbour.email, null, []])
})
