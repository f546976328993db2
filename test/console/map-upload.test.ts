import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Role } from '../../src/core/reach/role.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { type Browser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { mapArchive, plainPng } from '../harness/map-archive.ts'

/** Larger than a piece. */
const green = await mapArchive('png', 2, () => plainPng([20, 140, 60]))
const red = await mapArchive('png', 1, () => plainPng([200, 30, 30]))

async function appWithFolder(t: TestContext): Promise<{ app: TestApp; maps: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-maps-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return { app: await startApp(t, { env: { DATA_DIR: folder } }), maps: join(folder, 'maps') }
}

interface Sent {
  name?: string
  upload?: string
  size?: number
  offset?: number
}

/** Sends pieces as the script of the settings does. */
async function uploaderOf(app: TestApp, role: Role = 'admin') {
  const browser: Browser = await openBrowserAs(app, role)
  const token = (await browser.go('/account')).csrf()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (body: Buffer, { name = 'alps.pmtiles', upload = 'abcdefgh', size, offset = 0 }: Sent = {}) => {
    const query = new URLSearchParams({ upload, size: String(size ?? body.length), offset: String(offset) })
    const headers = {
      cookie,
      'content-type': 'application/octet-stream',
      'x-csrf-token': token,
      accept: 'application/json',
    }
    const response = await fetch(`${app.url}/settings/map/files/${name}?${query}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    return { ...((await response.json()) as { stored?: number; error?: string }), status: response.status }
  }
  return { browser, send }
}

test('a map file is uploaded in pieces, and maps show its streets at once', async (t) => {
  const { app, maps } = await appWithFolder(t)
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50 } })
  const { page, go } = await openWindow(t, app)
  const pieces: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('/settings/map/files/')) pieces.push(request.postDataBuffer()?.length ?? 0)
  })
  await go('/settings')
  const file = { name: 'Al ps (1).pmtiles', mimeType: 'application/octet-stream', buffer: green }
  await page.getByLabel('Upload a map file').setInputFiles(file)
  await page.getByText('Map file uploaded.').waitFor()
  assert.ok(pieces.length > 1, `${pieces}`)
  assert.deepEqual(readFileSync(join(maps, 'Al-ps-1-.pmtiles')), green)
  await page.locator('.map-file', { hasText: 'Al-ps-1-.pmtiles' }).getByText('in use').waitFor()
  await go('/map?device=1')
  await page.locator('[data-streets-drawn]').waitFor()
})

test('a file that is no map is refused in the browser, with the reason', async (t) => {
  const { app } = await appWithFolder(t)
  const { page, go } = await openWindow(t, app, { expects: /400/ })
  await go('/settings')
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Upload a map file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('alps.mbtiles', green)
  await page.getByText('The name of a map file ends with .pmtiles.').waitFor()
  await choose('alps.pmtiles', Buffer.from('no map'))
  await page.getByText('This is no PMTiles archive of version 3.').waitFor()
  await go('/settings')
  await choose('empty.pmtiles', Buffer.alloc(0))
  await page.getByText('This is no PMTiles archive of version 3.').waitFor()
})

test('an archive of another kind, cut off or too large is refused before it is stored', async (t) => {
  const { app, maps } = await appWithFolder(t)
  const { send } = await uploaderOf(app)
  const terrain = Buffer.from(red)
  terrain[99] = 9
  assert.match((await send(terrain)).error!, /tiles that maps cannot draw/)
  assert.match((await send(red.subarray(0, 50_000))).error!, /incomplete/)
  assert.match((await send(red.subarray(0, 500), { size: 22e9 })).error!, /at most 20 GiB/)
  const huge = await send(Buffer.alloc(2_200_000))
  assert.equal(huge.status, 413)
  assert.deepEqual(existsSync(maps) ? readdirSync(maps) : [], [])
})

test('a file is replaced at once, a repeated piece changes nothing, and an interrupted upload goes on', async (t) => {
  const { app, maps } = await appWithFolder(t)
  mkdirSync(maps)
  writeFileSync(join(maps, 'alps.pmtiles'), green)
  const { send } = await uploaderOf(app)
  const size = red.length
  const half = Math.floor(size / 2)
  assert.equal((await send(red.subarray(0, half), { size })).stored, half)
  assert.equal((await send(red.subarray(0, half), { size })).stored, half)
  assert.equal((await send(red.subarray(half), { size, offset: half + 1 })).stored, half)
  assert.deepEqual(readFileSync(join(maps, 'alps.pmtiles')), green)
  assert.equal((await send(red.subarray(half), { size, offset: half, upload: 'another1' })).stored, 0)
  assert.equal((await send(red.subarray(half), { size, offset: half })).stored, size)
  assert.deepEqual(readFileSync(join(maps, 'alps.pmtiles')), red)
  assert.deepEqual(readdirSync(maps), ['alps.pmtiles'])
})

test('an abandoned upload is deleted with the next one, a day later', async (t) => {
  const { app, maps } = await appWithFolder(t)
  const { send } = await uploaderOf(app)
  await send(red.subarray(0, 500), { size: red.length, upload: 'abandoned' })
  const [left] = readdirSync(maps)
  const yesterday = new Date(app.now().getTime() - 25 * 3_600_000)
  utimesSync(join(maps, left!), yesterday, yesterday)
  await send(red)
  assert.deepEqual(readdirSync(maps), ['alps.pmtiles'])
})

test('a map file is removed by a button, the map goes back to the built-in one, and both are recorded', async (t) => {
  const { app, maps } = await appWithFolder(t)
  const { browser, send } = await uploaderOf(app)
  await send(red)
  const page = await browser.go('/settings')
  assert.match(page.text, /Maps go back to the built-in one/)
  const removed = await browser.send('/settings/map/files/alps.pmtiles/removal')
  assert.match(removed.text, /Map file removed/)
  assert.deepEqual(readdirSync(maps), [])
  assert.doesNotMatch((await browser.go('/map')).text, /alps\.pmtiles/)
  const entries = await app.rows<{ action: string; actor_email: string }>(
    "select action, actor_email from audit_entries where subject_type = 'settings' order by id",
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['map_file.uploaded', 'settings.changed', 'settings.changed', 'map_file.removed'],
  )
  assert.match((await browser.go('/audit')).text, /Uploaded a map file/)
  const again = await browser.post('/settings/map/files/alps.pmtiles/removal', { _csrf: page.csrf() })
  assert.equal(again.status, 404)
})

test('only administrators of the installation upload map files, with the token of their session', async (t) => {
  const { app, maps } = await appWithFolder(t)
  const { send } = await uploaderOf(app, 'operator')
  assert.equal((await send(red)).status, 403)
  const { browser } = await uploaderOf(app)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const address = `${app.url}/settings/map/files/alps.pmtiles?upload=abcdefgh&size=9&offset=0`
  assert.equal((await fetch(address, { method: 'POST', headers, body: 'PMTiles' })).status, 403)
  assert.equal(existsSync(maps), false)
})
