import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { giveWayTo, nextTurn } from './low-priority.ts'

const busyFor = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('of all that waits for a turn, one piece runs in each turn of the event loop', async () => {
  const log: string[] = []
  const work = Array.from({ length: 5 }, async (_, place) => {
    await nextTurn()
    log.push(`piece ${place}`)
  })
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await turn()
      log.push('others')
    }
  })()
  await Promise.all(work)
  isOver = true
  await others
  const pieces = log.filter((entry) => entry !== 'others')
  assert.deepEqual(pieces, ['piece 0', 'piece 1', 'piece 2', 'piece 3', 'piece 4'])
  for (const [place, entry] of log.entries()) {
    if (entry !== 'others') assert.ok(place === 0 || log[place - 1] === 'others', log.join(', '))
  }
})

test('while something urgent is under way, no piece begins until as much time has passed as the last one took', async () => {
  let isUnderWay = false
  const end = giveWayTo(() => isUnderWay)
  try {
    const lengthMs = 20
    // Both are noted in the pieces themselves: between them and the test, the machine may do something else.
    let [ended, began] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const first = nextTurn().then(() => {
      busyFor(lengthMs)
      isUnderWay = true
      ended = performance.now()
    })
    const second = nextTurn().then(() => {
      began = performance.now()
    })
    await Promise.all([first, second])
    assert.ok(began - ended >= lengthMs, `${began - ended} ms`)
    // Work that ends soon holds up nothing.
    busyFor(1)
    isUnderWay = false
    await nextTurn()
  } finally {
    end()
  }
})
