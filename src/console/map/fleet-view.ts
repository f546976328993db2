import { DEVICE_STATUSES } from '../../core/devices/device-shape.ts'
import type { DeviceRecord } from '../../core/devices/lists/list-devices.ts'
import type { DevicePosition, PositionFilter } from '../../core/devices/lists/list-positions.ts'
import { type Silence, type Silencing, silenceOver } from '../../core/notifications/silence.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { type Content, each, type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { measureName, type Words } from '../../words/words.ts'
import { metricsOf } from '../frame/charts/device-charts.ts'
import { chips, countOf, filterBar, pager, searchBox } from '../frame/lists/list-parts.ts'
import { urlOf, withQuery } from '../frame/page/addresses.ts'
import { type Reader, readerOfDevice } from '../frame/page/reader.ts'
import { deviceIcon, moduleName, severityBadge, statusBadge } from '../frame/parts/badges.ts'
import { codeBlock, icon, keyValues } from '../frame/parts/page-parts.ts'
import { silencingBadge, silencingMark } from '../frame/parts/silence-marks.ts'
import { fleetMap } from './map-view.ts'

export const TRACKS = ['none', '1h', '24h'] as const
type TrackChoice = (typeof TRACKS)[number]

const VALUES = 6

interface FleetList {
  listed: readonly DevicePosition[]
  /** Those of the sites of these devices. */
  silences: readonly Silence[]
  next_cursor: string | null
  /** Devices with a location, by module. */
  counts: readonly { module: Module; count: number }[]
  filter: PositionFilter
  chosen: DeviceRecord | null
  track: TrackChoice
}

export const fleetView = (reader: Reader, fleet: FleetList): Html => html`
<div class="positions">
  <div class="positions-map">
    ${fleetMap(reader, positionsAddress(reader))}
  </div>
  <div class="positions-side" id="map-side">
    ${fleet.chosen === null ? null : deviceCard(reader, fleet.chosen, fleet)}
    ${filters(reader, fleet)}
    ${list(reader, fleet)}
  </div>
</div>`

function positionsAddress({ address }: Reader): string {
  const { searchParams } = urlOf(address)
  const kept = [...searchParams].filter(([name]) => ['module', 'status', 'name'].includes(name))
  return kept.length === 0 ? '/map/positions.json' : `/map/positions.json?${new URLSearchParams(kept)}`
}

/** Only modules that there are, if there are several. */
const filters = (reader: Reader, { counts, filter }: FleetList): Html => {
  const { map, shared, devices } = reader.t
  const isThere = (module: Module) =>
    counts.some((one) => one.module === module) || filter.modules?.includes(module) === true
  const modules = MODULES.filter(isThere).map((value) => ({
    text: shared.modules[value],
    value,
    count: countOf(counts, ({ module }) => module === value),
  }))
  return filterBar(
    searchBox(reader, { name: 'name', label: devices.searchByName }),
    modules.length > 1 || filter.modules !== null ? chips(reader, reader.t.terms.modules, 'module', modules) : null,
    chips(
      reader,
      map.statuses,
      'status',
      DEVICE_STATUSES.filter((status) => status !== 'never_seen').map((value) => ({
        text: shared.deviceStatuses[value],
        value,
      })),
    ),
  )
}

function list(reader: Reader, { listed, silences, next_cursor, counts, filter }: FleetList): Html {
  const { t } = reader
  const { modules, statuses, name } = filter
  const isFiltered = modules !== null || statuses !== null || name !== null
  const count = countOf(counts, ({ module }) => modules?.includes(module) ?? true)
  const content: Content =
    listed.length === 0
      ? isFiltered
        ? html`<p class="meta">${t.map.noneMatches}</p>`
        : noPlace(reader)
      : html`<h2 class="unseen">${t.map.list}</h2><p class="meta">${t.map.shown(count)}</p>
        <ul class="rows">${each(listed, (position) => row(reader, position, silenceOver(silences, position, reader.now)))}</ul>${pager(reader, next_cursor)}`
  return html`<div id="map-list" class="live map-list" data-live="device alert reading silence">${content}</div>`
}

