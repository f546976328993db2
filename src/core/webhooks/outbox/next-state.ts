import { secondsAfter } from '../../../platform/clock.ts'
import type { EndedAttempt } from './attempt.ts'
import { nextDelayS } from './retry-schedule.ts'

/** State of a delivery after an attempt. */
export interface NextState {
  status: 'delivered' | 'retrying' | 'dead'
  spent: number
  next_attempt_at: Date | null
}

/** `isHeld`: the breaker of its webhook is open, so a failure does not count against this delivery. Pure. */
export function nextStateOf(
  { delivery, attempt, notBefore, random }: EndedAttempt,
  isHeld: boolean,
  retryDelaysS: readonly number[],
  now: Date,
): NextState {
  if (attempt.outcome === 'delivered') return { status: 'delivered', spent: delivery.spent, next_attempt_at: null }
  const spent = delivery.spent + 1
  const dead: NextState = { status: 'dead', spent, next_attempt_at: null }
  if (delivery.event === 'webhook.test' || attempt.status === 410) return dead
  if (isHeld) return { status: 'retrying', spent: delivery.spent, next_attempt_at: notBefore ?? now }
  const delayS = nextDelayS(spent, retryDelaysS, random)
  if (delayS === null) return dead
  const at = secondsAfter(now, delayS)
  return { status: 'retrying', spent, next_attempt_at: notBefore !== null && notBefore > at ? notBefore : at }
}
