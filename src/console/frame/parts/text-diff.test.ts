import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diffLines } from './text-diff.ts'

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`)

test('a difference lists the removed and the added lines', () => {
  assert.deepEqual(told('a\nb\nc', 'a\nx\nc\nd'), [' a', '-b', '+x', ' c', '+d'])
  assert.deepEqual(told('a\n', 'a'), [' a'])
})

test('of long texts, only the lines between the first and the last change are compared, or replaced as a whole', () => {
  const lines = (name: string, count: number) => Array.from({ length: count }, (_, line) => `${name}${line}`).join('\n')
  const [before, after] = [`a\n${lines('b', 3_000)}\nz`, `a\n${lines('c', 3_000)}\nz`]
  const kinds = diffLines(before, after).map(({ kind }) => kind)
  assert.deepEqual(Map.groupBy(kinds, (kind) => kind).get('gone')?.length, 3_000)
  assert.deepEqual([kinds[0], kinds.at(-1), kinds.length], ['same', 'same', 6_002])
  const long = lines('b', 20_000)
  assert.deepEqual(diffLines(`${long}\nx`, `${long}\ny`).slice(-2), [
    { kind: 'gone', text: 'x' },
    { kind: 'new', text: 'y' },
  ])
})

test('both texts can be restored from their difference', () => {
  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
    .map((all) => `${all.join('\n')}\nend`)
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const difference = diffLines(before, after)
      const side = (left: string) =>
        difference
          .filter(({ kind }) => kind !== left)
          .map(({ text }) => text)
          .join('\n')
      assert.equal(side('new'), before)
      assert.equal(side('gone'), after)
    }),
  )
})
