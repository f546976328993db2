import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

test('the wallboard has a clock in the zone of its reader', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'viewer', zone: 'Asia/Tokyo' })
  await page.clock.install({ time: new Date('2026-03-01T22:58:30Z') })
  await go('/display')
  const clock = page.locator('#clock')
  await clock.getByText('07:58').waitFor()
  await clock.getByText('Monday 2 March').waitFor()
  await page.clock.runFor(60_000)
  await clock.getByText('07:59').waitFor()
})

test('the wallboard says since when it has lost its connection until it is back', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, {
    role: 'viewer',
    zone: 'UTC',
    expects: /Failed to load|ERR_|fetch/,
  })
  await page.clock.install({ time: new Date('2026-03-01T14:03:20Z') })
  await go('/display')
  await page.locator('#clock time', { hasText: '14:03' }).waitFor()
  assert.equal(await page.locator('#lost').isVisible(), false)
  await page.route('**/readyz', (route) => route.abort())
  for (let ask = 0; ask < 12; ask += 1) await page.clock.runFor(5_000)
  const sign = page.getByRole('alert').filter({ hasText: 'No connection since 14:03' })
  await sign.waitFor()
  const box = (await sign.boundingBox())!
  assert.ok(box.width === 1_280 && box.height > 100, JSON.stringify(box))
  await page.unroute('**/readyz')
  for (let ask = 0; ask < 3; ask += 1) await page.clock.runFor(5_000)
  await sign.waitFor({ state: 'hidden' })
})

test('the wallboard of a site shows its name and its devices alone', async (t) => {
  const app = await startApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  for (const site_id of [1, 1, south]) {
    const device = await app.createDevice({ site_id })
    await device.send({ lat: 46, lng: 14, metrics: { gas_ppm: 3 } })
  }
  const viewer = await openBrowserAs(app, 'viewer')
  const shown = async (site: number | string) => {
    const { text } = await viewer.go(`/display?site=${site}`)
    return [/<h1>(.*?)<\/h1>/, /<strong data-value="Online">(.*?)<\/strong>/].map((part) => part.exec(text)?.[1])
  }
  assert.deepEqual(await shown(south), ['South', '1'])
  assert.deepEqual(await shown(1), ['Home', '2'])
  assert.deepEqual(await shown('all'), ['Wallboard', '3'])
})

test('the wallboard of a site says nothing of an incident elsewhere that nobody was notified of', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const admin = await addReachable('admin')
  const steps = [{ wait_s: 0, targets: [{ type: 'user', id: admin.id }] }]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', steps })
  for (const [site_id, title] of [
    [1, 'Smell of gas'],
    [south, 'Visitor has fallen'],
  ]) {
    await admin.call('POST', '/api/mobile/incidents', { title, severity: 'critical', site_id })
    await app.runJobs()
  }
  await app.rows(`
    update escalation_runs set nobody_told_at = timestamptz '2026-03-02T12:00Z' + (incident_id % 1000) * interval '1 second'`)
  const viewer = await openBrowserAs(app, 'viewer')
  const said = async (site: number) =>
    (await viewer.go(`/display?site=${site}`)).text.match(/No notification.*?: #\d+ (.*?)</)?.[1]
  assert.equal(await said(1), 'Smell of gas')
  assert.equal(await said(south), 'Visitor has fallen')
  await app.rows('update escalation_runs set nobody_told_at = null where incident_id = 1')
  assert.equal(await said(1), undefined)
})

test('the wallboard shows the most severe open incidents, whatever number of others is newer', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  await declare(operator, { title: 'Smell of gas' })
  await app.rows(`
    insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
    select incident_id + number, 'open', 'info', 'Door is open', origin, created_at, last_activity_at, site_id
    from incidents, generate_series(1, 300) as number`)
  const browser = await openBrowserAs(app, 'viewer')
  const titles = (await browser.go('/display')).text.match(/(?<=<strong>)(Smell of gas|Door is open)(?=<)/g)
  assert.deepEqual(titles, ['Smell of gas', ...Array(7).fill('Door is open')])
})

test('the wallboard fits its screen, and the state of its connection covers nothing of the map', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ lat: 46.05, lng: 14.5, metrics: { systolic: 190 } })
  const { page, go } = await openWindow(t, app, { role: 'viewer', height: 800 })
  await go('/display')
  const pill = (await page.locator('#live').boundingBox())!
  const map = (await page.locator('#map').boundingBox())!
  assert.ok(map.height >= 400 && pill.y >= map.y + map.height, JSON.stringify({ map, pill }))
  assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 800)
})
