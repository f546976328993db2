import assert from 'node:assert/strict'
import { test } from 'node:test'
import { losesDigits, parseExactly } from './exact-numbers.ts'

const KEPT = [
  ...['0', '-0', '1', '9007199254740991', '9007199254740992', '-9007199254740992', '9007199254740994', '1e16', '1e22'],
  ...['1e300', '-1.5E+300', '1.7976931348623157e308', '100000000000000000000', '10000000000000000000000.0', '5e-324'],
  ...['37.785834000000001', '0.30000000000000004', '0.1234567890123456789', '1750000000123456', '1e400', '-1e400'],
]
const LOST = [
  ...['9007199254740993', '-9007199254740993', '9007199254740993.0', '9007199254740992.5', '9007199254740993e0'],
  ...['900719925474099.3e1', '12345678901234567890', '100000000000000000001', '0.9007199254740993E+16'],
]
const parse = (text: string) => parseExactly(text, JSON.parse as never, (source) => `lost ${source}`)

test('a number beyond 2^53 is kept if it comes back with its digits', () => {
  for (const text of KEPT) {
    assert.equal(losesDigits(text, Number(text)), false, text)
    assert.deepEqual(parse(`{"a":[${text}]}`), { a: [Number(text)] }, text)
  }
})

test('a number that would lose digits is found, wherever it stands', () => {
  for (const text of LOST) {
    assert.equal(losesDigits(text, Number(text)), true, text)
    assert.deepEqual(parse(`{"a":1,"b":{"c":[2,${text}]}}`), { a: 1, b: { c: [2, `lost ${text}`] } }, text)
    assert.equal(parse(text), `lost ${text}`)
  }
})

test('digits in a text are no number', () => {
  assert.deepEqual(parse('{"a":"9007199254740993","9007199254740993":"1e5"}'), {
    a: '9007199254740993',
    '9007199254740993': '1e5',
  })
})