const SAMPLE = '{ "module": "vehicle", "lat": 46.0569, "lng": 14.5058, "metrics": { "speed_kmh": 52, "heading": 90 } }'

const noPlace = ({ t }: Reader): Html =>
  html`<p>${t.map.none}</p><p class="meta">${t.map.noneHint}</p>${codeBlock(SAMPLE, t.map.sample)}`

const row = (reader: Reader, position: DevicePosition, silenced: Silencing | null): Html => {
  const { t, format } = reader
  const { id, name, status, speed_kmh, heading, critical, warning } = position
  return html`<li id="place-${id}">
  <a data-choose href="${withQuery(reader.address, { device: String(id) })}">${icon(deviceIcon(position))} ${name}</a>${silencingMark(reader, silenced)}
  <span class="meta">${
    speed_kmh === null ? null : html`<span data-value="speed-${id}">${format.value('speed_kmh', speed_kmh)}</span>`
  }${heading === null || speed_kmh === null ? null : html` ${compass(t, heading)}`} ${critical > 0 ? severityBadge(t, 'critical') : warning > 0 ? severityBadge(t, 'warning') : statusBadge(t, status)}</span>
</li>`
}

const compass = (t: Words, degrees: number): string => t.map.script.points.split(' ')[Math.round(degrees / 45) & 7]!

/** Card of the chosen device. The script reads its id from here. */
function deviceCard(visitor: Reader, device: DeviceRecord, { track, silences }: FleetList): Html {
  const reader = readerOfDevice(visitor, device.metrics)
  const { t, format, address } = reader
  const { id, name, module, status, latest, last_seen, location_at, current_severity } = device
  const source = track === 'none' ? '' : `/devices/${id}/track.json?range=${track}`
  const values = metricsOf(device).slice(0, VALUES)
  const silenced = silenceOver(silences, { ...device, site_id: device.site.id }, reader.now)
  return html`<section class="card map-card" id="map-card" data-chosen="${id}" data-track="${source}" data-live="reading device alert silence" data-live-device="${id}" aria-labelledby="map-card-name">
  <header><h2 id="map-card-name" tabindex="-1">${name}</h2><a class="button quiet close" data-choose href="${withQuery(address, { device: null, track: null })}" aria-label="${t.shared.close}">${icon('x')}</a></header>
  <p class="beside">${moduleName(t, module, deviceIcon(device))} ${statusBadge(t, device.enabled ? status : 'disabled')} ${current_severity === null || current_severity === 'info' ? null : severityBadge(t, current_severity)} ${silencingBadge(reader, silenced)}</p>
  ${keyValues([
    ...values.map(
      (metric) =>
        [
          measureName(t, metric),
          html`<span data-value="${metric}">${metric === 'heading' && typeof latest?.metrics.heading === 'number' ? `${compass(t, latest.metrics.heading)} · ` : null}${format.value(metric, metric === 'battery' || metric === 'signal' ? device[metric] : ownProperty(latest?.metrics ?? {}, metric))}</span>`,
        ] as const,
    ),
    [t.devices.columns.last_seen, last_seen === null ? t.shared.never : format.ago(last_seen)],
    [t.map.placeFrom, location_at === null ? t.shared.never : format.ago(location_at)],
  ])}
  <div class="beside">
    <ul class="chips" aria-label="${t.map.track}">${TRACKS.map(
      (choice) =>
        html`<li><a data-choose href="${withQuery(address, { track: choice })}"${choice === track ? html` aria-current="true"` : null}>${choice === 'none' ? t.map.trackOff : html`${t.map.track} ${t.ranges.short[choice]}`}</a></li>`,
    )}</ul>
    <button type="button" class="quiet" data-follow aria-pressed="false" hidden>${icon('locate')} ${t.map.follow}</button>
    <a class="button primary" href="/devices/${id}">${t.terms.open}</a>
  </div>
</section>`
}
