/**
 * The last `LENGTH` states of an alert, newest in the lowest bit: whether it was breached. If there were fewer, the
 * earlier ones count as equal to the oldest.
 */
export type History = number
export const NO_HISTORY: History = 0

const LENGTH = 20
const MASK = (1 << LENGTH) - 1
/** Percentages of weighted changes, as in Icinga: newer changes count more. */
const STARTS_ABOVE = 30
const ENDS_BELOW = 25
const OLDEST_WEIGHT = 0.8
const NEWEST_WEIGHT = 1.15

export const withState = (history: History, isBroken: boolean): History => ((history << 1) | Number(isBroken)) & MASK

/** Between the two limits, it keeps its state. */
export function isFlapping(history: History, wasFlapping: boolean): boolean {
  const percent = changesPercent(history)
  return wasFlapping ? percent >= ENDS_BELOW : percent > STARTS_ABOVE
}

export function changesPercent(history: History): number {
  let changes = 0
  for (let age = 0; age < LENGTH - 1; age += 1) {
    const isChange = ((history >> age) & 1) !== ((history >> (age + 1)) & 1)
    const weight = NEWEST_WEIGHT - (age / (LENGTH - 2)) * (NEWEST_WEIGHT - OLDEST_WEIGHT)
    if (isChange) changes += weight
  }
  return (100 * changes) / LENGTH
}
