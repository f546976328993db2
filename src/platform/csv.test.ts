import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvLine } from './csv.ts'

test('a line has its cells between commas and ends as RFC 4180 has it', () => {
  assert.equal(csvLine(['health', 36.6, -71, true, null, '']), 'health,36.6,-71,true,,\r\n')
})

test('a text that a spreadsheet would take for a formula is no formula any more', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\0=1']) {
    assert.equal(csvLine([text]), `'${text}\r\n`)
  }
  assert.equal(csvLine(['\r=1', '\n=1']), `"'\r=1","'\n=1"\r\n`)
  assert.equal(csvLine(['CO-2', '1+1', 'a=b']), 'CO-2,1+1,a=b\r\n')
})

test('what is written is read back, but for the apostrophe before what could be a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (texts) => {
      const [cells] = parse(csvLine(texts), { relax_column_count: true }) as string[][]
      assert.deepEqual(
        cells,
        texts.map((text) => (/^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text)),
      )
    }),
  )
})
