import assert from 'node:assert/strict'
import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PMTiles } from 'pmtiles'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { halfLand, mapArchive } from '../harness/map-archive.ts'
import { archiveServer, dataFolder, LJUBLJANA, sendArea, WORLD } from '../harness/streets.ts'

const mapsIn = (folder: string): string[] => readdirSync(join(folder, 'maps')).sort()

/** The text of the tile at a place, from a file that was fetched. */
async function tileIn(folder: string, z: number, x: number, y: number): Promise<string | null> {
  const [name] = mapsIn(folder).filter((file) => file.endsWith('.pmtiles'))
  const bytes = readFileSync(join(folder, 'maps', name!))
  const source = {
    getKey: () => name!,
    getBytes: async (offset: number, length: number) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer as ArrayBuffer,
    }),
  }
  const found = await new PMTiles(source).getZxy(z, x, y)
  return found === undefined ? null : Buffer.from(found.data).toString('latin1').split(' ')[0]!
}

/** Column and row of a place. */
function placeOf(z: number, lat: number, lng: number): [number, number] {
  const sine = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)]
}

async function withVan(app: TestApp): Promise<void> {
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.51, metrics: { speed_kmh: 50 } })
}

test('an administrator sees size and terms of an area, confirms, and the service fetches its tiles alone', async (t) => {
  const [folder, server] = [dataFolder(t), await archiveServer(t)]
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  await withVan(app)
  const browser = await openBrowserAs(app, 'admin')
  const form = await browser.go('/settings/streets?to=/map?device=1')
  assert.match(form.text, /value="46.0500"/)
  const asked = { ...LJUBLJANA, source: server.address, to: '/map?device=1' }
  const planned = await sendArea(browser, asked)
  assert.equal(planned.status, 200)
  assert.match(planned.text, /25.km around Ljubljana/)
  assert.match(planned.text, /1 of 1/)
  assert.match(planned.text, /Fetch \d+(\.\d)?.KiB/)
  assert.match(planned.text, /127\.0\.0\.1:\d+ learns the address of this service and the areas, once/)
  assert.match(planned.text, /© Surveyors/)
  // Nothing is stored before somebody has confirmed it.
  assert.deepEqual(await app.rows("select from settings where key = 'map'"), [])
  const looked = server.sent.bytes
  assert.ok(looked < WORLD.length / 10, `${looked} of ${WORLD.length} bytes for the size`)
  const confirmed = await sendArea(browser, { ...asked, confirmed: 'yes' })
  assert.match(confirmed.text, /Streets are being fetched: 25.km around Ljubljana/)
  await app.runJobs()
  assert.match((await browser.go('/settings/streets')).text, /Streets are here: 25.km around Ljubljana \(.*KiB\)/)
  const [x, y] = placeOf(8, 46.05, 14.51)
  assert.equal(await tileIn(folder, 8, x, y), `8/${x}/${y}`)
  assert.equal(await tileIn(folder, 0, 0, 0), '0/0/0')
  assert.equal(await tileIn(folder, 8, x + 20, y), null)
  assert.ok(server.sent.bytes - looked < WORLD.length / 5)
  const [entry] = await app.rows<{ after: object }>("select after from audit_entries where action = 'settings.changed'")
  assert.match(JSON.stringify(entry!.after), /"radius_km":\s*25/)
})

test('another area is added to those that are there, and the old file makes way', async (t) => {
  const [folder, server] = [dataFolder(t), await archiveServer(t)]
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  const browser = await openBrowserAs(app, 'admin')
  const fetchArea = async (fields: Record<string, string>) => {
    await sendArea(browser, { ...fields, source: server.address, confirmed: 'yes' })
    await app.runJobs()
  }
  await fetchArea(LJUBLJANA)
  const [first] = mapsIn(folder)
  await fetchArea({ lat: '-17.8', lng: '179.9', radius_km: '50', keeps: 'yes' })
  const [second, ...more] = mapsIn(folder)
  assert.notEqual(second, first)
  assert.deepEqual(more, [])
  for (const [lat, lng] of [
    [46.05, 14.51],
    [-17.8, 179.9],
    // On the other side of the date line.
    [-17.8, -179.9],
  ] as const) {
    const [x, y] = placeOf(8, lat, lng)
    assert.equal(await tileIn(folder, 8, x, y), `8/${x}/${y}`)
  }
  // A larger one makes the one within it needless.
  await fetchArea({ lat: '46.06', lng: '14.5', radius_km: '40', keeps: 'yes' })
  const [{ value }] = (await app.rows("select value from settings where key = 'map'")) as [
    { value: { streets: { areas: { radius_km: number }[] } } },
  ]
  assert.deepEqual(
    value.streets.areas.map(({ radius_km }) => radius_km),
    [50, 40],
  )
  // Without those that are there.
  await fetchArea({ lat: '-17.8', lng: '179.9', radius_km: '50' })
  const [x, y] = placeOf(8, 46.05, 14.51)
  assert.equal(await tileIn(folder, 8, x, y), null)
})

