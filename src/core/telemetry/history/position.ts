import type { HistoryRow } from './reading-record.ts'

/** Digests before and behind all others. */
export const [LEAST_DIGEST, GREATEST_DIGEST] = [`${-(2n ** 63n)}`, `${2n ** 63n - 1n}`]

/** Whether one comes before the other in the history. Digests matter only at the same time. */
export function isBefore(one: HistoryRow, other: HistoryRow): boolean {
  const apart = one.at.getTime() - other.at.getTime()
  return apart < 0 || (apart === 0 && BigInt(one.digest) < BigInt(other.digest))
}

/** The order of the history, for `sort`. */
export const inOrder = (one: HistoryRow, other: HistoryRow): number => (isBefore(one, other) ? -1 : 1)
