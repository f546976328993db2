import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Html, html } from '../../../platform/html.ts'
import { acknowledgeButton } from '../../parts/acknowledge-button.ts'
import { severityBadge, statusBadge } from '../../parts/badges.ts'
import type { Reader } from '../../shell/reader.ts'
import { alertMarks, alertValue, durationOf } from '../alert/alert-marks.ts'

/** A compact list of a few alerts. */
export const alertRows = (reader: Reader, alerts: readonly AlertRecord[]): Html => html`
<ul class="rows alert-rows">${alerts.map((alert) => row(reader, alert))}</ul>`

function row(reader: Reader, alert: AlertRecord): Html {
  const { t, format } = reader
  const { alert_id, device_id, device_name, last_value, threshold } = alert
  const value = alertValue(reader, alert, last_value)
  const limit = threshold === null ? null : t.alerts.limit(alertValue(reader, alert, threshold))
  return html`<li id="row-alert-${alert_id}">${severityBadge(t, alert.severity)}
    <span class="stacked"><span><a href="/alerts/${alert_id}">${reader.titleOf(alert)}</a>${alertMarks(reader, alert)}</span>
    <span class="meta"><a href="/devices/${device_id}">${device_name}</a> · ${value}${limit === null ? null : html` (${limit})`} · ${format.ago(alert.triggered_at)} · ${format.duration(durationOf(reader, alert))}</span></span>
    <span class="inline-live">${statusBadge(t, alert.status)}${acknowledgeButton(reader, `/alerts/${alert.alert_id}`, alert)}</span></li>`
}
