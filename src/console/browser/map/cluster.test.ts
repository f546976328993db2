import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusters } from './cluster.ts'

test('the points of a cell form one cluster with the highest severity, and every point is in a cluster', () => {
  const spots = [
    { id: 1, look: 'good', x: 10, y: 10 },
    { id: 2, look: 'critical', x: 30, y: 30 },
    { id: 3, look: 'off', x: 70, y: 10 },
    { id: 4, look: 'off', x: -30, y: 10 },
    { id: 5, look: 'off', x: -30, y: -1 },
  ] as const
  const found = clusters(spots, 64)
  assert.deepEqual(
    found.map(({ items, look, x, y }) => ({ ids: items.map(({ id }) => id), look, x, y })),
    [
      { ids: [1, 2], look: 'critical', x: 20, y: 20 },
      { ids: [3], look: 'off', x: 70, y: 10 },
      { ids: [4, 5], look: 'off', x: -30, y: 4.5 },
    ],
  )
})
