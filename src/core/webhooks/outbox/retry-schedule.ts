import { secondsAfter } from '../../../platform/clock.ts'
import type { EndedAttempt } from './attempt.ts'

/** Three attempts in all. `WEBHOOK_RETRY_DELAYS_S` sets others. */
export const DEFAULT_RETRY_DELAYS_S = [5, 25]
const JITTER = 0.2
const LONGEST_RETRY_AFTER_S = 3_600

/**
 * Seconds until the next attempt after `attempts` failed ones, or null if there is none: three requests in all with two
 * delays. `random` is in [0, 1).
 */
function nextDelayS(attempts: number, delaysS: readonly number[], random: number): number | null {
  const delay = delaysS[attempts - 1]
  return delay === undefined ? null : delay * (1 - JITTER + 2 * JITTER * random)
}

/**
 * The time at which a busy receiver (429, 503) asks to be called again, at most an hour from now. Parses `Retry-After`:
 * seconds, or an HTTP date. Null without it.
 */
export function retryAfter(status: number | null, text: string | undefined, now: Date): Date | null {
  if (text === undefined || (status !== 429 && status !== 503)) return null
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000
  if (Number.isNaN(seconds) || seconds <= 0) return null
  return secondsAfter(now, Math.min(seconds, LONGEST_RETRY_AFTER_S))
}

/** State of a delivery after an attempt. */
export interface NextState {
  status: 'delivered' | 'retrying' | 'dead'
  failed_attempts: number
  next_attempt_at: Date | null
}

/** `isHeld`: the breaker of its webhook is open, so a failure does not count against this delivery. Pure. */
export function nextStateOf(
  { delivery, attempt, notBefore, random }: EndedAttempt,
  isHeld: boolean,
  retryDelaysS: readonly number[],
  now: Date,
): NextState {
  if (attempt.outcome === 'delivered')
    return { status: 'delivered', failed_attempts: delivery.failed_attempts, next_attempt_at: null }
  const failed_attempts = delivery.failed_attempts + 1
  const dead: NextState = { status: 'dead', failed_attempts, next_attempt_at: null }
  if (delivery.event === 'webhook.test' || attempt.status === 410) return dead
  if (isHeld)
    return { status: 'retrying', failed_attempts: delivery.failed_attempts, next_attempt_at: notBefore ?? now }
  const delayS = nextDelayS(failed_attempts, retryDelaysS, random)
  if (delayS === null) return dead
  const at = secondsAfter(now, delayS)
  return { status: 'retrying', failed_attempts, next_attempt_at: notBefore !== null && notBefore > at ? notBefore : at }
}
