import {
  DELIVERY_STATUSES,
  type DeliveryRecord,
  type WholeDelivery,
} from '../../../core/webhooks/outbox/delivery-log.ts'
import type { WebhookHealth } from '../../../core/webhooks/outbox/webhook-health.ts'
import type { WebhookRecord } from '../../../core/webhooks/webhook.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import { chips, filterBar, pager } from '../../frame/lists/list-parts.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { emptyState } from '../../frame/parts/page-parts.ts'
import { deliveryBadge } from '../webhook-state.ts'

const SOONEST_S = 2
const LATEST_S = 60

/** Sent and waiting messages. */
export function webhookDeliveryList({
  reader,
  webhook,
  deliveries,
  nextCursor,
  mostAttempts,
  isFiltered,
}: WebhookPage): Html {
  const { webhooks: t } = reader.t
  const statuses = DELIVERY_STATUSES.map((value) => ({ value, text: t.statuses[value] }))
  const events = webhook.events.map((value) => ({ value, text: value }))
  return html`
    ${filterBar(chips(reader, t.status, 'status', statuses), events.length > 1 ? chips(reader, t.event, 'event', events) : null)}
    ${liveAgain(
      'deliveries',
      'webhook alert incident device',
      secondsToWait(reader, deliveries),
      deliveries.length === 0
        ? emptyState('send', isFiltered ? t.noMatch : t.noDeliveries)
        : html`${table(reader, webhook.id, deliveries, mostAttempts)}${pager(reader, nextCursor)}`,
    )}`
}

/** Seconds until a change on this page is likely: an attempt is due or in progress. */
function secondsToWait({ now }: Reader, deliveries: readonly DeliveryRecord[]): number | null {
  const due = deliveries.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [at.getTime() - now.getTime()]))
  if (due.length === 0) return null
  return Math.min(LATEST_S, Math.max(SOONEST_S, Math.ceil(Math.min(...due) / 1_000) + 1))
}

function table(reader: Reader, webhookId: number, rows: readonly DeliveryRecord[], mostAttempts: number): Html {
  const { t, format } = reader
  const { webhooks: words } = t
  const address = ({ id }: DeliveryRecord) => `/webhooks/${webhookId}/deliveries/${id}`
  const last = ({ attempts }: DeliveryRecord) => attempts.at(-1)
  return dataTable({
    caption: words.deliveries,
    rows,
    key: ({ id }) => `delivery-${id}`,
    address,
    columns: [
      {
        name: words.event,
        kind: 'main',
        show: (delivery) => html`<a href="${address(delivery)}"><code>${delivery.event}</code></a>`,
      },
      { name: words.status, show: ({ status }) => deliveryBadge(reader.t, status) },
      {
        name: words.attempts,
        kind: 'number',
        show: (delivery) => {
          const n = last(delivery)?.n ?? 0
          return delivery.event === 'webhook.test' || n > mostAttempts ? String(n) : words.of(n, mostAttempts)
        },
      },
      {
        name: words.outcome,
        show: (delivery) => {
          const attempt = last(delivery)
          if (attempt === undefined) return '–'
          const { outcome, status, detail } = attempt
          return html`<span title="${detail}">${status === null ? words.outcomes[outcome] : html`<code>${status}</code>`}</span>`
        },
      },
      {
        name: t.terms.duration,
        kind: 'number',
        show: (delivery) => {
          const ms = last(delivery)?.duration_ms
          return ms === undefined ? '–' : `${format.number(ms)} ms`
        },
      },
      {
        name: words.next,
        show: ({ next_attempt_at: at }) => (at === null ? '–' : format.ago(at)),
      },
      { name: words.queued, show: ({ created_at }) => format.ago(created_at) },
    ],
  })
}

export interface WebhookPage {
  reader: Reader
  webhook: WebhookRecord
  health: WebhookHealth | undefined
  deliveries: readonly DeliveryRecord[]
  nextCursor: string | null
  mostAttempts: number
  isFiltered: boolean
  /** The test message that was just sent. */
  test: WholeDelivery | null
  recovered: number | null
  done: string | undefined
  /** State of the filter form. */
  state: FormState
}
