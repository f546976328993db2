import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loginAddress, safeReturn } from './return-to.ts'

test('after the login, the requested page is shown', () => {
  assert.equal(safeReturn('/incidents/5?tab=map#place'), '/incidents/5?tab=map#place')
  assert.equal(loginAddress('/incidents/5?tab=map'), '/login?to=%2Fincidents%2F5%3Ftab%3Dmap')
  assert.equal(loginAddress('/'), '/login')
})

test('a login never redirects to another site', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '///evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    undefined,
    ['/'],
    `/${'x'.repeat(2_000)}`,
  ]
  for (const asked of elsewhere) assert.equal(safeReturn(asked), '/', JSON.stringify(asked))
})
