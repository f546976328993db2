import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress } from './email-address.ts'

test('an address is one mailbox and nothing else', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`
  assert.equal(longest.length, 254)
  for (const address of [
    'ana@example.org',
    'ana+alerts@sub.example.org',
    "o'neil.x@example.org",
    'root@localhost',
    'ana@bücher.example',
    longest,
  ]) {
    assert.ok(isEmailAddress(address), address)
  }
  for (const address of [
    '',
    'ana',
    '@example.org',
    'ana@',
    'ana@example.org,ben@example.org',
    'ana@example.org ben@example.org',
    'Ana <ana@example.org>',
    'ana@example.org\r\nBcc: ben@example.org',
    'ana\n@example.org',
    'ana@example.org\n',
    '"a b"@example.org',
    'ana@example.org(comment)',
    'ana@example..org',
    'ana@-example.org',
    '.ana@example.org',
    'ana..b@example.org',
    'ana@exam\u200bple.org',
    'ana@example.org/path',
    'ana@example.org:25',
    'ana@[127.0.0.1]',
    `${longest}e`,
    `${'a'.repeat(65)}@example.org`,
  ]) {
    assert.ok(!isEmailAddress(address), JSON.stringify(address))
  }
})
