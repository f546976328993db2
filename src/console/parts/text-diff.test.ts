import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diffLines } from './text-diff.ts'

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`)

test('a difference names the lines that are gone and those that are new', () => {
  assert.deepEqual(told('a\nb\nc', 'a\nx\nc\nd'), [' a', '-b', '+x', ' c', '+d'])
  assert.deepEqual(told('a\n', 'a'), [' a'])
})

test('both texts can be read from their difference, whatever they are', () => {
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
