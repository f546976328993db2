import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BADGE_COLOURS } from '../src/console/status-pages/badge.ts'
import { openBrowserAs } from './harness/browser.ts'
import { textOf } from './harness/page-text.ts'
import { read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

const said = (text: string) => /aria-label="([^"]*)"/.exec(text)![1]!

test('the badge of a status page says whether all is well, in the language of the browser', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  const badge = async (headers = {}) => said((await read(app, `${url}/badge.svg`, headers)).text)
  assert.equal(await badge(), 'Hospital services: 2 problems')
  for (const device of [boiler, pump]) await device.send({ metrics: {} })
  app.setClock({ seconds: 31 })
  assert.equal(await badge(), 'Hospital services: All good')
  assert.equal(await badge({ 'accept-language': 'de' }), 'Hospital services: Alles in Ordnung')
  const notice = { kind: 'incident', title: 'No water', text: 'We look into it.' }
  await head('POST', `${STATUS_PAGE}/notices`, notice)
  assert.equal(await badge(), 'Hospital services: 1 problem')
})

test('a badge tells nothing more than its page, and other sites can show it', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const shown = await read(app, `${url}/badge.svg`)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/svg+xml; charset=utf-8'])
  assert.equal(shown.headers.get('cache-control'), 'public, max-age=30')
  assert.equal(shown.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(shown.headers.get('vary') ?? '', /accept-language/)
  assert.equal(shown.headers.get('set-cookie'), null)
  assert.doesNotMatch(shown.text, /Boiler|Water|Secret|script|style=|href/)
  assert.equal((await read(app, `${url}/badge.svg`, { 'if-none-match': shown.headers.get('etag')! })).status, 304)
  // The page itself stays where it is.
  assert.equal((await read(app, url)).headers.get('cross-origin-resource-policy'), 'same-origin')
  await head('POST', `${STATUS_PAGE}/secret`)
  assert.equal((await read(app, `${url}/badge.svg`)).status, 404)
})

test('the title on a badge is text, and short', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  await head('PUT', STATUS_PAGE, { title: `<script>"&${'Ä'.repeat(89)}`, devices: [] })
  const { text } = await read(app, `${url}/badge.svg`)
  assert.doesNotMatch(text, /<script/)
  assert.match(said(text), /^&lt;script&gt;&quot;&amp;Ä{29}…: No data$/)
})

test('white text on each colour of a badge has a contrast of at least 4.5', () => {
  for (const [name, colour] of Object.entries(BADGE_COLOURS)) {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const contrast = 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
    assert.ok(contrast >= 4.5, `${name}: ${contrast}`)
  }
})

test('the address of a page is shown once with texts for its badge, and its editor leaves a place for the secret', async (t) => {
  const { app } = await startStatusPage(t)
  const browser = await openBrowserAs(app, 'admin')
  const editor = await browser.go('/sites/1/status-page')
  assert.match(
    textOf(editor.text),
    /\[!\[Hospital services\]\(.*\/status\/SECRET\/badge\.svg\)\]\(.*\/status\/SECRET\)/,
  )
  const { text } = await browser.fillIn('/sites/1/status-page/secret', 'Renew address')
  const [, address] = /class="secret">([^<]+)</.exec(text)!
  assert.ok(text.includes(`[![Hospital services](${address}/badge.svg)](${address})`))
  const [, html] = /<code>(&lt;a href[^<]*)<\/code>/.exec(text)!
  assert.match(html!, /badge\.svg&quot; alt=&quot;Hospital services&quot;&gt;&lt;\/a&gt;/)
  assert.equal((await read(app, `${address}/badge.svg`)).status, 200)
})
