import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import send from '@fastify/send'
import type { Page, Response } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { needsChromium, onceTrue, openWindow } from '../harness/chromium.ts'
import { halfLand, mapArchive, plainPng } from '../harness/map-archive.ts'

const GREEN = [20, 140, 60] as const
const pictures = await mapArchive('png', 2, () => plainPng(GREEN))
const vectors = await mapArchive('mvt', 2, halfLand)
const drawn = (page: Page) => page.locator('[data-streets-drawn]').waitFor()

/** Creates a data folder with these archives. */
function mapsIn(t: TestContext, files: Record<string, Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-maps-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'maps'))
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, 'maps', name), body)
  return folder
}

async function withVan(app: TestApp): Promise<void> {
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50 } })
}

/** Waits for the expected tile colours, as "r g b": tiles are drawn repeatedly while a map settles. */
const coloursOnce = (page: Page, wanted: string): Promise<string[]> =>
  onceTrue<string[] | null>(
    page,
    `(() => {
    const colours = [...new Set([...document.querySelectorAll('.leaflet-tile-pane canvas')].flatMap((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return Array.from({ length: data.length / 4 }, (_, n) => data[n * 4 + 3] === 0 ? 'nothing' : data.slice(n * 4, n * 4 + 3).join(' '))
    }))]
    return ${wanted} ? colours : null
  })()`,
  )

const isAllGreen = `String(colours) === '${GREEN.join(' ')}'`

test('streets come from a file in the data folder, of which browsers read ranges', async (t) => {
  const folder = mapsIn(t, { 'alps.pmtiles': pictures })
  const app = await startApp(t, { env: { DATA_DIR: folder, MAP_PMTILES: 'alps.pmtiles' } })
  await withVan(app)
  const { page, go } = await openWindow(t, app, { role: 'viewer' })
  const pieces: Response[] = []
  page.on('response', (response) => response.url().includes('/maps/') && pieces.push(response))
  await go('/map?device=1')
  await drawn(page)
  await coloursOnce(page, isAllGreen)
  await page.locator('.leaflet-control-attribution', { hasText: '© Surveyors' }).waitFor()
  const sizes = pieces.map((piece) => Number(piece.headers()['content-length']))
  assert.deepEqual([...new Set(pieces.map((piece) => piece.status()))], [206])
  assert.ok(Math.max(...sizes) < 300_000 && sizes.reduce((one, other) => one + other) < pictures.length / 2)
  const answer = await page.request.get('/map')
  assert.match(answer.headers()['content-security-policy']!, /img-src 'self' data:; connect-src 'self';/)
})

test('vector tiles are drawn in light and dark', needsChromium('colour schemes'), async (t) => {
  const app = await startApp(t, {
    env: { DATA_DIR: mapsIn(t, { 'alps.pmtiles': vectors }), MAP_PMTILES: 'alps.pmtiles' },
  })
  const { page, go } = await openWindow(t, app)
  await go('/map')
  await drawn(page)
  // Land and water.
  const isDrawn = "!colours.includes('nothing') && colours.length >= 2"
  const byDay = await coloursOnce(page, isDrawn)
  await page.emulateMedia({ colorScheme: 'dark' })
  await coloursOnce(page, `${isDrawn} && !colours.some((colour) => ${JSON.stringify(byDay)}.includes(colour))`)
})

test('a map file at a URL is requested from there once it is chosen', async (t) => {
  const folder = mapsIn(t, { 'alps.pmtiles': pictures })
  const elsewhere = createServer(async (request, response) => {
    const { statusCode, headers, stream } = await send(request, request.url!, { root: join(folder, 'maps') })
    const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag' }
    response.writeHead(statusCode, { ...headers, ...open })
    stream.pipe(response)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  t.after(() => elsewhere.close())
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const app = await startApp(t)
  await withVan(app)
  const { page, go } = await openWindow(t, app, { expects: new RegExp(`elsewhere: ${origin}/alps\\.pmtiles`) })
  const policy = async () => (await page.request.get('/map')).headers()['content-security-policy']!
  assert.match(await policy(), /connect-src 'self';/)
  await go('/settings')
  await page.getByLabel('Source').selectOption('pmtiles')
  await page.getByLabel('Map file', { exact: true }).fill(`${origin}/alps.pmtiles`)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('Nothing is saved yet').waitFor()
  await drawn(page)
  assert.equal(await page.locator('[id=map]').count(), 1)
  assert.match(await policy(), /connect-src 'self';/)
  await page.locator('form[action="/settings/map"]').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It applies').waitFor()
  assert.ok((await policy()).includes(`connect-src 'self' ${origin};`))
  await go('/map?device=1')
  await drawn(page)
  await coloursOnce(page, isAllGreen)
})

test('for an unreadable map file, the built-in map and a message are shown', async (t) => {
  const app = await startApp(t, { env: { DATA_DIR: mapsIn(t, {}), MAP_PMTILES: 'gone.pmtiles' } })
  const { page, go } = await openWindow(t, app, { expects: /404/ })
  await go('/map')
  await page.getByText('The map file can’t be read').waitFor()
  await page.locator('#map[data-world-drawn]').waitFor()
})

test('an existing map file is chosen by its name, and served only to people who are logged in', async (t) => {
  const folder = mapsIn(t, { 'alps.pmtiles': vectors, 'notes.pmtiles': Buffer.from('no map') })
  writeFileSync(join(folder, 'secret.pmtiles'), vectors)
  const app = await startApp(t, { env: { DATA_DIR: folder } })
  const browser = await openBrowserAs(app, 'admin')
  assert.match((await browser.go('/settings')).text, /Files in the folder: alps\.pmtiles, notes\.pmtiles/)
  const choose = async (pmtiles: string) => {
    await browser.go('/settings')
    return browser.send('/settings/map', { source: 'pmtiles', pmtiles, tile_url: '', attribution: '' })
  }
  assert.match((await choose('gone.pmtiles')).text, /This is no file in the folder of maps of this node/)
  assert.match((await choose('notes.pmtiles')).text, /This is no PMTiles archive of version 3/)
  assert.match((await choose('../secret.pmtiles')).text, /name of a file that ends with/)
  assert.match((await choose('alps.pmtiles')).text, /Saved/)
  assert.match((await browser.go('/map')).text, /&quot;address&quot;:&quot;\/maps\/alps\.pmtiles&quot;/)
  const piece = await browser.go('/maps/alps.pmtiles', { range: 'bytes=0-6' })
  assert.deepEqual([piece.status, piece.text], [206, 'PMTiles'])
  const behind = await browser.go('/maps/alps.pmtiles', { range: 'bytes=99999999-' })
  assert.deepEqual([behind.status, behind.headers.get('content-range')], [416, `bytes */${vectors.length}`])
  for (const path of ['/maps/gone.pmtiles', '/maps/..%2Fsecret.pmtiles'])
    assert.match(String((await browser.go(path)).status), /^40[04]$/, path)
  const stranger = await fetch(`${app.url}/maps/alps.pmtiles`, { redirect: 'manual' })
  assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, '/login?to=%2Fmaps%2Falps.pmtiles'])
})
