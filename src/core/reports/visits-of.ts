import type { Coordinates } from '../../platform/great-circle.ts'
import { nextSide, type SideMemory } from '../conditions/kinds/fence-sides.ts'

interface Visit {
  from: Date
  to: Date
}

/** A time without a location that is longer ends a visit, as it ends a trip. */
const NO_DATA_MS = 3_600_000
/** As in a rule on a geofence that says nothing else: a device beside the border does not come and go. */
const BUFFER_M = 30
const MIN_POINTS = 2

/** When a device was in a geofence, given its locations from old to new and how far a point is from the border. Pure. */
export function visitsOf(
  track: readonly (Coordinates & { at: Date })[],
  distanceFromBorder: (point: Coordinates) => number,
): Visit[] {
  const visits: Visit[] = []
  let memory: SideMemory | null = null
  let last: Date | null = null
  let visit: Visit | null = null
  for (const point of track) {
    const metres = distanceFromBorder(point)
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
