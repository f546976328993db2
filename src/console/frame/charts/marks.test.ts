import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsOf } from './marks.ts'

const marks = [5, 10, 11, 14, 40, 90].map((at) => ({ at, severity: null, text: `at ${at}`, address: '/' }))

test('marks that are close share a label, and keep the numbers of their list', () => {
  assert.deepEqual(
    tagsOf(marks, 10, 50, 6).map(({ at, text }) => [at, text]),
    [
      [10, '2–4'],
      [40, '5'],
    ],
  )
})

test('each mark has its own label where there is room', () => {
  assert.deepEqual(
    tagsOf(marks, 0, 100, 1).map(({ text }) => text),
    ['1', '2', '3', '4', '5', '6'],
  )
})
