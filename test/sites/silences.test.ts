import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, startApp } from '../harness/app.ts'
import { startReceiver } from '../harness/receiver.ts'
import { addSite, browserOf, memberOf } from '../harness/sites.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const SILENCES = '/api/admin/silences'
const QUIET = { reason: 'Test', duration_s: 3_600 }
const add = async (call: Person, body: object) => (await call('POST', SILENCES, { ...QUIET, ...body })).body.data

test('a silence of a site holds what is about its devices, and nothing of others', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const member = await memberOf(app, south, 'operator')
  assert.deepEqual((await add(member, {})).site, { id: south, name: 'South' })
  const device = (site_id: number) => app.createDevice({ module: 'factory', site_id, offline_after_s: 60 })
  const devices = [await device(1), await device(south)]
  for (const each of devices) await each.send({ metrics: { gas_ppm: 100_000 } })
  await app.fastForward({ seconds: 120 })
  const told = new Set(receiver.requests.map(({ event, data }) => `${event} ${(data.site as { id: number }).id}`))
  assert.deepEqual([...told].sort(), ['alert.triggered 1', 'device.offline 1', 'incident.created 1'])
  const everywhere = await app.logIn('viewer')
  const alerts = (await everywhere('GET', '/api/mobile/alerts')).body.data
  for (const { site, silenced_by } of alerts) assert.equal(silenced_by !== null, site.id === south)
})

test('people see and end the silences of their sites, and read those of the installation that concern them', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const [home, own] = [
    await app.createDevice({ tags: ['boilers'], module: 'health' }),
    await app.createDevice({ site_id: south, tags: ['pumps'], module: 'health' }),
  ]
  const shared = await add(everywhere, { device_ids: [home.id, own.id], tags: ['boilers', 'pumps'] })
  const elsewhere = await add(everywhere, { device_ids: [home.id] })
  const theirs = await add(everywhere, { site_id: 1 })
  const mine = await add(member, {})
  assert.deepEqual([shared.site, theirs.site.name, mine.site.name], [null, 'Home', 'South'])
  const ids = async (call: Person, query = '') =>
    (await call('GET', `${SILENCES}${query}`)).body.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids(member), [mine.id, shared.id])
  assert.deepEqual(await ids(everywhere), [mine.id, theirs.id, elsewhere.id, shared.id])
  assert.deepEqual(await ids(everywhere, '?site=1'), [theirs.id, elsewhere.id, shared.id])
  const seen = (await member('GET', `${SILENCES}/${shared.id}`)).body.data
  assert.deepEqual([seen.device_ids, seen.tags], [[own.id], ['pumps']])

  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { reason: 'Mine' }],
    ['POST', '/end'],
    ['DELETE', ''],
  ] as const) {
    const absent = await member(method, `${SILENCES}/999${path}`, body)
    for (const { id } of [theirs, elsewhere]) {
      const answer = await member(method, `${SILENCES}/${id}${path}`, body)
      assert.deepEqual([answer.status, answer.body], [404, absent.body], `${method} ${path}`)
    }
    if (method !== 'GET') assert.equal((await member(method, `${SILENCES}/${shared.id}${path}`, body)).status, 403)
  }
  assert.equal((await member('POST', `${SILENCES}/${mine.id}/end`)).status, 200)

  // Notifications that it holds in other sites are counted for them alone.
  for (const device of [home, own]) await device.send({ metrics: { systolic: 190 } })
  const held = async (call: Person) =>
    (await call('GET', `${SILENCES}/${shared.id}`)).body.data.notifications.held as number
  assert.equal(await held(everywhere), 2 * (await held(member)))
  assert.ok((await held(member)) > 0)
})

test('a silence names only devices and rules of its site, and a preview counts only those in reach', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const [home, own] = [
    await app.createDevice({ name: 'Foreign' }),
    await app.createDevice({ site_id: south, name: 'Own' }),
  ]
  const refused = async (call: Person, body: object) =>
    (await call('POST', SILENCES, { ...QUIET, ...body })).body.errors
  const message = (id: number) => [{ field: '/device_ids', message: `must be a device: there is no device ${id}` }]
  assert.deepEqual(await refused(member, { device_ids: [999] }), message(999))
  assert.deepEqual(await refused(member, { device_ids: [home.id] }), message(home.id))
  assert.deepEqual(await refused(everywhere, { device_ids: [own.id], site_id: 1 }), message(own.id))
  const preview = async (call: Person, body: object = {}) =>
    (await call('POST', `${SILENCES}/preview`, { duration_s: 60, ...body })).body.data.devices
  assert.deepEqual(await preview(member), { count: 1, first: [{ id: own.id, name: 'Own' }] })
  assert.equal((await preview(everywhere)).count, 2)
  assert.equal((await preview(everywhere, { site_id: south })).count, 1)
  assert.equal((await preview(member, { site_id: 1 })).count, 0)
})

test('the pages of a member show nothing of other sites', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('operator')
  const [home, own] = [
    await app.createDevice({ name: 'Foreign', tags: ['foreign-tag'] }),
    await app.createDevice({ site_id: south, name: 'Own', tags: ['own-tag'] }),
  ]
  const shared = await add(everywhere, { device_ids: [home.id, own.id], reason: 'Shared' })
  await add(everywhere, { site_id: 1, reason: 'Of Home' })
  const browser = await browserOf(app, south, 'operator')
  for (const path of ['/silences', `/silences/${shared.id}`, '/silences/new', `/devices/${own.id}`]) {
    const { status, text } = await browser.go(path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(text, /Foreign|foreign-tag|Of Home|name="site_id"/, path)
  }
  assert.doesNotMatch((await browser.go(`/silences/${shared.id}`)).text, new RegExp(`/silences/${shared.id}/end`))
  assert.match((await browser.go('/silences/new')).text, /own-tag/)
  const made = await browser.send('/silences', { reason: 'Made here', when: 'now', duration_s: '3600', what: 'save' })
  assert.match(made.text, /Made here/)
  const [stored] = await app.rows<{ site_id: number }>(`select site_id from silences where reason = 'Made here'`)
  assert.equal(stored!.site_id, south)
})
