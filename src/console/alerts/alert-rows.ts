import type { AlertRecord } from '../../alerts/list-alerts.ts'
import { type Html, html } from '../../platform/html.ts'
import { severityBadge, statusBadge } from '../parts/badges.ts'
import type { Visit } from '../shell/visit.ts'
import { alertMarks, alertValue, durationOf } from './alert-marks.ts'
import { acknowledgeAlertButton } from './alert-table.ts'

/** A few alerts where there is no room for a table. */
export const alertRows = (visit: Visit, alerts: readonly AlertRecord[]): Html => html`
<ul class="rows alert-rows">${alerts.map((alert) => row(visit, alert))}</ul>`

function row(visit: Visit, alert: AlertRecord): Html {
  const { t, format } = visit
  const { alert_id, device_id, device_name, last_value, threshold } = alert
  const value = alertValue(visit, alert, last_value)
  const limit = threshold === null ? null : t.alerts.limit(alertValue(visit, alert, threshold))
  return html`<li id="row-alert-${alert_id}">${severityBadge(t, alert.severity)}
    <span class="stacked"><span><a href="/alerts/${alert_id}">${alert.title}</a>${alertMarks(visit, alert)}</span>
    <span class="meta"><a href="/devices/${device_id}">${device_name}</a> · ${value}${limit === null ? null : html` (${limit})`} · ${format.ago(alert.triggered_at)} · ${format.duration(durationOf(visit, alert))}</span></span>
    <span class="inline-live">${statusBadge(t, alert.status)}${acknowledgeAlertButton(visit, alert)}</span></li>`
}
