import { type DeviceOrder, shownStatus } from '../../../core/devices/lists/browse-devices.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Silence, silenceOver } from '../../../core/notifications/silence.ts'
import { DEVICE_COLUMNS, type DeviceColumn } from '../../../core/people/preferences/preferences.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import type { SortPlace } from '../../../platform/database/sorted-page.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { selectColumn } from '../../frame/bulk/selection.ts'
import { heartbeatStrip } from '../../frame/charts/sparkline.ts'
import { siteColumn } from '../../frame/forms/site-field.ts'
import { type Column, dataTable } from '../../frame/lists/data-table.ts'
import { sortBy } from '../../frame/lists/sorting.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { deviceIcon, moduleName, severityCount, statusBadge } from '../../frame/parts/badges.ts'
import { emptyState, icon } from '../../frame/parts/page-parts.ts'
import { batteryLevel, signalBars } from '../../frame/parts/signal-and-battery.ts'
import { silencingMark } from '../../frame/parts/silence-marks.ts'
import { deviceHeadline } from './headline.ts'

export interface DeviceTable {
  devices: readonly (DeviceRecord & { place: SortPlace })[]
  /** Heartbeats of the last 24 hours; empty if the column is hidden. */
  heard: ReadonlyMap<number, readonly boolean[]>
  /** Those of the sites of these devices. */
  silences: readonly Silence[]
  order: DeviceOrder
}
type ListedDevice = DeviceTable['devices'][number]

/** About a hundred metres: enough for a list. */
const PLACE_DIGITS = 3

export function deviceTable(reader: Reader, { devices }: DeviceTable, columns: readonly Column<ListedDevice>[]): Html {
  const { t } = reader
  if (devices.length === 0) {
    const reset = html`<p><a class="button" href="/devices">${t.devices.showAll}</a></p>`
    return html`<section class="card">${emptyState('search', t.devices.noMatch, reset)}</section>`
  }
  return dataTable({
    caption: t.shared.places.devices,
    columns,
    rows: devices,
    key: ({ id }) => id,
    address: ({ id }) => `/devices/${id}`,
  })
}

/** The columns that the reader has chosen. */
export function deviceColumns(reader: Reader, table: DeviceTable): Column<ListedDevice>[] {
  const { t, preferences } = reader
  const all = columnsOf(reader, table)
  const shown = (names: readonly DeviceColumn[]) =>
    names.filter((name) => preferences.device_columns.includes(name)).map((name) => all[name])
  const select = selectColumn<ListedDevice>(t.terms.select, ({ id, name }) => ({
    id,
    label: t.devices.selectOne(name),
  }))
  return [
    ...(reader.may('operator') ? [select] : []),
    ...shown(['status']),
    nameColumn(reader, table),
    ...siteColumn<ListedDevice>(reader),
    ...shown(DEVICE_COLUMNS.filter((name) => name !== 'status')),
  ]
}

/** All available columns. */
function columnsOf(reader: Reader, { heard, order }: DeviceTable): Record<DeviceColumn, Column<ListedDevice>> {
  const { t, format } = reader
  const names = t.devices.columns
  return {
    status: {
      name: names.status,
      kind: 'lead',
      sort: sortBy(reader, order, 'status'),
      show: (device) => statusBadge(t, shownStatus(device)),
    },
    module: { name: names.module, show: ({ module }) => moduleName(t, module) },
    reading: {
      name: names.reading,
      show: (device) => html`<span data-value="headline-${device.id}">${deviceHeadline(reader, device)}</span>`,
    },
    battery: {
      name: names.battery,
      sort: sortBy(reader, order, 'battery'),
      show: ({ battery }) => (battery === null ? null : batteryLevel(reader, battery)),
    },
    signal: {
      name: names.signal,
      show: ({ signal }) => (signal === null ? null : signalBars(reader, signal)),
    },
    last_seen: {
      name: names.last_seen,
      sort: sortBy(reader, order, '-last_seen'),
      show: ({ last_seen }) =>
        html`<span class="nowrap">${last_seen === null ? t.shared.never : format.ago(last_seen)}</span>`,
    },
    alerts: { name: names.alerts, show: (device) => openAlerts(reader, device) },
    day: {
      name: names.day,
      show({ id }) {
        const hours = heard.get(id) ?? []
        const some = hours.filter(Boolean).length
        return heartbeatStrip(
          hours.map((was) => (was ? 'good' : 'none')),
          t.devices.heardIn(some, hours.length),
        )
      },
    },
    place: {
      name: names.place,
      show: ({ id, lat, lng }) =>
        lat === null || lng === null
          ? null
          : html`<a class="nowrap" href="/map?device=${id}">${lat.toFixed(PLACE_DIGITS)}, ${lng.toFixed(PLACE_DIGITS)}</a>`,
    },
    created_at: {
      name: names.created_at,
      show: ({ created_at }) => html`<span class="nowrap">${format.ago(created_at)}</span>`,
    },
    id: { name: names.id, kind: 'number', show: ({ id }) => String(id) },
  }
}

const nameColumn = (reader: Reader, { order, silences }: DeviceTable): Column<ListedDevice> => ({
  name: reader.t.devices.columns.name,
  kind: 'main',
  sort: sortBy(reader, order, 'name'),
  show: (device) => {
    const { id, name, tags, module, icon: own } = device
    const silenced = silenceOver(silences, { ...device, site_id: device.site.id }, reader.now)
    return html`<span class="named"><span class="kind" title="${reader.t.shared.modules[module]}">${icon(deviceIcon({ icon: own, module }))}<span class="unseen">${reader.t.shared.modules[module]} </span></span><span><a href="/devices/${id}">${name}</a>${silencingMark(reader, silenced)}${tags.length === 0 ? null : html` <span class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span>`)}</span>`}</span></span>`
  },
})

function openAlerts({ t }: Reader, { id, open_alerts }: DeviceRecord): Content {
  const some = SEVERITIES.toReversed().filter((severity) => open_alerts[severity] > 0)
  if (some.length === 0) return null
  return html`<a class="plain" href="/devices/${id}/alerts">${some.map((severity) => severityCount(t, severity, open_alerts[severity]))}</a>`
}
