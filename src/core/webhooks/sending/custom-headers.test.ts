import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError } from '../../../platform/errors.ts'
import { changeHeaders } from './custom-headers.ts'

const isRefused = (changes: Record<string, string | null>) =>
  assert.throws(() => changeHeaders({}, changes), RequestError, JSON.stringify(changes))

test('a header is set, changed in upper or lower case, and removed by null', () => {
  const headers = changeHeaders({}, { Authorization: 'Bearer x', 'X-Site': 'north' })
  assert.deepEqual(changeHeaders(headers, { 'x-site': 'south' }), { Authorization: 'Bearer x', 'x-site': 'south' })
  assert.deepEqual(changeHeaders(headers, { authorization: null }), { 'X-Site': 'north' })
})

test('headers about framing or set by the service are refused', () => {
  const names = [
    'Host', 'host', 'Connection', 'Keep-Alive', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Transfer-Encoding',
    'transfer-encoding', 'Content-Length', 'content-length', 'Content-Type', 'Content-Encoding', 'Accept-Encoding',
    'Proxy-Authorization', 'Cookie', 'User-Agent', 'Date', 'Via', 'Forwarded', 'X-Forwarded-For', 'webhook-id',
    'Webhook-Signature', 'webhook-timestamp', 'X-Tocsin-Event', 'HTTP2-Settings',
  ] // biome-ignore format: one list
  for (const name of names) isRefused({ [name]: 'x' })
})

test('names and values that could end a header are refused', () => {
  for (const name of ['', ' ', 'X Y', 'X:Y', 'X_Y', 'X\r\nY', 'Ü', 'x'.repeat(65)]) isRefused({ [name]: 'x' })
  for (const value of ['', ' ', ' x', 'x ', 'x\r\ny: z', 'x\ny', 'x\0', 'ü', '\t', 'x'.repeat(1_025)])
    isRefused({ 'X-A': value })
  assert.equal(changeHeaders({}, { 'X-A': 'x'.repeat(1_024) })['X-A']!.length, 1_024)
})

test('ten headers and no more; the same one twice is refused', () => {
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'x']))
  assert.equal(Object.keys(changeHeaders({}, of(10))).length, 10)
  isRefused(of(11))
  assert.throws(() => changeHeaders(of(10), { 'X-More': 'x' }), RequestError)
  isRefused({ 'X-A': '1', 'x-a': '2' })
})
