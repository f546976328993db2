import type { Queryable } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { AttemptOutcome } from '../sending/send-failure.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** One request in the delivery log. */
export interface Attempt {
  n: number
  /** ISO 8601. */
  at: string
  duration_ms: number
  outcome: AttemptOutcome
  /** Message about the outcome. */
  detail: string
  status: number | null
  /** Address of the receiver, if there was a connection. */
  address: string | null
  /** Beginning of the response body. */
  answer: string | null
  answer_headers: Record<string, string>
  /** Value of the header `webhook-signature`. */
  signature: string
}

/** A finished attempt. */
export interface EndedAttempt {
  delivery: ClaimedDelivery
  attempt: Attempt
  /** From `Retry-After`. */
  notBefore: Date | null
  /** In [0, 1), for the jitter. */
  random: number
}

/** A delivery without further attempts. */
export interface SettledDelivery {
  lane: string
  event: WebhookEvent
  webhook_name: string
  status: 'delivered' | 'dead'
  attempts: number
  /** Message about the last outcome. */
  detail: string
}

/** Called with settled deliveries, in the transaction that settles them. */
export type NoteSettled = (tx: Queryable, settled: readonly SettledDelivery[], now: Date) => Promise<void>
