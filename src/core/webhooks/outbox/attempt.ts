import type { Queryable } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { AttemptOutcome } from '../sending/send-failure.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** One request, as the log tells of it. */
export interface Attempt {
  n: number
  /** ISO 8601. */
  at: string
  duration_ms: number
  outcome: AttemptOutcome
  /** The outcome in words. */
  detail: string
  status: number | null
  /** That of the receiver, if there was a connection. */
  address: string | null
  /** The beginning of what it answered. */
  answer: string | null
  answer_headers: Record<string, string>
  /** What `webhook-signature` said. */
  signature: string
}

/** An attempt that has ended. */
export interface EndedAttempt {
  delivery: ClaimedDelivery
  attempt: Attempt
  /** From `Retry-After`. */
  notBefore: Date | null
  /** For the jitter; in [0, 1). */
  random: number
}

/** A delivery that no attempt follows. */
export interface SettledDelivery {
  lane: string
  event: WebhookEvent
  webhook_name: string
  status: 'delivered' | 'dead'
  attempts: number
  /** The last outcome in words. */
  detail: string
}

/** Told of deliveries that have settled, in the transaction that says so. */
export type NoteSettled = (tx: Queryable, settled: readonly SettledDelivery[], now: Date) => Promise<void>
