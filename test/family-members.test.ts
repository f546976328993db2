import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from './harness/browser.ts'
import { memberPath, startHome } from './harness/family.ts'
import { textOf } from './harness/page-text.ts'
import { PASSWORD } from './harness/people.ts'
import { declare, startReachableApp } from './harness/reachable.ts'
import { addSite, memberOf } from './harness/sites.ts'

test('administrators of a site choose the devices of a family, of their site alone', async (t) => {
  const { app, mother, other, id } = await startHome(t)
  const south = await addSite(app, 'South')
  const foreign = await app.createDevice({ name: 'Elsewhere', site_id: south })
  const head = await memberOf(app, 1, 'admin')
  const put = async (body: object) => (await head('PUT', memberPath(id), body)).body
  const devices = Array.from({ length: 21 }, (_, place) => place + 1)
  const refused: [object, RegExp][] = [
    [{ role: 'family' }, /^\/devices: must be given for "family": 1 to 20 devices of the site/],
    [{ role: 'family', devices: [] }, /^\/devices/],
    [{ role: 'family', devices }, /^\/devices: must have at most 20 items/],
    [{ role: 'family', devices: [mother.id, mother.id] }, /^\/devices/],
    [{ role: 'family', devices: [foreign.id] }, /^\/devices: must be a device: there is no device 3/],
    [{ role: 'family', devices: [999] }, /^\/devices: must be a device: there is no device 999/],
    [{ role: 'viewer', devices: [mother.id] }, /^\/devices: must not be given: only "family" sees chosen devices/],
  ]
  for (const [body, message] of refused) {
    const { code, message: said } = await put(body)
    assert.equal(code, 400, JSON.stringify(body))
    assert.match(said, message)
  }
  const both = await put({ role: 'family', devices: [other.id, mother.id] })
  assert.deepEqual(both.data.members.find(({ user_id }: { user_id: number }) => user_id === id).devices, [
    mother.id,
    other.id,
  ])
  // They are known to those who administer the site, and to nobody else in it.
  assert.equal((await head('GET', `/api/admin/users/${id}`)).status, 200)
  const viewer = await put({ role: 'viewer' })
  const seen = viewer.data.members.find(({ user_id }: { user_id: number }) => user_id === id)
  assert.deepEqual([seen.role, 'devices' in seen], ['viewer', false])
  assert.deepEqual(await app.rows('select from family_devices'), [])
  assert.equal((await put({ role: 'family', devices: [mother.id] })).status, 'ok')
  assert.deepEqual(await app.rows('select from site_members where user_id = $1', [id]), [])
  assert.equal((await head('DELETE', memberPath(id))).status, 200)
  assert.equal((await head('DELETE', memberPath(id))).status, 404)
  const entries = await app.rows<{ action: string; after: object | null }>(
    `select action, after from audit_entries where action like 'site.member%' order by id`,
  )
  const email = 'daughter@example.org'
  assert.deepEqual(
    entries.map(({ action, after }) => [action, after]),
    [
      ['site.member_added', { member: email, role: 'family', devices: ['Ema Novak (#1)'] }],
      ['site.member_changed', { member: email, devices: ['Ema Novak (#1)', 'Ivan Kos (#2)'] }],
      ['site.member_changed', { member: email, role: 'viewer' }],
      ['site.member_changed', { member: email, role: 'family', devices: ['Ema Novak (#1)'] }],
      ['site.member_removed', null],
    ],
  )
})

test('nobody is family everywhere, nor is a token, and a new person can be it in a site', async (t) => {
  const { app, mother, id } = await startHome(t)
  const head = await app.logIn('admin')
  const [email, password] = ['son@example.org', PASSWORD]
  const requests: [string, string, object][] = [
    ['POST', '/api/admin/users', { email, password, role: 'family' }],
    ['PATCH', `/api/admin/users/${id}`, { role: 'family' }],
    ['POST', '/api/mobile/me/tokens', { name: 'Family', role: 'family' }],
    [
      'POST',
      '/api/admin/escalation-policies',
      { name: 'F', steps: [{ wait_s: 0, targets: [{ type: 'role', role: 'family' }] }] },
    ],
  ]
  for (const [method, path, body] of requests) {
    const answer = await head(method, path, body)
    assert.equal(answer.status, 400, path)
    assert.match(answer.body.message, /role.*(admin|one of)/, path)
  }
  const memberships = [{ site_id: 1, role: 'family', devices: [mother.id] }]
  const added = await head('POST', '/api/admin/users', { email, password, role: null, memberships })
  assert.equal(added.status, 201)
  const son = openBrowser(app.url)
  assert.equal((await son.logIn(email)).path, `/family/${mother.id}`)
})

test('no step of a policy and no report reaches a family, and readiness counts on none', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, relative] = [await addReachable('admin'), await addReachable('viewer')]
  const device = await app.createDevice({ name: 'Ema Novak', module: 'health' })
  await app.rows('update users set role = null where id = $1', [relative.id])
  await admin.call('PUT', memberPath(relative.id), { role: 'family', devices: [device.id] })
  const targets = [
    { type: 'user', id: relative.id },
    { type: 'role', role: 'viewer' },
  ]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', steps: [{ wait_s: 0, targets }] })
  await declare(admin)
  await app.fastForward({ minutes: 1 })
  assert.equal(relative.browser.received.length, 0)
  const { people } = (await admin.call('GET', '/api/mobile/readiness')).body.data
  assert.deepEqual(
    people.map(({ id }: { id: number }) => id),
    [admin.id],
  )
  // The account is still theirs.
  assert.equal((await relative.call('GET', '/api/mobile/me')).status, 200)
})

test('administrators choose them in the console, also for somebody new, and faults stand at their field', async (t) => {
  const { app, mother, other } = await startHome(t)
  const { email } = await app.logIn('admin')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const add = async (filled: Record<string, string>) => {
    await browser.go('/sites/1')
    return browser.fillIn('/sites/1/members', 'Add', filled)
  }
  const field = 'Devices for family'
  const refused: [Record<string, string>, RegExp][] = [
    [{ Email: 'son@example.org', Role: 'Family' }, /1 to 20 devices/],
    [{ Email: 'son@example.org', Role: 'Family', [field]: 'Nobody' }, /none called “?"?Nobody/],
    [{ Email: 'son@example.org', Role: 'Viewer', [field]: 'Ivan Kos' }, /only .?Family.? sees chosen devices/i],
  ]
  for (const [filled, fault] of refused) {
    const page = await add(filled)
    assert.equal(page.status, 400)
    assert.match(textOf(page.text), fault)
  }
  const invited = await add({ Email: 'son@example.org', Role: 'Family', [field]: `ivan kos\n#${mother.id}` })
  const [path] = /\/invitation\/[\w-]+/.exec(textOf(invited.text))!
  const welcome = await openBrowser(app.url).go(path)
  assert.match(textOf(welcome.text), /Choose a password for son@example\.org \(Family\)\./)
  const changed = await add({ Email: 'daughter@example.org', Role: 'Family', [field]: 'Ivan Kos' })
  assert.match(
    textOf(changed.text),
    /daughter@example\.org Family Ivan Kos .*son@example\.org Family Ema Novak, Ivan Kos/,
  )
  assert.equal((await app.rows('select from family_devices where device_id = $1', [other.id])).length, 2)
})
