import { type RuleReading, timestampMs } from '../reading.ts'

/** The times of the newest reading of a device. */
export type NewestReading = Pick<RuleReading, 'ts' | 'at' | 'evaluated_at'>

/** So long may a reading have been under way, its time in whole seconds included. */
const UNDER_WAY_MS = 5_000

/**
 * The time at which rules see a reading (ms), given the newest one before it. Usually its own. A reading is not late if it
 * only seems to be: a node whose clock is behind received it, or the newest one has its time of receipt instead of the
 * time of a wrong clock, and this one was under way then. It counts as measured at the same time. Pure.
 */
export function evaluationTime({ at, evaluated_at }: Omit<NewestReading, 'ts'>, newest: NewestReading | null): number {
  if (newest === null || evaluated_at >= newest.evaluated_at) return evaluated_at
  const isInOrder = at >= newest.at
  const hasTimeOfReceipt = newest.at > newest.evaluated_at || newest.at !== timestampMs(newest.ts)
  const wasUnderWay = newest.evaluated_at - evaluated_at <= UNDER_WAY_MS
  return isInOrder || (hasTimeOfReceipt && wasUnderWay) ? newest.evaluated_at : evaluated_at
}

/** These readings, as rules see them behind the newest one so far. */
export const seenBehind = <Seen extends RuleReading>(readings: readonly Seen[], newest: NewestReading | null): Seen[] =>
  readings.map((reading) => {
    const evaluated_at = evaluationTime(reading, newest)
    return evaluated_at === reading.evaluated_at ? reading : { ...reading, evaluated_at }
  })
