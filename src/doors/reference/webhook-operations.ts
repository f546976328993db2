import Type from 'typebox'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../core/webhooks/events/webhook-events.ts'
import { WEBHOOK_PAYLOADS } from '../../core/webhooks/events/webhook-payloads.ts'
import { OneOf, Time } from '../../platform/http/schemas/shapes.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { Operation, Parameter } from './document-types.ts'

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Standard Webhooks; docs/webhooks.md shows how to verify them. */
const HEADERS = [
  header('webhook-id', 'The same for every attempt to deliver the same message'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
  header('webhook-signature', 'One or more signatures, such as v1,K5oZ…='),
]

/** Webhook requests by event. */
export function webhookOperations({ refer }: ComponentSchemas): Record<string, { post: Operation }> {
  const operation = (event: WebhookEvent): Operation => {
    const { title, description = '' } = WEBHOOK_PAYLOADS[event] as { title?: string; description?: string }
    const envelope = Type.Object({ event: OneOf([event]), timestamp: Time, data: WEBHOOK_PAYLOADS[event] })
    return {
      operationId: `on${title}`,
      tags: ['Webhooks'],
      summary: event,
      description,
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema: refer(envelope) } } },
      responses: {
        '2XX': { description: 'Received' },
        '410': { description: 'Never again: the webhook is disabled' },
        default: { description: 'Not received: tried three times in all' },
      },
    }
  }
  return Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: operation(event) }]))
}
