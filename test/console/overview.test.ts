import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { onceTrue, openWindow } from '../harness/chromium.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

test('an empty service offers to add a device, and to load the demo fleet', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  assert.match((await browser.go('/')).text, /No devices yet/)
  const loaded = await browser.send('/demo')
  assert.match(loaded.text, /A demo fleet is running/)
  await app.runJobs()
  assert.match((await browser.go('/')).text, /<strong data-value="Online">27</)
  assert.match(loaded.text, /Its incidents reach webhooks, but notify nobody\./)
  assert.match(loaded.text, /Removing it deletes its devices with their readings/)
  const loud = await browser.send('/demo/notifications', { notifies: 'yes' })
  assert.match(loud.text, /Its incidents notify people/)
  assert.deepEqual(await app.rows('select notifies from demo'), [{ notifies: true }])
  assert.match((await browser.send('/demo/notifications', { notifies: 'no' })).text, /but notify nobody/)
  const cleared = await browser.send('/demo/removal')
  assert.match(cleared.text, /Demo fleet removed/)
})

test('a viewer is offered neither the demo nor its end', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const { text } = await browser.go('/')
  assert.match(text, /No devices yet/)
  assert.doesNotMatch(text, /action="\/demo"/)
})

test('the overview has a map once a device has said where it is', async (t) => {
  const app = await startApp(t)
  const pump = await app.createDevice({ module: 'factory' })
  await pump.send({ metrics: { gas_ppm: 1 } })
  const browser = await openBrowserAs(app, 'viewer')
  assert.doesNotMatch((await browser.go('/')).text, /data-fleet-map/)
  await pump.send({ lat: 46.05, lng: 14.5, metrics: { gas_ppm: 1 } })
  assert.match((await browser.go('/')).text, /data-fleet-map/)
})

test('the numbers of the overview are right, and link to what they count', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const monitor = await app.createDevice({ module: 'health', name: 'Bed 1' })
  await app.createDevice({ module: 'factory', name: 'Boiler' })
  await monitor.send({ metrics: { systolic: 190 } })
  const { text } = await browser.go('/')
  const tiles = [...text.matchAll(/<a class="tile [^>]*href="([^"]*)">[\s\S]*?<strong[^>]*>(.*?)<\/strong>/g)]
  assert.deepEqual(
    tiles.slice(0, 5).map(([, to, number]) => [to, number]),
    [
      ['/devices?status=online', '1'],
      ['/devices?status=offline', '0'],
      ['/devices?status=never_seen', '1'],
      ['/alerts?severity=critical', '1'],
      ['/incidents', '1'],
    ],
  )
})

test('the strip of a module tells calm hours, incidents and hours without data apart', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const monitor = await app.createDevice({ module: 'health' })
  const hoursAgo = (hours: number) => Number(app.now()) - hours * 3_600_000
  await monitor.send({ ts: hoursAgo(5), metrics: { systolic: 120 } })
  await monitor.send({ ts: hoursAgo(0), metrics: { systolic: 190 } })
  const { text } = await browser.go('/')
  const strip = /<svg class="heartbeat"[\s\S]*?<\/svg>/.exec(text)![0]
  const bars = (look: string) =>
    new RegExp(`<path class="${look}" d="([^"]*)"`).exec(strip)?.[1]?.split('z').length ?? 1
  assert.deepEqual(
    ['good', 'warn', 'bad', 'none'].map((look) => bars(look) - 1),
    [1, 0, 1, 22],
  )
  assert.match(text, /<i class="none"><\/i>No data/)
})

test('the overview leads to the worst incident that nobody has acknowledged, the oldest of several', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  const worst = async () => /href="(\/incidents\/\d+)">Open top incident/.exec((await browser.go('/')).text)?.[1]
  const [truck, bed, ward] = await Promise.all([
    app.createDevice({ module: 'fleet', name: 'Truck 21' }),
    app.createDevice({ module: 'health', name: 'Bed 1' }),
    app.createDevice({ module: 'health', name: 'Bed 2' }),
  ])
  assert.equal(await worst(), undefined)
  await truck.send({ flags: { geofence_breach: true } })
  assert.equal(await worst(), '/incidents/1')
  await bed.send({ metrics: { systolic: 190 } })
  await ward.send({ metrics: { systolic: 195 } })
  assert.equal(await worst(), '/incidents/2')
  await browser.go('/')
  await browser.send('/incidents/2/acknowledgement')
  assert.equal(await worst(), '/incidents/3')
})

