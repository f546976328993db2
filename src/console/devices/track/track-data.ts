import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { TrackPoint } from '../../../core/telemetry/history/history-store.ts'
import { readTrack } from '../../../core/telemetry/track/read-track.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { TimeRange } from '../../frame/lists/time-range.ts'
import { DRIVEN, type Look, type MapData, type Pin, type TrackLocation } from '../../map/map-data.ts'

const MS = 1_000

export async function trackOf(
  db: Queryable,
  device: DeviceRecord,
  { from, to }: Pick<TimeRange, 'from' | 'to'>,
  points: number,
): Promise<TrackPoint[]> {
  const track = await readTrack(db, { deviceId: device.id, from, to, points })
  return track.points.reverse()
}

export const locationsOf = (track: readonly TrackPoint[]): TrackLocation[] =>
  track.map(({ at, lat, lng, speed_kmh, heading }) => [at.getTime() / MS, lat, lng, speed_kmh, heading])

/** The look of a device on a map: its most severe state at present, whatever its alerts have reached before. */
function lookOf({ status, current_severity }: Pick<DeviceRecord, 'status' | 'current_severity'>): Look {
  if (current_severity === 'critical' || current_severity === 'warning') return current_severity
  return status === 'online' ? 'good' : 'off'
}

export function pinOf(device: DeviceRecord): Pin | null {
  if (device.lat === null || device.lng === null) return null
  const heading = device.latest?.metrics.heading
  return {
    lat: device.lat,
    lng: device.lng,
    look: lookOf(device),
    label: device.name,
    heading: DRIVEN.includes(device.module) && typeof heading === 'number' ? heading : null,
  }
}

/** The track of a range for the map; a range that ends now also has the device as a pin. */
export function mapDataOf(device: DeviceRecord, track: readonly TrackPoint[], range: TimeRange): MapData {
  const pin = range.preset === null ? null : pinOf(device)
  return {
    track: locationsOf(track),
    pins: pin === null ? [] : [pin],
    source: range.preset === null ? null : `/devices/${device.id}/track.json?range=${range.preset}`,
    deviceId: device.id,
  }
}
