import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { halfLand, mapArchive } from '../harness/map-archive.ts'
import { archiveServer, dataFolder, LJUBLJANA, sendArea, WORLD } from '../harness/streets.ts'

for (const [what, before, says] of [
  ['is not there', (response: ServerResponse) => response.writeHead(404).end(), /is not there: its server answers 404/],
  ['refuses', (response: ServerResponse) => response.writeHead(403).end(), /its server answers 403/],
  [
    'has moved',
    (response: ServerResponse) => response.writeHead(302, { location: 'https://elsewhere.example/w.pmtiles' }).end(),
    /has moved to https:\/\/elsewhere\.example\/w\.pmtiles: enter that address/,
  ],
  ['answers with everything', (response: ServerResponse) => response.end(WORLD), /ignores range requests/],
  [
    'is something else',
    (response: ServerResponse) => {
      const body = Buffer.alloc(127, 'x')
      response.writeHead(206, { 'content-range': `bytes 0-126/${body.length}` }).end(body)
    },
    /is no PMTiles archive/,
  ],
] as const) {
  test(`a source that ${what} is refused with the reason`, async (t) => {
    const server = await archiveServer(t)
    server.before = (_request, response) => {
      before(response)
      return true
    }
    const app = await startApp(t, { env: { DATA_DIR: dataFolder(t) } })
    const browser = await openBrowserAs(app, 'admin')
    const answer = await sendArea(browser, { ...LJUBLJANA, source: server.address })
    assert.equal(answer.status, 400)
    assert.match(answer.text, says)
  })
}

test('the service asks no address that webhooks may not have', async (t) => {
  const app = await startApp(t, { env: { DATA_DIR: dataFolder(t), WEBHOOK_ALLOWED_CIDRS: '' } })
  const browser = await openBrowserAs(app, 'admin')
  for (const source of ['http://127.0.0.1:1/w.pmtiles', 'http://169.254.169.254/latest', 'http://[::1]/w.pmtiles']) {
    const answer = await sendArea(browser, { ...LJUBLJANA, source })
    assert.match(answer.text, /leads to a private or reserved address/)
  }
})

test('coordinates outside of the world, a radius and an address that cannot be are refused at their field', async (t) => {
  const server = await archiveServer(t, await mapArchive('mvt', 0, halfLand))
  const app = await startApp(t, { env: { DATA_DIR: dataFolder(t) } })
  const browser = await openBrowserAs(app, 'admin')
  const refusalOf = async (fields: object) =>
    (await sendArea(browser, { ...LJUBLJANA, source: server.address, ...fields })).text
  assert.match(await refusalOf({ lat: '96' }), /id="lat-error">[^<]*at most 85/)
  assert.match(await refusalOf({ lng: 'east' }), /id="lng-error">[^<]*is no number/)
  assert.match(await refusalOf({ radius_km: '999' }), /id="radius_km-error">[^<]*at most 300/)
  assert.match(await refusalOf({ source: 'ftp://x.example/w' }), /id="source-error">[^<]*must start with https/)
})

test('a directory that claims more entries than it has bytes is refused, and takes no memory', async (t) => {
  const body = Buffer.from(WORLD)
  const server = await archiveServer(t, body)
  // The root directory becomes one that says it has 2^40 entries.
  const { gzipSync } = await import('node:zlib')
  const hostile = gzipSync(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x20]))
  hostile.copy(body, Number(body.readBigUInt64LE(8)))
  body.writeBigUInt64LE(BigInt(hostile.length), 16)
  const app = await startApp(t, { env: { DATA_DIR: dataFolder(t) } })
  const browser = await openBrowserAs(app, 'admin')
  const answer = await sendArea(browser, { ...LJUBLJANA, source: server.address })
  assert.match(answer.text, /is no PMTiles archive/)
})
