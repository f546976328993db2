import sql from 'sql-template-tag'
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

/** The outcome of a notification `n`, but for one that says that it waits. */
export const outcomeSoFar = sql`case when n.outcome ->> 'code' = 'bundled' then null else n.outcome end`

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