test('within seconds of a breach, the overview, and the title and icon of the tab show it', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 120 } })
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  const calmIcon = await page.locator('link[rel=icon]').getAttribute('href')
  await monitor.send({ metrics: { systolic: 190 } })
  await page.locator('.tile.critical [data-value="Critical alerts"]').waitFor()
  await page.locator('[role=alert]', { hasText: 'New critical incident' }).waitFor({ state: 'attached' })
  await onceTrue<boolean>(page, 'document.title.startsWith("(1) ")')
  assert.notEqual(await page.locator('link[rel=icon]').getAttribute('href'), calmIcon)
  assert.equal(await page.locator('[role=alert]').count(), 1)
})

test('the wallboard is live, lists the most severe first, and has no button but those for pause and sound, and closed options', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_920, height: 1_080 })
  const monitor = await app.createDevice({ module: 'health', name: 'Bed 1' })
  await monitor.send({ metrics: { systolic: 120 } })
  await go('/display')
  await page.getByText('All quiet').waitFor()
  await page.locator('.pill[data-state=live]').waitFor()
  await monitor.send({ metrics: { systolic: 190 } })
  await page.locator('.worst li.critical', { hasText: 'Bed 1' }).waitFor()
  assert.equal(await page.locator('form, a:visible').count(), 0)
  assert.equal(await page.locator('button').count(), 2)
})

test('the wallboard says at once that a round about an open incident reached nobody', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t, {
    startsAt: new Date(),
    env: { PUBLIC_URL: 'http://localhost' },
  })
  const operator = await addReachable()
  push.status = 503
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_920, height: 1_080 })
  await go('/display')
  await page.locator('.pill[data-state=live]').waitFor()
  await declare(operator)
  await app.fastForward({ minutes: 15 })
  await page.getByText('No notification was accepted about this open incident: #1 Visitor has fallen').waitFor()
  assert.equal(await page.locator('form, a:visible').count(), 0)
  await operator.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await page.locator('.notice.bad').waitFor({ state: 'detached' })
})

test('the wallboard has a fixed map with all devices in view', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const van = await app.createDevice({ module: 'vehicle', name: 'Van 3' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 40 } })
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_920, height: 1_080, scheme: 'dark' })
  await go('/display')
  await page.locator('#map[data-ready]').waitFor()
  await page.locator('.pill[data-state=live]').waitFor()
  assert.equal(await page.locator('form, a:visible, .leaflet-control-zoom').count(), 0)
  const fitted = async () => Number(await page.locator('#map').getAttribute('data-fitted'))
  assert.equal(await fitted(), 1)
  await page.locator('.pin').waitFor()
  await van.send({ lat: 48.2, lng: 16.4, metrics: { speed_kmh: 40 } })
  const until = Date.now() + 20_000
  while ((await fitted()) === 1 && Date.now() < until) await page.waitForTimeout(50)
  const [map, pin] = [await page.locator('#map').boundingBox(), await page.locator('.pin').boundingBox()]
  assert.ok(pin!.x > map!.x && pin!.x < map!.x + map!.width && pin!.y > map!.y && pin!.y < map!.y + map!.height)
  assert.ok((await fitted()) > 1)
})

test('devices of a storm are not repeated one by one below it', async (t) => {
  const app = await startApp(t)
  const sensors = await Promise.all(
    Array.from({ length: 6 }, (_, n) => app.createDevice({ name: `Sensor ${n}`, offline_after_s: 20 })),
  )
  const late = await app.createDevice({ name: 'Gateway', offline_after_s: 240 })
  await app.fastForward({ seconds: 30 })
  for (const device of [...sensors, late]) await device.send({ battery: 50 })
  await app.fastForward({ seconds: 120 })
  const alerts = await app.rows("select from alerts where rule_key = 'device.offline' and status = 'firing'")
  assert.equal(alerts.length, 6)
  const browser = await openBrowserAs(app, 'operator')
  const rows = async () => {
    const { text } = await browser.go('/')
    const attention = /id="attention"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? ''
    return [...attention.matchAll(/<li id="[^"]*">[\s\S]*?<a href="[^"]*">([^<]*)</g)].map(([, name]) => name)
  }
  assert.deepEqual(await rows(), ['6 of 7 devices offline'])
  await app.fastForward({ seconds: 150 })
  const [storm, ...others] = await rows()
  assert.equal(storm, '6 of 7 devices offline')
  assert.match(others.join(), /No reading for 240|Gateway/, 'one that is not part of it')
})
