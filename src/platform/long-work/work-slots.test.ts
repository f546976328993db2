import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { workSlots } from './work-slots.ts'

const [ANA, BEN] = [1, 2]
const busy = (statusCode: number) => ({ name: 'RequestError', statusCode, headers: { 'retry-after': '5' } })

/** Takes places, and notes in which order they are had. */
function taking(limits: Parameters<typeof workSlots>[1]) {
  const [room, began] = [workSlots('pages', limits), [] as string[]]
  const take = async (name: string, person: number, gone?: AbortSignal) => {
    const leave = await room.take(person, gone)
    began.push(name)
    return leave
  }
  return { take, began }
}

test('a person waits for a place of their own, while others pass by', async () => {
  const { take, began } = taking({ most: 9, mostOfOne: 3, atOnce: 3, atOnceOfOne: 2 })
  const leave = await take('a1', ANA)
  await take('a2', ANA)
  void take('a3', ANA)
  await assert.rejects(take('a4', ANA), busy(429))
  await take('b1', BEN)
  void take('b2', BEN)
  await turn()
  assert.deepEqual(began, ['a1', 'a2', 'b1'])
  leave()
  leave()
  await turn()
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'a3'])
})

test('when everybody together has enough, the next gets 503', async () => {
  const { take } = taking({ most: 2, mostOfOne: 2 })
  await take('a1', ANA)
  await take('b1', BEN)
  await assert.rejects(take('b2', BEN), busy(503))
})

test('whoever goes while waiting or under way leaves the place to the next', async () => {
  const { take, began } = taking({ most: 9, mostOfOne: 9, atOnce: 1 })
  const [first, second] = [new AbortController(), new AbortController()]
  await take('first', ANA, first.signal)
  const waits = take('second', ANA, second.signal)
  void take('third', ANA)
  second.abort()
  await waits
  await turn()
  assert.deepEqual(began, ['first', 'second'])
  first.abort()
  await turn()
  assert.deepEqual(began, ['first', 'second', 'third'])
  const gone = AbortSignal.abort()
  await take('fourth', ANA, gone)
})

test('work that fails frees its place', async () => {
  const room = workSlots('texts', { most: 1, mostOfOne: 1 })
  await assert.rejects(
    room.run(ANA, async () => {
      throw new Error('unreadable')
    }),
  )
  assert.equal(await room.run(ANA, async () => 'read'), 'read')
})
