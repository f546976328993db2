import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { startReceiver } from '../harness/receiver.ts'
import { addSite, memberOf } from '../harness/sites.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

async function twoSites(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  return { app, south: await addSite(app, 'South') }
}

const incidents = async (app: TestApp) =>
  app.rows<{ incident_id: number; site_id: number; origin: string; title: string }>(
    'select incident_id, site_id, origin, title from incidents order by incident_id',
  )

test('devices of two sites that go offline at once are a storm of each site, counted within it', async (t) => {
  const { app, south } = await twoSites(t)
  const fleet = (count: number, site_id: number) =>
    Promise.all(Array.from({ length: count }, () => app.createDevice({ site_id, tags: ['hall'], offline_after_s: 20 })))
  const devices = [...(await fleet(5, 1)), ...(await fleet(6, south)), ...(await fleet(4, await addSite(app, 'East')))]
  for (const device of devices) await device.send({})
  await app.fastForward({ seconds: 60 })
  const found = await incidents(app)
  assert.deepEqual(
    found.filter(({ origin }) => origin === 'storm').map(({ site_id, title }) => [site_id, title]),
    [
      [1, '5 of 5 devices went offline'],
      [south, '6 of 6 devices went offline'],
    ],
  )
  assert.equal(found.filter(({ origin }) => origin === 'offline').length, 4, 'four devices are no storm')
})

test('a device that is lost later joins only the storm of its own site', async (t) => {
  const { app, south } = await twoSites(t)
  const device = (site_id: number, offline_after_s: number) => app.createDevice({ site_id, offline_after_s })
  const devices = [...(await Promise.all(Array.from({ length: 5 }, () => device(1, 20)))), await device(south, 40)]
  for (const each of devices) await each.send({})
  await app.fastForward({ seconds: 120 })
  assert.deepEqual(
    (await incidents(app)).map(({ site_id, origin, title }) => [site_id, origin, title]),
    [
      [1, 'storm', '5 of 5 devices went offline'],
      [south, 'offline', 'Boiler room is offline'],
    ],
  )
})

test('incidents of different sites cannot be merged', async (t) => {
  const { app, south } = await twoSites(t)
  const call = await app.logIn('operator')
  const report = async (site_id: number | null) =>
    (await call('POST', '/api/mobile/incidents', { title: 'Water', severity: 'warning', site_id })).body.data
      .incident_id
  const [home, other] = [await report(1), await report(south)]
  const merged = await call('POST', `/api/mobile/incidents/${home}/merge`, { incident_ids: [other] })
  assert.deepEqual([merged.status, merged.body.message], [409, 'Incidents of different sites cannot be merged'])
  const member = await memberOf(app, 1, 'operator')
  const foreign = await member('POST', `/api/mobile/incidents/${home}/merge`, { incident_ids: [other] })
  assert.deepEqual([foreign.status, foreign.body.message], [404, 'Incident not found'])
})

test('a webhook of a site hears of its alerts, incidents, storms and devices alone, and each payload names the site', async (t) => {
  const { app, south } = await twoSites(t)
  const [all, own] = [await startReceiver(t), await startReceiver(t)]
  await app.createWebhook({ url: all.url })
  await app.createWebhook({ url: own.url, site_id: south })
  const health = (site_id: number) => app.createDevice({ module: 'health', site_id, offline_after_s: 60 })
  for (const device of [await health(1), await health(south)]) await device.send({ metrics: { systolic: 190 } })
  await app.fastForward({ seconds: 120 })
  const told = (requests: typeof all.requests) =>
    [...new Set(requests.map(({ event, data }) => `${event} ${(data.site as { name: string } | null)?.name}`))].sort()
  const of = (site: string) =>
    ['alert.triggered', 'device.offline', 'incident.created'].map((event) => `${event} ${site}`)
  assert.deepEqual(told(own.requests), of('South'))
  assert.deepEqual(told(all.requests), [...of('Home'), ...of('South')].sort())
  assert.deepEqual(own.requests[0]!.data.site, { id: south, name: 'South' })
})

test('what a silence has held is told with the site that its subject has then', async (t) => {
  const { app, south } = await twoSites(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, site_id: south, events: ['alert.triggered'] })
  const call = await app.logIn('operator')
  const silence = await call('POST', '/api/admin/silences', { reason: 'Test', duration_s: 3_600 })
  assert.equal(silence.status, 201)
  const device = await app.createDevice({ module: 'health', site_id: south })
  await device.send({ metrics: { systolic: 190 } })
  // As if it had been held before there were sites.
  await app.rows(`update held_notifications set announcement = (announcement::jsonb - 'site_id')::json`)
  await call('POST', `/api/admin/silences/${silence.body.data.id}/end`)
  await app.fastForward({ seconds: 5 })
  assert.deepEqual(
    receiver.requests.map(({ data }) => data.site),
    [{ id: south, name: 'South' }],
  )
})
