import { sortInSlices } from '../../../platform/long-work/sort-in-slices.ts'
import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'

/** End of an alert (ms); `otherwise` if it is still open. */
export const alertEnd = ({ resolved_at }: RehearsedAlert, otherwise: number): number =>
  resolved_at?.getTime() ?? otherwise

export const byTrigger = (one: RehearsedAlert, other: RehearsedAlert): number =>
  one.triggered_at.getTime() - other.triggered_at.getTime()

/**
 * Returns a function that tells whether an alert overlaps one of these on the same device. Alerts that begin before it
 * ends are found by binary search, and the latest end among them decides: a device may have hundreds of thousands of
 * alerts.
 */
export async function overlapsOf(
  alerts: readonly RehearsedAlert[],
  openUntil: number,
  giveWay: GiveWay,
): Promise<(alert: RehearsedAlert) => boolean> {
  const begins: number[] = []
  const latestEnds: number[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const alert of await sortInSlices(alerts, byTrigger, giveWay)) {
    latest = Math.max(latest, alertEnd(alert, openUntil))
    begins.push(alert.triggered_at.getTime())
    latestEnds.push(latest)
    await giveWay()
  }
  return (alert) => {
    const before = countUpTo(begins, alertEnd(alert, openUntil))
    return before > 0 && latestEnds[before - 1]! >= alert.triggered_at.getTime()
  }
}

/** Number of values in this ascending list that are not larger than `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
