import type { DeviceReadings } from '../../../core/incidents/evidence/keep-readings.ts'
import type { IncidentRecord } from '../../../core/incidents/incident-shape.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import type { MapData, TrackLocation } from '../../map/map-data.ts'
import { locationMap } from '../../map/map-view.ts'

const DIGITS = 6
/** Circles around the position, in metres: walking distance and vicinity. */
const RINGS = [100, 500]

/** The position as text to copy, with a link to map apps. */
export function place({ t, format }: Reader, { lat, lng, location_at }: IncidentRecord): Html {
  if (lat === null || lng === null) return html`<p class="meta">${t.incidents.noPlace}</p>`
  const coordinates = `${lat.toFixed(DIGITS)}, ${lng.toFixed(DIGITS)}`
  return html`<p class="beside"><code>${coordinates}</code><button type="button" class="quiet copy" data-copy hidden></button>
    <a class="button quiet" href="geo:${lat.toFixed(DIGITS)},${lng.toFixed(DIGITS)}">${icon('map-pin')}${t.incidents.openMap}</a></p>
    ${location_at === null ? null : html`<p class="meta">${t.incidents.placeAt} ${format.ago(location_at)}</p>`}`
}

/** The position on a map, with the device's track around that time. */
export function placeOnMap(reader: Reader, incident: IncidentRecord, readings: readonly DeviceReadings[]): Html {
  const { lat, lng, severity } = incident
  const title = reader.titleOf(incident)
  if (lat === null || lng === null) return place(reader, incident)
  const pin = { lat, lng, look: severity, label: title, heading: null }
  const data: MapData = { track: trackOf(incident, readings), pins: [pin], rings: RINGS, source: null, deviceId: null }
  return html`${locationMap(reader, data, reader.t.incidents.mapOf(title), { isFetchedWhenSeen: true })}${place(reader, incident)}`
}

function trackOf({ device_id }: IncidentRecord, readings: readonly DeviceReadings[]): TrackLocation[] {
  const own = readings.find((device) => device.device_id === device_id)?.readings ?? []
  return own.flatMap(({ at, lat, lng }): TrackLocation[] =>
    lat === null || lng === null ? [] : [[at.getTime() / 1_000, lat, lng, null, null]],
  )
}
