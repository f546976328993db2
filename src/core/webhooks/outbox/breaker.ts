import { secondsAfter } from '../../../platform/clock.ts'

const OPENS_AFTER = 5
const FIRST_PROBE_S = 30
const LONGEST_PROBE_S = 15 * 60
const GIVES_UP_AFTER_S = 5 * 86_400

/** What the last attempts say of a receiver. Closed, it is sent to; open, what is meant for it is held. */
export interface Breaker {
  /** Attempts that failed since the last success, and since when. */
  failures: number
  failing_since: Date | null
  /** Null: closed. */
  opened_at: Date | null
  /** When one held delivery may go out, to see whether the receiver is back. */
  probe_at: Date | null
  /** Probes that failed. */
  probes: number
}

export const CLOSED: Breaker = { failures: 0, failing_since: null, opened_at: null, probe_at: null, probes: 0 }

/** What an attempt makes of it. `notBefore` is when the receiver asked to be called again, if it did. Pure. */
export function afterAttempt(
  breaker: Breaker,
  attempt: { isDelivered: boolean; isProbe: boolean; notBefore: Date | null },
  now: Date,
): Breaker {
  if (attempt.isDelivered) return CLOSED
  const failing = { ...breaker, failures: breaker.failures + 1, failing_since: breaker.failing_since ?? now }
  if (breaker.opened_at === null) {
    if (failing.failures < OPENS_AFTER) return failing
    return { ...failing, opened_at: now, probe_at: probeTime(0, attempt.notBefore, now), probes: 0 }
  }
  // What was under way when it opened says nothing of how the receiver does now.
  if (!attempt.isProbe) return failing
  const probes = breaker.probes + 1
  return { ...failing, probe_at: probeTime(probes, attempt.notBefore, now), probes }
}

/** 30 s after it opened, then after 1, 2, 4 and 8 minutes, then every 15. */
function probeTime(probes: number, notBefore: Date | null, now: Date): Date {
  const at = secondsAfter(now, Math.min(FIRST_PROBE_S * 2 ** probes, LONGEST_PROBE_S))
  return notBefore !== null && notBefore > at ? notBefore : at
}

/** Whether the receiver has been away for so long that nobody waits for it any more. */
export const isGivenUp = ({ opened_at }: Breaker, now: Date): boolean =>
  opened_at !== null && secondsAfter(opened_at, GIVES_UP_AFTER_S) <= now
