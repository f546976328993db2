import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTotpShaped, newTotpKey, startOfCode, totpAddress } from './totp.ts'

/** `12345678901234567890` in base32: the key of RFC 6238, whose codes have two more digits in front. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1_000)

test('codes are those of RFC 6238', () => {
  for (const [seconds, code] of VECTORS) {
    assert.deepEqual(startOfCode(KEY, code, at(seconds)), at(Math.floor(seconds / 30) * 30), code)
    assert.deepEqual(
      startOfCode(KEY, `${code.slice(0, 3)} ${code.slice(3)}`, at(seconds)),
      at(Math.floor(seconds / 30) * 30),
    )
  }
})

test('a code is valid from half a minute before its time to half a minute after it', () => {
  const [, code] = VECTORS[4]!
  const start = Math.floor(2_000_000_000 / 30) * 30
  for (const seconds of [start - 31, start + 60]) assert.equal(startOfCode(KEY, code, at(seconds)), null)
  for (const seconds of [start - 30, start, start + 59])
    assert.deepEqual(startOfCode(KEY, code, at(seconds)), at(start))
})

test('anything else is no code', () => {
  for (const text of ['', '28708', '2870820', 'abcdef', '287 08', '-87082', '7Q2K-XM4P-9RTE-3VWA']) {
    assert.equal(isTotpShaped(text), false, text)
    assert.equal(startOfCode(KEY, text, at(59)), null, text)
  }
})

test('a key has 160 bits, and its address says for whom and where it is', () => {
  const key = newTotpKey()
  assert.match(key, /^[A-Z2-7]{32}$/)
  assert.notEqual(key, newTotpKey())
  const address = totpAddress(key, { email: 'a&b@example.org', host: 'tocsin.example:8443' })
  const label = encodeURIComponent('Tocsin (tocsin.example:8443)')
  assert.ok(address.startsWith(`otpauth://totp/${label}:a%26b%40example.org?`), address)
  assert.deepEqual(Object.fromEntries(new URL(address).searchParams), {
    issuer: 'Tocsin (tocsin.example:8443)',
    secret: key,
  })
})
