import { shownStatus } from '../../../core/devices/lists/browse-devices.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type Script, shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { deviceIcon, moduleName, statusBadge } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { batteryLevel, signalBars } from '../../frame/parts/signal-and-battery.ts'
import { silencingBadge } from '../../frame/parts/silence-marks.ts'
import { compareAddress } from '../compare/chosen-lines.ts'
import type { ShownDevice } from './find-device.ts'

/** Tabs of a device in order. */
const TABS = [
  { key: 'overview', path: '' },
  { key: 'history', path: '/history' },
  { key: 'track', path: '/track' },
  { key: 'trips', path: '/trips' },
  { key: 'events', path: '/events' },
  { key: 'alerts', path: '/alerts' },
  { key: 'raw', path: '/raw' },
  { key: 'settings', path: '/settings' },
] as const
type DeviceTab = (typeof TABS)[number]['key']

export const deviceAddress = (id: number, tab: DeviceTab = 'overview'): string =>
  `/devices/${id}${TABS.find(({ key }) => key === tab)!.path}`

/** The page with the course of this metric. */
export const historyOf = ({ id }: DeviceRecord, metric: string): string =>
  `${deviceAddress(id, 'history')}?metrics=${metric}`

interface DeviceShellOptions {
  scripts?: readonly Script[]
  actions?: Content
}

/** Common frame of all pages of a device: its status and the tabs. */
export function deviceShell(
  reader: Reader,
  device: ShownDevice,
  tab: DeviceTab,
  { scripts = [], actions }: DeviceShellOptions,
  content: Content,
): Html {
  const { t } = reader
  return shell(
    reader,
    {
      title: device.name,
      place: 'devices',
      trail: [{ name: t.shared.places.devices, address: '/devices' }],
      badges: html`<span id="device-status" data-live="device" data-live-device="${device.id}">${statusBadge(t, shownStatus(device))}</span><span id="device-silence" data-live="silence">${silencingBadge(reader, device.silenced)}</span>`,
      actions,
      scripts,
    },
    html`${facts(reader, device)}${tabs(reader, device, tab)}${content}`,
  )
}

/** Link to the page that compares these metrics with others, in the range of this page. */
export const compareLink = ({ t, address }: Reader, { id }: DeviceRecord, metrics: readonly string[]): Html =>
  html`<a class="button quiet" href="${compareAddress(address, id, metrics)}">${icon('chart-line')}<span>${t.charts.compare.title}</span></a>`

const facts = (reader: Reader, device: DeviceRecord): Html => html`
<div id="device-facts" class="facts" data-live="device reading" data-live-device="${device.id}">
  ${moduleName(reader.t, device.module, deviceIcon(device))}
  ${reader.sites.length < 2 ? null : html`<a href="/sites/${device.site.id}">${device.site.name}</a>`}
  <span>${reader.t.devices.columns.last_seen} ${device.last_seen === null ? reader.t.shared.never : reader.format.ago(device.last_seen)}</span>
  ${device.battery === null ? null : html`<a href="${historyOf(device, 'battery')}">${batteryLevel(reader, device.battery)}</a>`}
  ${device.signal === null ? null : html`<a href="${historyOf(device, 'signal')}">${signalBars(reader, device.signal)}</a>`}
  ${device.tags.map((tag) => html`<a class="tag" href="/devices?${new URLSearchParams({ tag }).toString()}">${tag}</a>`)}
</div>`

/** Tabs about where a device went are only for those that said where they are. */
const WITH_LOCATION: readonly DeviceTab[] = ['track', 'trips']

const tabs = ({ t, may }: Reader, { id, site, lat }: DeviceRecord, here: DeviceTab): Html => html`
<nav class="page-tabs" aria-label="${t.telemetry.tabsOf}">
  ${TABS.filter(
    ({ key }) =>
      (key !== 'settings' || may('operator', site.id)) &&
      (!WITH_LOCATION.includes(key) || lat !== null || key === here),
  ).map(
    ({ key }) =>
      html`<a href="${deviceAddress(id, key)}"${key === here ? html` aria-current="page"` : null}>${t.telemetry.tabs[key]}</a>`,
  )}
</nav>`
