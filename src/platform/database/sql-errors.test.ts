import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDatabaseAway, sqlState } from './sql-errors.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

for (const code of ['EPIPE', 'ECONNRESET', '57P01', '53100', '08006']) {
  test(`${code} means that the database is away`, () => assert.ok(isDatabaseAway(coded(code))))
}

for (const message of ['Connection terminated unexpectedly', 'Query read timeout', 'timeout expired']) {
  test(`"${message}" of the driver means that the database is away`, () =>
    assert.ok(isDatabaseAway(new Error(message))))
}

test('a mistake in a statement does not mean that the database is away', () => {
  assert.equal(isDatabaseAway(coded('42P01')), false)
  assert.equal(sqlState(coded('42P01')), '42P01')
  assert.equal(sqlState(coded('EPIPE')), null)
})
