import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInProportion } from '../../../../test/harness/growth.ts'
import { lineTime } from './line-time.ts'
import { parseLines } from './parse-lines.ts'

const one = (line: string) => parseLines(line)[0]
const wrong = (line: string) => {
  const part = one(line)
  return part !== undefined && 'wrong' in part ? part.wrong : null
}

test('a line is a measurement, tags, fields of each type, and a time', () => {
  assert.deepEqual(one('m,a=1,b=x f=1.5,i=-12i,u=7u,e=1e3,d=.5,t=t,u2=FALSE,s="text" 1795263621480999999'), {
    measurement: 'm',
    tags: { a: '1', b: 'x' },
    fields: { f: 1.5, i: -12, u: 7, e: 1000, d: 0.5, t: true, u2: false, s: 'text' },
    ts: 1795263621480,
  })
})

test('escapes are undone in measurements, tag keys, tag values and field keys, and a backslash before another letter stays', () => {
  assert.deepEqual(one(String.raw`my\ m\,x=y,tag\ k\=ey=va\,l\ u\=e\\z fi\ e\,l\=d=1`), {
    measurement: 'my m,x=y',
    tags: { 'tag k=ey': String.raw`va,l u=e\\z` },
    fields: { 'fi e,l=d': 1 },
  })
  assert.deepEqual(one(String.raw`C:\dir,p=C:\x f=1`), {
    measurement: String.raw`C:\dir`,
    tags: { p: String.raw`C:\x` },
    fields: { f: 1 },
  })
})

test('a quoted text may hold commas, spaces, equals signs, escaped quotation marks and line breaks', () => {
  const lines = parseLines('a t="x, y=1 \\"z\\" \\\\ \\n",v=1 5\nb v="two\nlines",w=2i\nc v')
  assert.deepEqual(lines, [
    { measurement: 'a', tags: {}, fields: { t: 'x, y=1 "z" \\ \\n', v: 1 }, ts: 0 },
    { measurement: 'b', tags: {}, fields: { v: 'two\nlines', w: 2 } },
    { line: 4, text: 'c v', wrong: 'fields' },
  ])
})

test('comments, empty lines, blanks and carriage returns are not lines of values', () => {
  const lines = parseLines('# comment x=1\r\n\r\n  \n\t m v=1 \r\n m2,a=b v=t\r\n#\n')
  assert.deepEqual(lines, [
    { measurement: 'm', tags: {}, fields: { v: 1 } },
    { measurement: 'm2', tags: { a: 'b' }, fields: { v: true } },
  ])
  assert.deepEqual(parseLines(''), [])
})

test('a line that breaks a rule is kept as its text with its number, and those around it are read', () => {
  const lines = parseLines('a v=1\n\nb,x v=1\nc v=2\r\n')
  assert.deepEqual(lines.at(1), { line: 3, text: 'b,x v=1', wrong: 'tags' })
  assert.equal(lines.length, 3)
  assert.equal(wrong(',a=b v=1'), 'measurement')
  for (const line of ['m,a= v=1', 'm,=b v=1', 'm,a=b', 'm,a=b=c v=1', 'm, v=1', 'm,__proto__=1 v=1'])
    assert.equal(wrong(line), 'tags', line)
  for (const line of ['m', 'm ', 'm v=1,__proto__=2']) assert.equal(wrong(line), line === 'm' ? 'tags' : 'fields', line)
  for (const line of [
    'm v',
    'm v=',
    'm =1',
    'm v=1,',
    'm v="open',
    'm v="a"b',
    'm v=0x10',
    'm v=1.5i',
    'm v=on',
    'm v=1 w=2',
  ])
    assert.equal(wrong(line), line === 'm v=1 w=2' ? 'time' : 'fields', line)
  for (const line of ['m v=1 12a', 'm v=1 1.5', 'm v=1 99999999999999999999999', 'm v=1 1 2'])
    assert.equal(wrong(line), 'time', line)
})

test('values that no reading can hold are left out, and named', () => {
  assert.deepEqual(one('m big=9007199254740993i,u=18446744073709551615u,n=NaN,huge=1e999,ok=9007199254740991i'), {
    measurement: 'm',
    tags: {},
    fields: { ok: 9007199254740991 },
    left_out: ['big', 'u', 'n', 'huge'],
  })
})

test('a time stamp has the unit of the query, and is cut to milliseconds', () => {
  for (const [precision, source, ms] of [
    ['ns', '1795263621480999999', 1795263621480],
    ['n', '1', 0],
    ['us', '1795263621480999', 1795263621480],
    ['u', '-1', -1],
    ['ms', '1795263621480', 1795263621480],
    ['s', '1795263621', 1795263621000],
    ['m', '29921060', 1795263600000],
    ['h', '498684', 1795262400000],
    ['ns', '-1500000', -2],
    ['s', '999999999999999', null],
    ['__proto__', '1', null],
    ['day', '1', null],
  ] as const)
    assert.equal(lineTime(source, precision), ms, `${precision} ${source}`)
})

test('bytes that are no text break only their line', () => {
  const lines = parseLines('a,t=K\ufffdche v=1\nb v=2', { damaged: true })
  assert.deepEqual(lines, [
    { line: 1, text: 'a,t=K\ufffdche v=1', wrong: 'encoding' },
    { measurement: 'b', tags: {}, fields: { v: 2 } },
  ])
})

test('a body of anything is parsed in linear time', () => {
  const few = 2 ** 15
  for (const unit of ['a v="\n', '\\', 'a', 'a,', 'm,a=b', ' ', '"', '=', 'm v=1,', 'a v=1111', '\n', 'm v="\\\n', '1'])
    assertInProportion((size) => parseLines(unit.repeat(size / unit.length)), few, unit)
  assertInProportion((size) => parseLines(`m v=${'1'.repeat(size)}x`), few, 'digits')
  assertInProportion((size) => parseLines(`m ${'v=1,'.repeat(size / 4)}v=1`), few, 'fields')
})
