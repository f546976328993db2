import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putMember } from '../../src/core/actions/change-members.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { addPerson } from '../harness/people.ts'

async function withVan(app: TestApp): Promise<void> {
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50 } })
}

test('one click turns on streets of OpenStreetMap, after its terms, and leads back to the map', async (t) => {
  const app = await startApp(t)
  await withVan(app)
  const { page, go } = await openWindow(t, app, { expects: /tile\.openstreetmap\.org|ERR_/ })
  await go('/map?device=1')
  await page.getByRole('link', { name: 'Streets for this area' }).click()
  await page.getByRole('heading', { name: 'Streets for this area' }).waitFor()
  await page.getByText('learns the person’s IP address').waitFor()
  await page.getByRole('link', { name: 'Tile usage policy' }).waitFor()
  const policy = async () => (await page.request.get('/map')).headers()['content-security-policy']!
  assert.match(await policy(), /img-src 'self' data:;/)
  const asked = page.waitForRequest((request) => request.url().startsWith('https://tile.openstreetmap.org/'))
  await page.getByRole('button', { name: 'Turn on OpenStreetMap' }).click()
  const { url, referer } = await asked.then(async (request) => ({
    url: request.url(),
    referer: (await request.allHeaders()).referer,
  }))
  assert.match(url, /^https:\/\/tile\.openstreetmap\.org\/\d+\/\d+\/\d+\.png$/)
  // As the policy of OpenStreetMap asks.
  assert.equal(referer, `${app.url}/`)
  assert.match(page.url(), /\/map\?device=1$/)
  assert.match(await policy(), /img-src 'self' data: https:\/\/tile\.openstreetmap\.org;/)
  const credit = page.locator('.leaflet-control-attribution')
  await credit.filter({ hasText: '© OpenStreetMap contributors' }).waitFor()
  assert.equal(await credit.locator('a').getAttribute('href'), 'https://www.openstreetmap.org/copyright')
  // There is no internet here.
  await page.getByText('Streets can’t be loaded from their server.').waitFor()
  await page.locator('#map[data-world-drawn]').waitFor()
})

test('people who may not change it read who can', async (t) => {
  const app = await startApp(t)
  await withVan(app)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/map?device=1')
  await page.getByText('An administrator can turn on streets for this area.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Streets for this area' }).count(), 0)
})

test('administrators of a site cannot turn on streets for the whole installation', async (t) => {
  const app = await startApp(t)
  const { id } = await addPerson(app.service.db, 'ward@example.org', null, app.now())
  await putMember(app.service.db, { siteId: 1, user: id, role: 'admin' }, BY_COMMAND, app.now())
  const browser = openBrowser(app.url)
  await browser.logIn('ward@example.org')
  assert.equal((await browser.go('/settings/streets')).status, 403)
  assert.doesNotMatch((await browser.go('/map')).text, /data-may-add-streets/)
})

test('streets are turned on without scripts, and recorded', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const page = await browser.go('/settings/streets?to=//elsewhere.example')
  assert.doesNotMatch(page.text, /elsewhere/)
  await browser.send('/settings/streets', { to: '/devices' })
  assert.match((await browser.go('/settings')).text, /tile\.openstreetmap\.org/)
  const [entry] = await app.rows<{ after: { map: { tile_url: string } } }>(
    "select after from audit_entries where action = 'settings.changed'",
  )
  assert.match(JSON.stringify(entry!.after), /tile\.openstreetmap\.org/)
})
