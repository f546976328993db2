import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { listGeofences } from '../../rules/geofences/geofence-store.ts'
import { readLocations } from '../../telemetry/track/read-track.ts'
import { MOST_DAYS_OF_TRIPS } from '../../telemetry/track/read-trips.ts'
import type { ReportKind, ReportRow } from '../report.ts'
import { listReportDevices, rowOfDevice } from '../report-devices.ts'
import { distanceForVisits, visitsOf } from '../visits-of.ts'
import { HAS_LOCATION, LOCATIONS_OF_TRACK, MOST_TRACKS } from './drives.ts'

const MOST_FENCES = 50
const MOST_ROWS = 500
/** A geofence may have 200 corners. */
const POINTS_AT_ONCE = 50

/** How often and how long each device was in each geofence. */
export const VISITS: ReportKind = {
  columns: [
    { name: 'visits', amount: 'count', total: 'sum' },
    { name: 'inside', amount: 'duration', total: 'sum' },
    { name: 'longest', amount: 'duration', total: 'most' },
  ],
  main: 'inside',
  mostDays: MOST_DAYS_OF_TRIPS,
  async read(db, scope) {
    const fences = await listGeofences(db, scope.reach)
    if (fences.length === 0) return { rows: [], isCut: false }
    const { devices, isCut } = await listReportDevices(db, scope, HAS_LOCATION, MOST_TRACKS)
    const measured = fences
      .slice(0, MOST_FENCES)
      .map(({ fence, ...rest }) => ({ ...rest, measure: distanceForVisits(fence) }))
    const giveWay = timeSlices()
    const rows: ReportRow[] = []
    for (const device of devices) {
      const range = { deviceId: device.id, from: scope.from, to: scope.to }
      const { track } = await readLocations(db, range, LOCATIONS_OF_TRACK)
      for (const { site_id, name, measure } of measured) {
        if (site_id !== null && site_id !== device.site_id) continue
        const distances: number[] = []
        for (const [place, point] of track.entries()) {
          if (place % POINTS_AT_ONCE === 0) await giveWay()
          distances.push(measure(point))
        }
        const lasted = visitsOf(track, distances).map(({ from, to }) => (to.getTime() - from.getTime()) / 1_000)
        if (lasted.length === 0) continue
        const together = lasted.reduce((one, other) => one + other, 0)
        rows.push({ ...rowOfDevice(device), name, values: [lasted.length, together, Math.max(...lasted)], at: null })
      }
    }
    return { rows: rows.slice(0, MOST_ROWS), isCut: isCut || fences.length > MOST_FENCES || rows.length > MOST_ROWS }
  },
}
