import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWork } from './shared-work.ts'

test('who asks at the same time shares one piece of work; who asks while it is under way shares the next one', async () => {
  const begun: PromiseWithResolvers<string>[] = []
  const ask = sharedWork(() => {
    const work = Promise.withResolvers<string>()
    begun.push(work)
    return work.promise
  })
  const first = [ask(), ask()]
  await Promise.resolve()
  assert.equal(begun.length, 1)
  const second = [ask(), ask()]
  begun[0]!.resolve('first')
  assert.deepEqual(await Promise.all(first), ['first', 'first'])
  await Promise.resolve()
  assert.equal(begun.length, 2)
  begun[1]!.resolve('second')
  assert.deepEqual(await Promise.all(second), ['second', 'second'])
})

test('work that fails fails for those who asked for it, and not for the next ones', async () => {
  let turn = 0
  const ask = sharedWork(async () => {
    turn += 1
    if (turn === 1) throw new Error('away')
    return turn
  })
  await assert.rejects(ask(), /away/)
  assert.equal(await ask(), 2)
})
