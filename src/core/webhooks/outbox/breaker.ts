import { secondsAfter } from '../../../platform/clock.ts'

const OPENS_AFTER = 5
const FIRST_PROBE_S = 30
const LONGEST_PROBE_S = 15 * 60
const GIVES_UP_AFTER_S = 5 * 86_400

/** State of a receiver after its last attempts. Closed: deliveries are sent; open: they are held. */
export interface Breaker {
  /** Failed attempts since the last success, and the time of the first. */
  failures: number
  failing_since: Date | null
  /** Null: closed. */
  breaker_opened_at: Date | null
  /** Time of the next probe: one held delivery that is sent to test the receiver. */
  probe_at: Date | null
  /** Failed probes. */
  probes: number
}

export const CLOSED: Breaker = { failures: 0, failing_since: null, breaker_opened_at: null, probe_at: null, probes: 0 }

/** State of the breaker after an attempt. `notBefore` is the time the receiver asked to wait for, if it did. Pure. */
export function afterAttempt(
  breaker: Breaker,
  attempt: { isDelivered: boolean; isProbe: boolean; notBefore: Date | null },
  now: Date,
): Breaker {
  if (attempt.isDelivered) return CLOSED
  const failing = { ...breaker, failures: breaker.failures + 1, failing_since: breaker.failing_since ?? now }
  if (breaker.breaker_opened_at === null) {
    if (failing.failures < OPENS_AFTER) return failing
    return { ...failing, breaker_opened_at: now, probe_at: probeTime(0, attempt.notBefore, now), probes: 0 }
  }
  // An attempt that was in progress when the breaker opened says nothing about the receiver's current state.
  if (!attempt.isProbe) return failing
  const probes = breaker.probes + 1
  return { ...failing, probe_at: probeTime(probes, attempt.notBefore, now), probes }
}

/** First 30 s after it opened, then after 1, 2, 4 and 8 minutes, then every 15. */
function probeTime(probes: number, notBefore: Date | null, now: Date): Date {
  const at = secondsAfter(now, Math.min(FIRST_PROBE_S * 2 ** probes, LONGEST_PROBE_S))
  return notBefore !== null && notBefore > at ? notBefore : at
}

/** Whether the receiver has been unavailable for so long that its webhook is disabled. */
export const isGivenUp = ({ breaker_opened_at }: Breaker, now: Date): boolean =>
  breaker_opened_at !== null && secondsAfter(breaker_opened_at, GIVES_UP_AFTER_S) <= now
