import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const BEHIND_PROXY = { env: { TRUST_PROXY: '127.0.0.1' } }

const ask = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })

test('what is public and the same for everybody has an ETag, and comes as the client accepts it', async (t) => {
  const app = await startApp(t)
  const [asset] = /\/assets\/console\.[^"]+\.css/.exec(await (await ask(app, '/login')).text()) ?? []
  for (const path of ['/docs', '/docs/reference.css', '/openapi.json', '/sw.js', '/manifest.webmanifest', asset!]) {
    const plain = await ask(app, path)
    const text = await plain.text()
    const etag = plain.headers.get('etag')
    assert.equal(plain.status, 200, path)
    assert.match(etag ?? '', /^W\/"[\w-]{22}"$/, path)
    assert.equal(plain.headers.get('content-encoding'), null, path)
    assert.equal(plain.headers.get('content-length'), String(Buffer.byteLength(text)), path)
    for (const encoding of text.length < 1_024 ? [] : ['br', 'gzip']) {
      const small = await ask(app, path, { 'accept-encoding': encoding })
      const found = [small.headers.get('content-encoding'), small.headers.get('etag'), small.headers.get('vary')]
      assert.deepEqual(found, [encoding, etag, 'accept-encoding'], path)
      assert.ok(Number(small.headers.get('content-length')) < text.length / 2, path)
      assert.equal(await small.text(), text, path)
    }
    const again = await ask(app, path, { 'if-none-match': etag!, 'accept-encoding': 'br' })
    assert.deepEqual([again.status, await again.text()], [304, ''], path)
    assert.doesNotMatch(again.headers.get('cache-control')!, /no-store/, path)
  }
})

test('an address that asks for the reference more than sixty times a minute gets 429; nobody else does', async (t) => {
  const app = await startApp(t, BEHIND_PROXY)
  const from = (address: string, path = '/openapi.json') => ask(app, path, { 'x-forwarded-for': address })
  const times = (most: number) => Array.from({ length: most }, (_, place) => place)
  for (const place of times(60)) assert.equal((await from('192.0.2.7')).status, 200, String(place))
  const refused = await from('192.0.2.7')
  const message = 'Too many requests from this address; wait before the next'
  assert.deepEqual([refused.status, await refused.json()], [429, { status: 'error', message, code: 429 }])
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, String(wait))
  assert.equal((await from('192.0.2.8')).status, 200)
  for (const path of ['/docs', '/login', '/healthz']) assert.notEqual((await from('192.0.2.7', path)).status, 429, path)
  // A network of one customer counts as one address.
  for (const place of times(60)) await from(`2001:db8::${(place + 1).toString(16)}`)
  assert.equal((await from('2001:db8::ffff')).status, 429)
})

test('addresses without a page are limited too, health checks are not', async (t) => {
  const app = await startApp(t)
  const asked = async (path: string) => {
    const answers = Array.from({ length: 1_201 }, () => ask(app, path).then(({ status }) => status))
    return Object.groupBy(await Promise.all(answers), String)
  }
  const nowhere = await asked('/nowhere')
  assert.deepEqual([nowhere[404]?.length, nowhere[429]?.length], [1_200, 1])
  assert.equal((await asked('/healthz'))[200]?.length, 1_201)
})
