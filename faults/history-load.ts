import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf, type ReadingMonth } from '../src/core/telemetry/storage/reading-months.ts'
import type { Message } from './bodies.ts'
import { type Sender, send, type Turn } from './load.ts'

/** One device in this many begins with a long history … */
const LONG_EVERY = 9
/** … of this many batches … */
const FIRST_TURNS = 8
/** … of this size. */
const FIRST_BATCH = 1_000
const BATCH = 60
const SINGLE_EVERY = 4
const PAUSE_MS = 150
const TRIES = 4
const AGAIN_AFTER_MS = 400
const LATE_EVERY = 5
const HOUR_MS = 3_600_000

const now = new Date()
/** The months of the readings, newest first. */
export const MONTHS: readonly ReadingMonth[] = [0, 1, 2, 3].map((back) =>
  monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)),
)
/** Ends of months, and the time up to which the service compacts. */
const EDGES = [...MONTHS.slice(0, -1).map(({ from }) => from), now.setMilliseconds(0) - HOUR_MS]

/** Further fields of a reading, derived from its value, so that chunks have fields of every kind. */
export const moreOf = (value: number) => ({
  module: value % 9 === 0 ? 'worker' : 'health',
  ...(value % 2 === 0 ? { battery: 50 + (value % 500) / 10 } : {}),
  ...(value % 5 === 0 ? { signal: -60 - (value % 70) / 7 } : {}),
  ...(value % 3 === 0 ? { lat: 46 + value / 1e5, lng: 14 - value / 1e6 } : {}),
  ...(value % 4 === 0 ? { flags: { sensor_fault: value % 8 === 0 } } : {}),
})

/**
 * The readings of a device move away from each edge on both sides; some are late, and one request in three repeats what
 * was sent before. Every other device sends its times in milliseconds.
 */
export function historyLoad(): { turn: Turn; sentAgain: () => number } {
  const sentBy = new Map<number, Message[][]>()
  let again = 0
  return {
    async turn(sender, turn) {
      const sent = sentBy.get(sender.device) ?? EDGES.map(() => [])
      sentBy.set(sender.device, sent)
      const ofEdge = sent[turn % EDGES.length]!
      const isFirst = sender.device % LONG_EVERY === 1 && turn <= FIRST_TURNS
      const size = isFirst ? FIRST_BATCH : sender.device % SINGLE_EVERY === 0 ? 1 : 2 + ((turn * 17) % BATCH)
      const isAgain = !isFirst && turn % 3 === 0 && ofEdge.length > 0
      const readings = isAgain ? someOf(sent.flat(), size) : newReadings(sender, turn, ofEdge.length, size)
      if (isAgain) again += readings.length
      else ofEdge.push(...readings)
      const form = size === 1 ? 'reading' : turn % 2 === 0 ? 'array' : 'lines'
      for (let tries = 1; tries <= TRIES && (await send(sender, { form, readings })) === 'unknown'; tries += 1) {
        await sleep(AGAIN_AFTER_MS)
      }
      await sleep(PAUSE_MS)
    },
    sentAgain: () => again,
  }
}

function newReadings({ device, ledger }: Sender, turn: number, sent: number, size: number): Message[] {
  const isInSeconds = device % 2 === 0
  const stepMs = isInSeconds ? 1_000 : 100
  return Array.from({ length: size }, (_, place) => {
    const number = sent + place
    const reached = Math.ceil(number / 2)
    const distance = number % LATE_EVERY === 0 ? Math.floor(Math.random() * reached) : reached
    const at = EDGES[turn % EDGES.length]! + (number % 2 === 0 ? distance : -distance) * stepMs
    const value = ledger.newValue()
    return { value, ts: isInSeconds ? at / 1_000 : at, more: moreOf(value) }
  })
}

/** Half of them are neighbours, the others from anywhere. */
function someOf(sent: readonly Message[], size: number): Message[] {
  const begin = Math.floor(Math.random() * sent.length)
  return Array.from({ length: Math.min(size, sent.length) }, (_, place) =>
    place % 2 === 0 ? sent[(begin + place) % sent.length]! : sent[Math.floor(Math.random() * sent.length)]!,
  )
}
