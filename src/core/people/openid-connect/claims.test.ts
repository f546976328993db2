import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticatedAt,
  hasSecondFactor,
  isValidAt,
  looksLikeAnother,
  nameInClaims,
  roleInClaim,
  verifiedEmail,
} from './claims.ts'

test('a role is named alone, in a list, or inside another claim; the highest counts', () => {
  assert.equal(roleInClaim({ role: 'operator' }, 'role'), 'operator')
  assert.equal(roleInClaim({ groups: ['viewer', 'admin', 'staff'] }, 'groups'), 'admin')
  assert.equal(roleInClaim({ realm_access: { roles: ['viewer'] } }, 'realm_access.roles'), 'viewer')
  assert.equal(roleInClaim({ 'https://example.org/roles': ['operator'] }, 'https://example.org/roles'), 'operator')
})

test('anything else names no role', () => {
  for (const role of [undefined, null, '', 'Admin', 'administrator', 'viewer admin', 1, true, {}, [['admin']]])
    assert.equal(roleInClaim({ role }, 'role'), null)
  for (const path of ['roles', 'role.0', 'constructor.name', '__proto__'])
    assert.equal(roleInClaim({ role: ['admin'] }, path), path === 'role.0' ? 'admin' : null)
})

test('an email counts if the provider says that it is verified', () => {
  assert.equal(verifiedEmail({ email: ' Ana@Example.org', email_verified: true }), 'ana@example.org')
  assert.equal(verifiedEmail({ email: 'ana@example.org', email_verified: 'true' }), null)
  assert.equal(verifiedEmail({ email: 'ana@example.org' }), null)
  assert.equal(verifiedEmail({ email_verified: true }), null)
})

test('a name is taken if it can be shown', () => {
  assert.equal(nameInClaims({ name: ' Ana Kos ' }), 'Ana Kos')
  for (const name of [undefined, '', '   ', 'a'.repeat(101), 'Ana\u202e', 'Ana\u0000', 7])
    assert.equal(nameInClaims({ name }), null)
})

test('a second factor is what the provider calls mfa', () => {
  assert.equal(hasSecondFactor({ amr: ['pwd', 'mfa'] }), true)
  for (const amr of [undefined, 'mfa', ['pwd'], ['otp']]) assert.equal(hasSecondFactor({ amr }), false)
})

test('an ID token is valid in its time, give or take half a minute', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const at = (seconds: number) => now.getTime() / 1_000 + seconds
  assert.equal(isValidAt({ iat: at(30), exp: at(300) }, now), true)
  assert.equal(isValidAt({ iat: at(31), exp: at(300) }, now), false)
  assert.equal(isValidAt({ iat: at(-300), exp: at(-29) }, now), true)
  assert.equal(isValidAt({ iat: at(-300), exp: at(-30) }, now), false)
  assert.equal(isValidAt({ iat: at(0), nbf: at(31), exp: at(300) }, now), false)
  assert.equal(isValidAt({ iat: at(0) }, now), false)
  assert.equal(isValidAt({ exp: at(300) }, now), false)
})

test('an email in letters of one script looks like no other', () => {
  for (const email of ['ana@example.org', 'jürgen@bücher.example', 'иван@пример.рф', '山田@例え.テスト'])
    assert.equal(looksLikeAnother(email), false, email)
  for (const email of [
    '\u0430dmin@example.org',
    '\u03bfp@example.org',
    '\u0430\u03bf@\u0440\u0444',
    '\uff41dmin@example.org',
  ])
    assert.equal(looksLikeAnother(email), true, email)
})

test('an email is in small letters, and a sign that only looks like a letter stays', () => {
  const of = (email: string) => verifiedEmail({ email, email_verified: true })
  assert.equal(of(' Ana@Bücher.EXAMPLE'), 'ana@bücher.example')
  for (const email of ['\u212aelvin@example.org', '\u212bsa@example.org', '\u2126@example.org']) {
    assert.equal(of(email), email)
    assert.equal(looksLikeAnother(email), true)
  }
})

test('the provider says when a person proved who they are, or does not', () => {
  assert.deepEqual(authenticatedAt({ auth_time: 1_700_000_000 }), new Date('2023-11-14T22:13:20Z'))
  for (const auth_time of [undefined, null, '1700000000', Number.NaN])
    assert.equal(authenticatedAt({ auth_time }), null)
})
