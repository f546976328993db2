import { secondsAfter } from '../../../platform/clock.ts'

/**
 * `held`: until the quiet hours of its reader end. `accepted`: the service behind the method has taken it; nobody knows
 * whether it was seen. `acted`: its reader answered with its link. `merged`: into a digest.
 */
export const NOTIFICATION_STATES = [
  'queued',
  'held',
  'sending',
  'accepted',
  'acted',
  'retrying',
  'failed',
  'cancelled',
  'merged',
  'expired',
] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/** Outcomes that are ours, not of a service. */
export const OUTCOMES = {
  /** So that they become one message. */
  bundled: 'waits to be bundled with others',
  notInUse: 'the method is not in use any more',
  otherKey: 'its address was encrypted with another ENCRYPTION_KEY',
  ourError: 'an error of Tocsin, which its log names',
} as const

/** Not sent yet. */
export const WAITING_STATES = ['queued', 'held', 'retrying'] as const

const RETRY_DELAYS_S = [5, 15, 45, 120]

/** When a failed attempt is repeated; null if there is no further attempt in its time. Pure. */
export function nextAttemptAt(
  { spent, expires_at }: { spent: number; expires_at: Date },
  notBefore: Date | null,
  now: Date,
): Date | null {
  const delayS = RETRY_DELAYS_S[spent]
  if (delayS === undefined) return null
  const at = secondsAfter(now, delayS)
  const next = notBefore !== null && notBefore > at ? notBefore : at
  return next < expires_at ? next : null
}
