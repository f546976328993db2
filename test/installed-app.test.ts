import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openBrowser } from './harness/browser.ts'

test('the console can be installed: each page names the manifest, and its icons are there', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  const { text } = await browser.go('/setup')
  assert.match(text, /<link rel="manifest" href="\/manifest\.webmanifest">/)
  const touchIcon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(text)![1]!
  const { status, headers, body } = await app.call('GET', '/manifest.webmanifest')
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/manifest+json; charset=utf-8'])
  const { id, start_url, scope, display, icons } = body
  assert.deepEqual([id, start_url, scope, display], ['/', '/', '/', 'standalone'])
  for (const address of [touchIcon, ...icons.map(({ src }: { src: string }) => src)]) {
    const icon = await fetch(`${app.url}${address}`)
    assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png'], address)
  }
  const sizes = icons.map(({ sizes }: { sizes: string }) => sizes)
  assert.deepEqual(sizes, ['192x192', '512x512', '512x512'])
})

test('the worker is served from the root, is never cached, and may only connect to this service', async (t) => {
  const app = await startApp(t)
  const answer = await fetch(`${app.url}/sw.js`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(answer.headers.get('cache-control'), 'no-cache')
  assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'; connect-src 'self'/)
  const script = await answer.text()
  assert.match(script, /^const PARTS = \{"icons":\{"icon":"\/assets\/icon-192\.[0-9a-f]{12}\.png"/)
  // Pages are loaded as if there were no worker.
  assert.doesNotMatch(script, /"fetch",|\bcaches\b|\bimport\b|\bexport\b/)
})
