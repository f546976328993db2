import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortInSlices } from './sort-in-slices.ts'
import { timeSlices } from './time-slices.ts'

test('a list sorted in slices is the list sorted at once, equal items in their order', async () => {
  const byTens = (one: number, other: number) => Math.floor(one / 10) - Math.floor(other / 10)
  const lists = fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 9_000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      assert.deepEqual(await sortInSlices(list, byTens, timeSlices()), list.toSorted(byTens))
    }),
    { numRuns: 30 },
  )
})

test('concurrent computations share the event loop, and end when they are aborted', async () => {
  const log: string[] = []
  const work = async (name: string) => {
    const giveWay = timeSlices()
    for (let step = 0; step < 3; step += 1) {
      await giveWay()
      log.push(name)
      const until = performance.now() + 6
      while (performance.now() < until);
    }
  }
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  await Promise.all([work('a'), work('b')])
  clearInterval(count)
  assert.deepEqual(log, ['a', 'b', 'a', 'b', 'a', 'b'])
  assert.ok(turns >= 4, `${turns} turns`)
  const over = new AbortController()
  over.abort()
  await assert.rejects(async () => timeSlices(over.signal)(), { name: 'AbortError' })
})
