import sql from 'sql-template-tag'
import { readLocations } from '../../telemetry/track/read-track.ts'
import { MOST_DAYS_OF_TRIPS } from '../../telemetry/track/read-trips.ts'
import { tripsOf } from '../../telemetry/track/trips.ts'
import type { ReportKind } from '../report.ts'
import { listReportDevices, rowOfDevice } from '../report-devices.ts'

/** Reports that read tracks have at most so many devices, and of each so many locations: one in five minutes of a month. */
export const MOST_TRACKS = 50
export const LOCATIONS_OF_TRACK = 10_000
/** Devices that have said where they are. */
export const HAS_LOCATION = sql`s.lat is not null`

/** How far each device drove. */
export const DRIVES: ReportKind = {
  columns: [
    { name: 'trips', amount: 'count', total: 'sum' },
    { name: 'distance', amount: 'distance', total: 'sum' },
    { name: 'driving', amount: 'duration', total: 'sum' },
    { name: 'longest', amount: 'duration', total: 'most' },
    { name: 'topSpeed', amount: 'speed', total: 'most' },
  ],
  main: 'distance',
  mostDays: MOST_DAYS_OF_TRIPS,
  async read(db, scope) {
    const { devices, isCut } = await listReportDevices(db, scope, HAS_LOCATION, MOST_TRACKS)
    const rows = []
    for (const device of devices) {
      const range = { deviceId: device.id, from: scope.from, to: scope.to }
      const { trips } = tripsOf((await readLocations(db, range, LOCATIONS_OF_TRACK)).track)
      if (trips.length === 0) continue
      const sum = (of: 'distance_m' | 'duration_s') => trips.reduce((total, trip) => total + trip[of], 0)
      const speeds = trips.flatMap(({ top_speed_kmh }) => top_speed_kmh ?? [])
      const longest = Math.max(...trips.map(({ duration_s }) => duration_s))
      const fastest = speeds.length === 0 ? null : Math.max(...speeds)
      const values = [trips.length, sum('distance_m'), sum('duration_s'), longest, fastest]
      rows.push({ ...rowOfDevice(device), values, at: null })
    }
    return { rows, isCut }
  },
}
