import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { OpenOrder } from '../../../core/incidents/open-order.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { selectColumn } from '../../frame/bulk/selection.ts'
import { acknowledgeButton, rowName } from '../../frame/forms/acknowledge-button.ts'
import { siteColumn } from '../../frame/forms/site-field.ts'
import { type Column, dataTable } from '../../frame/lists/data-table.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { progressBadge, reachedBadge } from '../../frame/parts/badges.ts'
import { alertDurationS, alertMarks, alertValue, courseOf, isYesOrNo } from '../alert/alert-marks.ts'
import { sortable } from './list-filters.ts'

interface Options {
  /** Hides the device column, on pages of one device. */
  withoutDevice?: boolean
  /** Open alerts have a checkbox. */
  isSelectable?: boolean
  /** The order of a list that can be sorted. */
  order?: OpenOrder | null
}

export const alertTable = (
  reader: Reader,
  alerts: readonly AlertRecord[],
  columns: readonly Column<AlertRecord>[],
): Html =>
  dataTable({
    caption: reader.t.shared.places.alerts,
    rows: alerts,
    key: ({ alert_id }) => `alert-${alert_id}`,
    address: ({ alert_id }) => `/alerts/${alert_id}`,
    columns,
  })

export function alertColumns(
  reader: Reader,
  { withoutDevice = false, isSelectable = false, order = null }: Options,
): Column<AlertRecord>[] {
  const { t, format } = reader
  const { columns } = t.alerts
  const mayAct = reader.may('operator')
  const all: (Column<AlertRecord> | false)[] = [
    mayAct &&
      isSelectable &&
      selectColumn(t.terms.select, (alert) =>
        alert.status === 'resolved' || !reader.may('operator', alert.site.id)
          ? null
          : { id: alert.alert_id, label: t.alerts.selectOne(rowName(reader, alert)) },
      ),
    {
      name: t.terms.severity,
      kind: 'lead',
      ...sortable(reader, order, '-severity'),
      show: (alert) => reachedBadge(t, alert),
    },
    {
      name: columns.alert,
      kind: 'main',
      show: (alert) =>
        html`<span><a href="/alerts/${alert.alert_id}">${reader.titleOf(alert)}</a>${alertMarks(reader, alert)}</span>`,
    },
    !withoutDevice && {
      name: t.terms.device,
      ...sortable(reader, order, 'device'),
      show: ({ device_id, device_name }) => html`<a class="device" href="/devices/${device_id}">${device_name}</a>`,
    },
    ...siteColumn<AlertRecord>(reader),
    { name: columns.value, show: (alert) => measured(reader, alert) },
    {
      name: columns.triggered,
      ...sortable(reader, order, '-time'),
      show: (alert) =>
        html`<span class="stacked"><span>${format.ago(alert.triggered_at)}</span><span class="meta">${t.alerts.lasted(format.duration(alertDurationS(reader, alert)))}</span></span>`,
    },
    { name: t.terms.state, ...sortable(reader, order, 'status'), show: (alert) => progressBadge(t, format, alert) },
    {
      name: t.terms.incident,
      show: ({ incident_id }) =>
        incident_id === null ? null : html`<a href="/incidents/${incident_id}">#${incident_id}</a>`,
    },
    mayAct && {
      name: t.shared.actions,
      kind: 'actions',
      show: (alert) =>
        reader.may('operator', alert.site.id) && acknowledgeButton(reader, `/alerts/${alert.alert_id}`, alert),
    },
  ]
  return all.filter((column) => column !== false)
}

/** The current value and its limit; the peak value if it was worse. */
function measured(reader: Reader, alert: AlertRecord): Content {
  const [value, ...notes] = isYesOrNo(alert) ? courseOf(reader, alert) : valuesOf(reader, alert)
  return html`<span class="stacked"><span data-value="alert-${alert.alert_id}">${value}</span>${notes.map((note) => html`<span class="meta">${note}</span>`)}</span>`
}

function valuesOf(reader: Reader, alert: AlertRecord): string[] {
  const { threshold, last_value, peak_value } = alert
  const { t } = reader
  const [last, peak] = [alertValue(reader, alert, last_value), alertValue(reader, alert, peak_value)]
  return [
    last,
    ...(threshold === null ? [] : [t.alerts.limit(alertValue(reader, alert, threshold))]),
    ...(last === peak ? [] : [t.alerts.peak(peak)]),
  ]
}

/** A compact list of a few alerts. */
export const alertRows = (reader: Reader, alerts: readonly AlertRecord[]): Html => html`
<ul class="rows alert-rows">${each(alerts, (alert) => row(reader, alert))}</ul>`

function row(reader: Reader, alert: AlertRecord): Html {
  const { t, format } = reader
  const { alert_id, device_id, device_name, last_value, threshold } = alert
  const value = isYesOrNo(alert) ? courseOf(reader, alert).join(', ') : alertValue(reader, alert, last_value)
  const limit = threshold === null ? null : t.alerts.limit(alertValue(reader, alert, threshold))
  return html`<li id="row-alert-${alert_id}">${reachedBadge(t, alert)}
    <span class="stacked"><span><a href="/alerts/${alert_id}">${reader.titleOf(alert)}</a>${alertMarks(reader, alert)}</span>
    <span class="meta"><a href="/devices/${device_id}">${device_name}</a> · ${value}${limit === null ? null : html` (${limit})`} · ${format.ago(alert.triggered_at)} · ${format.duration(alertDurationS(reader, alert))}</span></span>
    <span class="beside">${progressBadge(t, format, alert)}${acknowledgeButton(reader, `/alerts/${alert.alert_id}`, alert)}</span></li>`
}
