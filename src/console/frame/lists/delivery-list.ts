import type { DeliveryOutcome } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { card } from '../parts/page-parts.ts'

const LOOKS: Record<DeliveryOutcome['status'], string> = {
  pending: '',
  retrying: 'warning',
  held: 'warning',
  delivered: 'good',
  dead: 'critical',
  cancelled: 'off',
}

/** Deliveries, folded; nothing where there are none. */
export function deliveryCard(reader: Reader, deliveries: readonly DeliveryOutcome[]): Content {
  if (deliveries.length === 0) return null
  const { t } = reader
  const failed = deliveries.filter(({ status }) => status === 'dead').length
  return card(
    t.shared.places.webhooks,
    html`<details class="folded" id="folded-webhooks"><summary>${t.alerts.deliveries.folded(deliveries.length, failed)}</summary>${deliveryList(reader, deliveries)}</details>`,
  )
}

/** Receivers and their delivery status. */
export function deliveryList(reader: Reader, deliveries: readonly DeliveryOutcome[]): Html {
  const { t, format } = reader
  const { deliveries: words } = t.alerts
  if (deliveries.length === 0) return html`<p class="meta">${words.none}</p>`
  return html`<ul class="deliveries">${deliveries.map(
    ({ id, webhook_id, webhook_name, event, status, attempts, response_status, detail, duration_ms, created_at }) =>
      html`<li><span class="badge ${LOOKS[status]}">${t.webhooks.statuses[status]}</span>
      <span class="stacked"><span>${
        reader.may('operator')
          ? html`<a class="tap" href="/webhooks/${webhook_id}">${webhook_name}</a> · <a class="tap" href="/webhooks/${webhook_id}/deliveries/${id}"><code>${event}</code></a>`
          : html`${webhook_name} · <code>${event}</code>`
      }</span>
      <span class="meta">${format.ago(created_at)}${attempts > 0 ? html` · ${words.attempts(attempts)}` : null}${response_status === null ? (status !== 'delivered' && detail ? html` · ${detail}` : null) : html` · ${response_status}`}${duration_ms === null ? null : html` · <span class="nowrap">${format.number(duration_ms, 0)} ms</span>`}</span></span></li>`,
  )}</ul>`
}
