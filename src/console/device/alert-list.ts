import type { AlertRecord } from '../../alerts/list-alerts.ts'
import { type Html, html } from '../../platform/html.ts'
import { severityBadge, statusBadge } from '../parts/badges.ts'
import type { Visit } from '../shell/visit.ts'

/** The alerts of one device, in few words. */
export const alertList = (visit: Visit, alerts: readonly AlertRecord[]): Html => html`
<ul class="rows">${alerts.map(
  (alert) => html`<li>
  <span>${severityBadge(visit.t, alert.severity)} <a href="/alerts/${alert.alert_id}">${alert.title}</a></span>
  <span class="meta">${statusBadge(visit.t, alert.status)} ${visit.format.ago(alert.triggered_at)}</span>
</li>`,
)}</ul>`
