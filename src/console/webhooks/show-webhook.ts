import Type, { type Static } from 'typebox'
import { WEBHOOK_EVENTS } from '../../core/webhooks/events/webhook-events.ts'
import { DELIVERY_STATUSES, findDelivery, listDeliveries } from '../../core/webhooks/outbox/delivery-log.ts'
import { readHealth } from '../../core/webhooks/outbox/webhook-health.ts'
import { getWebhook } from '../../core/webhooks/webhook-store.ts'
import type { Html } from '../../platform/html.ts'
import { pageById } from '../../platform/http/pagination.ts'
import { wordsIn } from '../../platform/http/schemas/query-words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { webhookView } from './webhook-view.ts'

const ROWS = 50
const Words = Type.Optional(Type.String({ maxLength: 300 }))

export const WebhookQuery = Type.Object({
  status: Words,
  event: Words,
  cursor: Words,
  /** Id of the test message that was just sent. */
  test: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
  /** Number of redelivered messages. */
  recovered: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
})

/** The page of a webhook: its health and its deliveries. Throws 404. */
export async function showWebhook(
  context: ConsoleContext,
  reader: Reader,
  id: number,
  query: Static<typeof WebhookQuery> & { done?: string },
  state: FormState = EMPTY,
): Promise<Html> {
  const { db, now, environment } = context
  const filter = {
    statuses: wordsIn('status', query.status || undefined, DELIVERY_STATUSES),
    events: wordsIn('event', query.event || undefined, WEBHOOK_EVENTS),
    ...{ from: null, to: null },
  }
  const webhook = await getWebhook(db, reader.reach, id, now())
  const [health, { data: deliveries, next_cursor }, test] = await Promise.all([
    readHealth(db, now()),
    pageById(query, 'id', (place) => listDeliveries(db, webhook.id, filter, place), ROWS),
    query.test === undefined ? null : findDelivery(db, webhook.id, Number(query.test)),
  ])
  return webhookView({
    reader,
    webhook,
    health: health.get(id),
    deliveries,
    nextCursor: next_cursor,
    mostAttempts: environment.webhookRetryDelaysS.length + 1,
    isFiltered: filter.statuses !== null || filter.events !== null,
    test,
    recovered: query.recovered === undefined ? null : Number(query.recovered),
    done: query.done,
    state,
  })
}
