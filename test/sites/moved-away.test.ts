import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, migrationFiles } from '../../src/platform/database/migrate.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { emptyDatabase } from '../harness/database.ts'
import { startReceiver } from '../harness/receiver.ts'
import { pastOf, withClient } from '../harness/schemas.ts'
import { addSite, memberOf } from '../harness/sites.ts'

const NEW_NAME = 'Maria K.'
/** A metric that the device sends after its move. */
const NEW_METRIC = 'pulse_of_maria'

/** Two sites, with an operator of the first one and an administrator who moves devices. */
async function startSites(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const head = await app.logIn('admin')
  const north = await memberOf(app, 1, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(north.email)
  return { app, south, head, north, browser }
}

const shared = { module: 'health' as const }

/** An incident of the first site about two devices, the first of which has moved, got another name and sent a reading. */
async function startMoved(t: Parameters<typeof startApp>[0]) {
  const sites = await startSites(t)
  const { app, south, head } = sites
  const moving = await app.createDevice({ ...shared, name: 'Bed 4' })
  const staying = await app.createDevice({ ...shared, name: 'Bed 5' })
  await moving.send({ metrics: { systolic: 190 } })
  await staying.send({ metrics: { systolic: 190 } })
  await head('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  await head('POST', '/api/mobile/incidents/1/resolution', { resolution: 'manual' })
  await app.fastForward({ seconds: 60 })
  await move(app, head, moving.id, south)
  await app.fastForward({ seconds: 60 })
  await moving.send({ metrics: { [NEW_METRIC]: 177 } })
  return { ...sites, moving, staying }
}

async function move(app: TestApp, head: Awaited<ReturnType<TestApp['logIn']>>, id: number, site_id: number) {
  assert.equal((await head('POST', `/api/admin/devices/${id}/move`, { site_id })).status, 200)
  await app.rows('update devices set name = $1 where id = $2', [NEW_NAME, id])
}

const PAGES = ['/incidents?status=all', '/incidents/1', '/incidents/1/review', '/incidents/1/viewers', '/', '/map']
const APIS = ['', '/1', '/1/review', '/1/notifications'].map((path) => `/api/mobile/incidents${path}`)

test('people of the former site see neither the new name of a device that moved nor what it sends', async (t) => {
  const { app, north, browser } = await startMoved(t)
  const seen = async () => {
    const apis = await Promise.all(APIS.map(async (path) => [path, JSON.stringify((await north('GET', path)).body)]))
    const pages = await Promise.all(PAGES.map(async (path) => [path, (await browser.go(path)).text]))
    return [...apis, ...pages].map(([path, text]) => ({ path, text: text! }))
  }
  const leaks = (all: Awaited<ReturnType<typeof seen>>) =>
    all.filter(({ text }) => text.includes(NEW_NAME) || text.includes(NEW_METRIC)).map(({ path }) => path)
  const before = await seen()
  assert.deepEqual(leaks(before), [])
  for (const path of ['/api/mobile/incidents', '/api/mobile/incidents/1', '/incidents/1', '/incidents/1/review'])
    assert.match(before.find((page) => page.path === path)!.text, /Bed 4/, path)
  // The same once the readings around the incident are saved.
  await app.fastForward({ minutes: 20 })
  assert.deepEqual(await app.rows('select count(*)::integer as kept from incident_readings'), [{ kept: 2 }])
  assert.deepEqual(leaks(await seen()), [])
  // Readings that it had sent until then stay with the incident.
  const { readings } = (await north('GET', '/api/mobile/incidents/1/review')).body.data
  assert.deepEqual(
    readings.map(({ device_name, readings }: { device_name: string; readings: { metrics: object }[] }) => [
      device_name,
      readings.map(({ metrics }) => metrics),
    ]),
    [
      ['Bed 4', [{ systolic: 190 }]],
      ['Bed 5', [{ systolic: 190 }]],
    ],
  )
})

test('an incident that the former site reopens is announced with the name that the device had there', async (t) => {
  const { app, north, browser } = await startMoved(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ site_id: 1, url: receiver.url })
  await north('POST', '/api/mobile/incidents/1/reopening')
  await north('POST', '/api/mobile/incidents/1/acknowledgement')
  assert.doesNotMatch((await browser.go('/incidents?sort=device')).text, new RegExp(NEW_NAME, 'i'))
  await north('POST', '/api/mobile/incidents/1/resolution', { resolution: 'manual' })
  await app.fastForward({ seconds: 5 })
  const names = receiver.requests.map(({ data }) => data.device_name)
  assert.deepEqual([...new Set(names)], ['Bed 4'])
})

test('a device that moves back has its present name again, also in the incidents of its site', async (t) => {
  const { app, head, north, moving, south } = await startMoved(t)
  await move(app, head, moving.id, 1)
  assert.equal((await north('GET', '/api/mobile/incidents/1')).body.data.device_name, NEW_NAME)
  // A second departure is with the name of that day.
  await move(app, head, moving.id, south)
  await app.rows(`update devices set name = 'Another' where id = $1`, [moving.id])
  assert.equal((await north('GET', '/api/mobile/incidents/1')).body.data.device_name, NEW_NAME)
})

test('an incident declared for a site without a device stays there when a device merged into it moves', async (t) => {
  const { app, south, head, north } = await startSites(t)
  const monitor = await app.createDevice({ ...shared, name: 'Bed 4' })
  await north('POST', '/api/mobile/incidents', { title: 'Ward alarm in hall 7', severity: 'warning' })
  await north('POST', '/api/mobile/incidents/1/notes', { text: 'Only for the ward' })
  await monitor.send({ metrics: { systolic: 190 } })
  await north('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })
  // While it is open, it is also about this site.
  assert.equal((await head('POST', '/api/admin/devices/1/move', { site_id: south })).status, 409)
  await north('POST', '/api/mobile/incidents/1/resolution', { resolution: 'manual' })
  await move(app, head, monitor.id, south)
  const { status, body } = await north('GET', '/api/mobile/incidents/1')
  assert.deepEqual([status, body.data.site?.id, body.data.devices], [200, 1, [{ id: 1, name: 'Bed 4' }]])
  const souths = await memberOf(app, south, 'viewer')
  assert.equal((await souths('GET', '/api/mobile/incidents/1')).status, 404)
})

test('the names of devices that moved in an earlier version are taken from the audit log', async (t) => {
  const { app, moving } = await startMoved(t)
  const numbers = (await migrationFiles()).map(({ number }) => number)
  const earlier = await emptyDatabase(t)
  await pastOf(app.connection, earlier, numbers.slice(0, numbers.indexOf(97)))
  await migrate(earlier)
  const kept = await withClient(earlier, async (client) => {
    return (await client.query('select device_id, site_id, name from former_sites')).rows
  })
  assert.deepEqual(kept, [{ device_id: moving.id, site_id: 1, name: 'Bed 4' }])
})

test('a notification that a silence of the former site held names that silence without its reason', async (t) => {
  const { app, south, head } = await startSites(t)
  const bed = await app.createDevice({ ...shared, name: 'Bed 4' })
  const silence = { site_id: 1, reason: 'Known to the former site', duration_s: 600, device_ids: [bed.id] }
  const { body } = await head('POST', '/api/admin/silences', silence)
  await bed.send({ metrics: { systolic: 190 } })
  await move(app, head, bed.id, south)
  const member = await memberOf(app, south, 'viewer')
  await head('POST', `/api/admin/silences/${body.data.id}/end`)
  await app.fastForward({ minutes: 15 })
  const { timeline } = (await member('GET', '/api/mobile/incidents/1')).body.data
  const sent = timeline.filter(({ kind }: { kind: string }) => kind === 'notified')
  assert.ok(sent.length > 0)
  for (const { text } of sent) assert.match(text, /\(held by silence 1\)$/)
})
