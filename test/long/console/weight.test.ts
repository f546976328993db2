import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { assetAddress } from '../../../src/console/assets/assets.ts'
import { allPages, seedAll, showAsFamily } from '../../harness/all-pages.ts'
import { startApp } from '../../harness/app.ts'
import { addUser, openBrowser } from '../../harness/browser.ts'

const KB = 1_000
const LIGHT = 60 * KB
/** Pages with charts and a map, without the world map's data. */
const HEAVY = 160 * KB
/** Additional scripts of a map with a tile archive. */
const ARCHIVE = 40 * KB

/** Bytes transferred for an address. */
function bytesOf(url: string, cookie: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie, accept: 'text/html', 'accept-encoding': 'br, gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }))
    }).on('error', reject)
  })
}

test('a page loads at most 60 kB, with charts and maps 160 kB', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  await showAsFamily(app)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of allPages(app, seeded)) {
    const { text } = await browser.go(path)
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)].map(([, address]) => address!)
    const isHeavy = assets.some((address) => /\/(chart|map)\./.test(address))
    const all = [path, ...new Set(assets)]
    const sizes = await Promise.all(all.map((address) => bytesOf(`${app.url}${address}`, cookie)))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const told = all.map((address, place) => `${address} ${sizes[place]!.bytes}`).join('\n')
    assert.ok(total <= (isHeavy ? HEAVY : LIGHT), `${path} weighs ${total}:\n${told}`)
    assert.equal(sizes[0]!.encoding, 'br', path)
    assert.ok(!text.includes('/assets/archive.'), 'no map has an archive here')
  }
  const { bytes } = await bytesOf(`${app.url}${assetAddress('archive.js')}`, cookie)
  assert.ok(bytes <= ARCHIVE, `the script for archives weighs ${bytes}`)
})
