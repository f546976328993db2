import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedLookUp } from './grouped-look-up.ts'

test('concurrent lookups share one query, and later ones the next', async () => {
  const queries: (readonly string[])[] = []
  const began = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lookUp = groupedLookUp(async (keys) => {
    queries.push(keys)
    began.resolve()
    await release.promise
    return new Map([['known', 7]])
  })
  const first = [lookUp('known'), lookUp('unknown'), lookUp('known')]
  await began.promise
  const second = [lookUp('known'), ...Array.from({ length: 600 }, (_, place) => lookUp(`unknown ${place}`))]
  release.resolve()
  assert.deepEqual(await Promise.all(first), [7, null, 7])
  assert.deepEqual((await Promise.all(second)).slice(0, 2), [7, null])
  assert.deepEqual(
    queries.map((keys) => keys.length),
    [2, 500, 101],
  )
})

test('a query that fails fails those who asked, and not those who ask next', async () => {
  let isAway = true
  const lookUp = groupedLookUp(async () => {
    if (isAway) throw new Error('away')
    return new Map([['known', 7]])
  })
  await assert.rejects(lookUp('known'), /away/)
  isAway = false
  assert.equal(await lookUp('known'), 7)
})
