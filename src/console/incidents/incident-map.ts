import type { IncidentReview } from '../../incidents/review-incident.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Html } from '../../platform/html.ts'
import { readTrack } from '../../telemetry/read-track.ts'
import { placesOf } from '../device/track-data.ts'
import type { Look, Pin } from '../map/map-data.ts'
import { placeMap } from '../map/map-view.ts'
import type { Visit } from '../shell/visit.ts'

const AROUND_MS = 15 * 60_000
const POINTS = 300
/** Metres: how far one sees, and how far one walks in ten minutes. */
const RINGS = [100, 800]

/** Where it is, with the way of its first device around that moment; null where no place is known. */
export async function incidentMap(
  db: Queryable,
  visit: Visit,
  { lat, lng, location_at, created_at, severity, status, title, devices }: IncidentReview['incident'],
): Promise<Html | null> {
  if (lat === null || lng === null) return null
  const [device] = devices
  const moment = (location_at ?? created_at).getTime()
  const range = { from: new Date(moment - AROUND_MS), to: new Date(moment + AROUND_MS) }
  const track =
    device === undefined ? [] : (await readTrack(db, { deviceId: device.id, ...range, points: POINTS })).points
  const look: Look = status === 'resolved' ? 'off' : severity
  const pin: Pin = { lat, lng, look, label: device?.name ?? title, heading: null }
  const data = { track: placesOf(track.toReversed()), pins: [pin], rings: RINGS, source: null, deviceId: null }
  return placeMap(visit, data, visit.t.telemetry.mapOf(title))
}