test('a fetch that broke off goes on where it was', async (t) => {
  // Tiles so large that they come in several parts.
  const large = await mapArchive('mvt', 5, (z, x, y) =>
    Buffer.concat([Buffer.from(`${z}/${x}/${y} `), Buffer.alloc(30_000, z)]),
  )
  const [folder, server] = [dataFolder(t), await archiveServer(t, large)]
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  await chooseWorld(app, server.address)
  let parts = 0
  server.before = (request, response) => {
    const isPart = Number(/-(\d+)$/.exec(request.headers.range!)![1]) > 1_000_000
    if (!isPart || ++parts <= 3) return false
    response.destroy()
    return true
  }
  await app.runJobs()
  const [fault, part] = mapsIn(folder)
  assert.match(fault!, /\.fault$/)
  const path = join(folder, 'maps', part!)
  // As if it had ended in the middle of writing.
  truncateSync(path, readFileSync(path).length - 1_000)
  const browser = await openBrowserAs(app, 'admin')
  const failed = await browser.go('/settings/streets')
  assert.match(failed.text, /Streets could not be fetched: .* cannot be read: 127\.0\.0\.1:\d+ does not answer/)
  server.before = () => false
  const before = server.sent.bytes
  await app.leap({ seconds: 601 })
  assert.match((await browser.go('/settings/streets')).text, /Streets are here/)
  assert.ok(server.sent.bytes - before < large.length * 0.7, 'it has asked again for what it had')
  assert.equal(await tileIn(folder, 5, 17, 11), '5/17/11')
})

test('a fetch begins anew if the archive has changed meanwhile', async (t) => {
  // The same places and lengths, with other content.
  const versionOf = (word: string) =>
    mapArchive('mvt', 5, (z, x, y) => Buffer.concat([Buffer.from(`${word}/${z}/${x}/${y} `), Buffer.alloc(30_000, z)]))
  const [folder, server] = [dataFolder(t), await archiveServer(t, await versionOf('old'))]
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  await chooseWorld(app, server.address)
  let parts = 0
  server.before = (request, response) => {
    if (Number(/-(\d+)$/.exec(request.headers.range!)![1]) <= 1_000_000 || ++parts <= 3) return false
    server.etag = '"2"'
    response.destroy()
    return true
  }
  await app.runJobs()
  assert.equal(server.etag, '"2"')
  server.body = await versionOf('new')
  server.before = () => false
  await app.leap({ seconds: 601 })
  assert.equal(await tileIn(folder, 0, 0, 0), 'new/0/0/0')
  assert.equal(await tileIn(folder, 5, 17, 11), 'new/5/17/11')
})

/** Four areas around the world, chosen by the API. */
async function chooseWorld(app: TestApp, source: string): Promise<void> {
  const areas = [15, 90, 180, -90].map((lng) => ({ lat: 45, lng, radius_km: 300 }))
  const admin = await app.logIn('admin')
  const { status, body } = await admin('PATCH', '/api/admin/settings', {
    map: { streets: { source, areas }, attribution: '' },
  })
  assert.equal(status, 200)
  assert.deepEqual(body.data.map.streets, { source, areas })
}

test('maps show the streets once they are here, and say before that they are to come', async (t) => {
  const world = await mapArchive('mvt', 6, halfLand)
  const [folder, server] = [dataFolder(t), await archiveServer(t, world)]
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  await withVan(app)
  const { page, go } = await openWindow(t, app, { expects: /404/ })
  await go('/map?device=1')
  await page.getByRole('link', { name: 'Streets for this area' }).click()
  // The middle of the map that people came from.
  assert.match(await page.getByLabel('Latitude').inputValue(), /^46\.0\d*$/)
  await page.getByLabel('Source').fill(server.address)
  await page.getByRole('button', { name: 'See the size' }).click()
  await page.getByRole('button', { name: /^Fetch \d/ }).click()
  await page.getByText('Streets are being fetched').waitFor()
  await go('/map?device=1')
  await page.getByText('Streets are not here yet.').waitFor()
  await app.runJobs()
  await go('/map?device=1')
  await page.locator('[data-streets-drawn]').waitFor()
  const answer = await page.request.get('/map')
  assert.match(answer.headers()['content-security-policy']!, /img-src 'self' data:; connect-src 'self';/)
})

test('a copy of an installation fetches nothing', async (t) => {
  const [folder, server] = [dataFolder(t), await archiveServer(t)]
  const app = await startApp(t, { env: { DATA_DIR: folder, OUTBOUND: 'off' } })
  await chooseWorld(app, server.address)
  await app.runJobs()
  const browser = await openBrowserAs(app, 'admin')
  assert.match((await browser.go('/settings/streets')).text, /started as a copy of another one/)
  assert.equal(server.sent.answers, 0)
})
