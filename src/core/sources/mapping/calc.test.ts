import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compileCalc } from './calc.ts'
import { compilePointer, type ItemScope, MappingFault } from './pointers.ts'

const scopeOf = (item: unknown): ItemScope => ({
  root: item,
  item,
  holders: [],
  keys: [],
  known: null,
  opened: new Map(),
})
const calculated = (text: string, item: unknown = {}): number => compileCalc(text, compilePointer)(scopeOf(item))

/** The column of the fault in a calculation; null if it has none. */
function faultIn(text: string): number | null {
  try {
    compileCalc(text, compilePointer)
    return null
  } catch (error) {
    if (error instanceof MappingFault) return error.column
    throw error
  }
}

const OUTCOMES: [text: string, outcome: number][] = [
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['8 / 4 / 2', 1],
  ['2 × 3 ÷ 4 − 1', 0.5],
  ['-2 * -3', 6],
  ['1.5e2', 150],
  ['.5 + 1.', 1.5],
  ['7 > 3', 1],
  ['3 >= 3 and 2 ≤ 1', 0],
  ['not 1 > 2', 1],
  ['not not true', 1],
  ['false or 2 == 2', 1],
  ['1 != 1 or false', 0],
  ['1 < 2 ? 10 : 20', 10],
  ['1 > 2 ? 10 : 2 > 1 ? 20 : 30', 20],
  ['min(3, 1, 2)', 1],
  ['max(0, -5)', 0],
  ['round(2.5)', 3],
  ['round(1.005 * 100, 1)', 100.5],
  ['abs(-3)', 3],
  ['a + b', 5],
  ['{/c/d} * 2', 8],
  ['{e.f}', 6],
  ['yes + 1', 2],
  ['text + 1', 22.5],
]
const ITEM = { a: 2, b: 3, c: { d: 4 }, 'e.f': 6, yes: true, text: '21.5', word: 'wet', gone: null, list: [1] }

for (const [text, outcome] of OUTCOMES) {
  test(`${text} is ${outcome}`, () => assert.equal(calculated(text, ITEM), outcome))
}

for (const text of [
  ...['1 / 0', '0 / 0', '1e308 * 1e308', '1 / (1e308 * 1e308)', '1e308 + 1e308', 'round(1, 10)', 'round(1, -1)'],
  ...['missing', 'missing + 1', 'max(0, missing)', 'missing > 1', 'not missing', 'missing ? 1 : 2', 'word', 'gone'],
  ...['list', 'c', 'missing and true', 'missing or false', '-missing', '{/c/d/e}', '{__proto__}', 'constructor'],
]) {
  test(`${text} is no value`, () => assert.equal(calculated(text, ITEM), Number.NaN))
}

test('with and and or, a missing value counts only if the other one does not decide', () => {
  assert.equal(calculated('missing or true'), 1)
  assert.equal(calculated('true or missing'), 1)
  assert.equal(calculated('missing and false'), 0)
  assert.equal(calculated('false and missing'), 0)
})

const FAULTS: [text: string, column: number][] = [
  ['', 1],
  ['1 +', 4],
  ['1 2', 3],
  ['(1', 3],
  ['1)', 2],
  ['a ? 1', 6],
  ['1 < a < 3', 7],
  ['min()', 5],
  ['abs(1, 2)', 9],
  ['eval(1)', 5],
  ['a = 1', 3],
  ["'wet'", 1],
  ['a.b', 2],
  ['a[0]', 2],
  ['1e999', 1],
  ['  {}', 3],
  ['a && b', 3],
  ['not', 4],
  ['and', 1],
]
for (const [text, column] of FAULTS) {
  test(`"${text}" is refused at column ${column}`, () => assert.equal(faultIn(text), column))
}

test('what is nested too deep, or too long, is refused with its place', () => {
  for (const deep of [`${'('.repeat(200)}1${')'.repeat(200)}`, 'not '.repeat(100), '-'.repeat(300), 'a?'.repeat(100)]) {
    assert.ok(faultIn(deep)! < 150, deep)
  }
  assert.equal(faultIn('1+'.repeat(250_000)), 501)
  assert.equal(faultIn(`${'1+'.repeat(249)}1`), null)
})

const word = fc.constantFrom(
  ...['(', ')', '+', '-', '*', '/', '<', '==', '?', ':', ',', 'and', 'or', 'not', 'min', 'round', 'a', 'b', 'gone'],
  ...['1', '0', '1e308', '{/c/d}', '{e.f}', '{', '}', ' ', 'true', '×', '.', '~', '__proto__', '='],
)

test('any text is calculated to a finite number or to none, or is refused with a column inside it', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.array(word, { maxLength: 40 }).map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(texts, fc.jsonValue(), (text, item) => {
      const column = faultIn(text)
      if (column !== null) return column >= 1 && column <= text.length + 1
      const outcome = calculated(text, item)
      return typeof outcome === 'number' && (Number.isNaN(outcome) || Number.isFinite(outcome))
    }),
    { numRuns: 1_500 },
  )
})
