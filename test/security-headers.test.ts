import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'

const EVERYWHERE: Record<string, string> = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
}

test('every response, including errors, has security headers', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const { text } = await browser.go('/')
  const asset = /href="(\/assets\/console\.[^"]+\.css)"/.exec(text)![1]!
  await app.rows('alter table geofences rename to geofences_gone')
  const kept = new Map([
    [asset, /immutable/],
    ['/openapi.json', /no-cache/],
  ])
  const answers: [path: string, status: number, type: RegExp][] = [
    ['/', 200, /html/],
    ['/api/mobile/devices', 401, /json/],
    ['/openapi.json', 200, /json/],
    ['/nowhere', 404, /html/],
    ['/api/nowhere', 404, /json/],
    ['/geofences', 500, /html/],
    ['/devices?module=none', 400, /html/],
    [asset, 200, /css/],
    ['/devices.csv', 200, /csv/],
  ]
  for (const [path, status, type] of answers) {
    const { headers, ...answer } = await browser.go(path, path.startsWith('/api/') ? { accept: '*/*' } : {})
    assert.equal(answer.status, status, path)
    assert.match(headers.get('content-type')!, type, path)
    for (const [name, value] of Object.entries(EVERYWHERE)) assert.equal(headers.get(name), value, `${name} of ${path}`)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/, path)
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.doesNotMatch(policy, /unsafe|\*/, path)
    assert.match(headers.get('cache-control')!, kept.get(path) ?? /no-store/, path)
    for (const name of ['server', 'x-powered-by']) assert.equal(headers.get(name), null, `${name} of ${path}`)
  }
})
