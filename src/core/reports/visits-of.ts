import type { Coordinates } from '../../platform/great-circle.ts'
import { longitudeNear, unwrappedLongitudes } from '../../platform/unwrapped-longitudes.ts'
import type { Fence } from '../conditions/condition.ts'
import { distanceFrom, nextSide, type SideMemory } from '../conditions/kinds/fence-sides.ts'

interface Visit {
  from: Date
  to: Date
}

/** A time without a location that is longer ends a visit, as it ends a trip. */
const NO_DATA_MS = 3_600_000
/** As in a rule on a geofence that says nothing else: a device beside the border does not come and go. */
const BUFFER_M = 30
const MIN_POINTS = 2

/** More than the buffer, in degrees along a meridian. */
const BESIDE_DEGREES = 0.001

/** Metres from the border of a geofence as visits need them: infinite for a point that is clearly not in it, which costs little. */
export function distanceForVisits(fence: Fence): (point: Coordinates) => number {
  const distance = distanceFrom(fence)
  if (!('polygon' in fence)) return distance
  const latitudes = fence.polygon.map(([lat]) => lat)
  const longitudes = unwrappedLongitudes(fence.polygon.map(([, lng]) => lng))
  const [south, north] = [Math.min(...latitudes) - BESIDE_DEGREES, Math.max(...latitudes) + BESIDE_DEGREES]
  const shrink = Math.cos((Math.min(89, Math.max(-south, north)) * Math.PI) / 180)
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const beside = BESIDE_DEGREES / shrink
  return (point) => {
    if (point.lat < south || point.lat > north) return Infinity
    const lng = longitudeNear(point.lng, (west + east) / 2)
    return lng < west - beside || lng > east + beside ? Infinity : distance(point)
  }
}

/** When a device was in a geofence, given its locations from old to new, each with its metres from the border. Pure. */
export function visitsOf(track: readonly { at: Date }[], distances: readonly number[]): Visit[] {
  const visits: Visit[] = []
  let memory: SideMemory | null = null
  let last: Date | null = null
  let visit: Visit | null = null
  for (const [place, point] of track.entries()) {
    const metres = distances[place]!
    if (memory === null || last === null || point.at.getTime() - last.getTime() > NO_DATA_MS) {
      memory = { side: metres < 0 ? 'inside' : 'outside', against: 0 }
      visit = null
    } else {
      memory = nextSide(memory, metres, BUFFER_M, MIN_POINTS)
    }
    if (memory.side === 'inside') {
      if (visit === null) {
        visit = { from: point.at, to: point.at }
        visits.push(visit)
      }
      visit.to = point.at
    } else {
      visit = null
    }
    last = point.at
  }
  return visits
}
