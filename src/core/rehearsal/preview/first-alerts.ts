import type { RehearsedAlert } from '../rehearsed-alert.ts'
import { byTrigger } from './alert-overlaps.ts'

/** Alerts listed by a preview; nobody reads more, and they would be megabytes. */
export const MOST_LISTED = 1_000

/** Keeps the first alerts by trigger time, and counts all of them. */
export interface FirstAlerts {
  count: number
  add(alert: RehearsedAlert): void
  list(): RehearsedAlert[]
}

export function firstAlerts(): FirstAlerts {
  let kept: RehearsedAlert[] = []
  /** Trigger time of the last one listed, once the list is full. */
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
