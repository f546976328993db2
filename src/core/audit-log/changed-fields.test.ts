import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from './changed-fields.ts'

test('only changed fields are kept, compared as JSON', () => {
  const at = new Date('2026-01-02T03:04:05.000Z')
  const before = { name: 'Boiler', tags: ['a', 'b'], at, notes: 'old', gone: 1, never: undefined }
  const after = { name: 'Boiler', tags: ['a', 'c'], at: new Date(at), notes: 'new', fresh: null }
  assert.deepEqual(changedFields(before, after), {
    before: { tags: ['a', 'b'], notes: 'old', gone: 1 },
    after: { tags: ['a', 'c'], notes: 'new', fresh: null },
  })
})

test('created and deleted records are kept completely, and unchanged fields are left out', () => {
  assert.deepEqual(changedFields(null, { name: 'New' }), { before: null, after: { name: 'New' } })
  assert.deepEqual(changedFields({ name: 'Old' }, null), { before: { name: 'Old' }, after: null })
  assert.deepEqual(changedFields(null, null), { before: null, after: null })
  assert.equal(changedFields({ tags: ['a'] }, { tags: ['a'] }), null)
})

test('secrets are left out at any depth, hints of them are kept', () => {
  const record = {
    password: 'x',
    password_hash: 'x',
    secret: 'x',
    secretSealed: 'x',
    previous_token_hash: 'x',
    apiKey: 'x',
    api_key: 'x',
    csrf: 'x',
    headers: { 'x-key': 'x' },
    parts: [{ name: 'X', Authorization: 'x' }, { inner: { 'set-cookie': 'x', colour: 'red' } }],
    token_hint: 'ab12',
    previous_token_until: '2026-01-01',
  }
  const kept = {
    parts: [{ name: 'X' }, { inner: { colour: 'red' } }],
    token_hint: 'ab12',
    previous_token_until: '2026-01-01',
  }
  assert.deepEqual(changedFields(null, record), { before: null, after: kept })
})

test('a changed secret counts as a change, and neither value is shown', () => {
  assert.deepEqual(changedFields({ password_hash: 'a' }, { password_hash: 'b' }), { before: {}, after: {} })
})

test('characters that PostgreSQL cannot store are replaced', () => {
  assert.deepEqual(changedFields(null, { 'a\0b': ['x\0y', '\ud800z'] }), {
    before: null,
    after: { ab: ['xy', '\ufffdz'] },
  })
})
