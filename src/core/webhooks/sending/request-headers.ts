import type { WebhookEvent } from '../events/webhook-events.ts'

/** Headers of every attempt, beside those of its webhook. Pure. */
export const requestHeaders = (request: {
  message_id: string
  event: WebhookEvent
  /** Number of the attempt, counted from 1. */
  n: number
  at: Date
  signature: string
}): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Tocsin-Webhooks',
  'webhook-id': request.message_id,
  'webhook-timestamp': String(timestampOf(request.at)),
  'webhook-signature': request.signature,
  'x-tocsin-event': request.event,
  'x-tocsin-attempt': String(request.n),
})

/** In seconds since 1970, as in the signature. */
export const timestampOf = (at: Date): number => Math.floor(at.getTime() / 1_000)
