import type { RehearsedAlert } from '../rehearsed-alert.ts'
import { byTrigger } from './alert-overlaps.ts'

/** Alerts that a preview lists; more than that nobody reads, and they would be megabytes. */
export const MOST_LISTED = 1_000

/** Keeps the first alerts of any number of them, in the order in which they were triggered, and counts all. */
export interface FirstAlerts {
  count: number
  add(alert: RehearsedAlert): void
  list(): RehearsedAlert[]
}

export function firstAlerts(): FirstAlerts {
  let kept: RehearsedAlert[] = []
  /** When the last of those that are listed was triggered, once there are enough. */
  let lastAt = Number.POSITIVE_INFINITY
  function cut() {
    kept = kept.sort(byTrigger).slice(0, MOST_LISTED)
    if (kept.length === MOST_LISTED) lastAt = kept.at(-1)!.triggered_at.getTime()
  }
  const first: FirstAlerts = {
    count: 0,
    add(alert) {
      first.count += 1
      if (alert.triggered_at.getTime() >= lastAt) return
      kept.push(alert)
      if (kept.length === 2 * MOST_LISTED) cut()
    },
    list() {
      cut()
      return kept
    },
  }
  return first
}
