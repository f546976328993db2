import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusters, sharesOf } from './cluster.ts'

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

test('the ring of a cluster shows how many devices are in which state, and one critical device among hundreds', () => {
  const of = (...looks: ('good' | 'warning' | 'critical')[]) => sharesOf(looks.map((look) => ({ look })))
  assert.deepEqual(of('good', 'critical', 'good', 'good'), [
    { look: 'critical', share: 25 },
    { look: 'good', share: 75 },
  ])
  const [critical, good] = of('critical', ...Array.from({ length: 199 }, () => 'good' as const))
  assert.ok(critical!.share > 5 && good!.share > 90)
  assert.equal(critical!.share + good!.share, 100)
})
