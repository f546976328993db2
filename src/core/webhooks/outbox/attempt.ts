import type { InCell } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { SendOutcome } from '../sending/send-webhook.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** One request in the delivery log. */
export interface Attempt extends Omit<SendOutcome, 'retryAfter'> {
  n: number
  /** ISO 8601. */
  at: string
  duration_ms: number
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
export type NoteSettled = (tx: InCell, settled: readonly SettledDelivery[], now: Date) => Promise<void>
