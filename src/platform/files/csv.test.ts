import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvLine, unguarded } from './csv.ts'

test('a line has its cells between commas and ends as RFC 4180 has it', () => {
  assert.equal(csvLine(['health', 36.6, -71, true, null, '']), 'health,36.6,-71,true,,\r\n')
})

test('text that a spreadsheet would treat as a formula is escaped', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\0=1', '＝1+1', '＋1', '－1', '＠SUM(A1)']) {
    assert.equal(csvLine([text]), `'${text}\r\n`)
  }
  assert.equal(csvLine(['\r=1', '\n=1', '\t=1']), `"'\r'=1","'\n'=1",'\t'=1\r\n`)
  assert.equal(csvLine(['CO-2', '1+1', 'a=b', 'a;b', 'a; b']), 'CO-2,1+1,a=b,a;b,a; b\r\n')
})

test('the same holds after a semicolon, a tab or a new line that may separate cells', () => {
  assert.equal(csvLine(['a;=1+1', 'a;＝1+1', 'ward;-north;west']), "a;'=1+1,a;'＝1+1,ward;'-north;west\r\n")
  assert.equal(csvLine(['a\t@b', 'a; +1']), "a\t'@b,a;' +1\r\n")
  assert.equal(csvLine(['a\n=1', 'a;"=1+1']), `"a\n'=1","a;'""=1+1"\r\n`)
})

test('written files can be read back', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'a;\t\n=-＝\'" ') }))
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
      const [cells] = parse(csvLine(texts), { relax_column_count: true }) as string[][]
      assert.deepEqual(cells?.map(unguarded), texts)
    }),
  )
})
