import { bearing, type Coordinates, distanceM } from '../../platform/great-circle.ts'
import { type Corners, distanceFromPolygon } from '../../platform/polygon.ts'
import { longitudeNear, unwrappedLongitudes } from '../../platform/unwrapped-longitudes.ts'

/** Where something is, in the words of people: a geofence that it is in, or the nearest town. */
export type Place =
  | { of: 'geofence'; name: string }
  /** `direction` from the town; null with 0 km: within a kilometre. */
  | { of: 'town'; name: string; distance_km: number; direction: CompassPoint | null }

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
type CompassPoint = (typeof COMPASS)[number]

export interface Town extends Coordinates {
  name: string
}

/** An area with a name: a circle or a polygon. */
export interface NamedArea {
  name: string
  fence: { circle: Coordinates & { radius_m: number } } | { polygon: Corners }
}

/** A place that is farther from every town is in none. */
const NEAR_KM = 50

/** Towns, of which the nearest to a place is found fast. */
interface TownIndex {
  add(town: Town): void
  /** Null if none is near. */
  nearest(point: Coordinates): Place | null
}

export function townIndex(): TownIndex {
  const squares = new Map<number, Town[]>()
  return {
    add(town) {
      const key = keyOf(...squareOf(town))
      const known = squares.get(key)
      if (known === undefined) squares.set(key, [town])
      else known.push(town)
    },
    nearest(point) {
      // Squares are a degree high, 111 km, and narrower towards the poles: the next one is at most a degree nearer to them.
      const narrowest = Math.cos((Math.min(89, Math.abs(point.lat) + 1) * Math.PI) / 180)
      const wide = Math.min(179, Math.ceil(NEAR_KM / (111 * narrowest)))
      let nearest: { town: Town; km: number } | null = null
      const [row, column] = squareOf(point)
      for (let north = -1; north <= 1; north += 1) {
        for (let east = -wide; east <= wide; east += 1) {
          for (const town of squares.get(keyOf(row + north, (column + east + 360) % 360)) ?? []) {
            const km = distanceM(town, point) / 1_000
            if (km <= NEAR_KM && (nearest === null || km < nearest.km)) nearest = { town, km }
          }
        }
      }
      return nearest === null ? null : near(nearest.town, nearest.km, point)
    },
  }
}

function near(town: Town, km: number, point: Coordinates): Place {
  const distance_km = Math.round(km)
  const direction = distance_km === 0 ? null : COMPASS[Math.round(bearing(town, point) / 45) & 7]!
  return { of: 'town', name: town.name, distance_km, direction }
}

/** Squares of a degree. */
const squareOf = ({ lat, lng }: Coordinates): [row: number, column: number] => [
  Math.floor(lat),
  (Math.floor(lng) + 720) % 360,
]
const keyOf = (row: number, column: number): number => row * 360 + column

/** An area that is asked about many places. */
interface MeasuredArea {
  name: string
  /** Metres from the border, negative inside; infinite where the corners alone say that it is outside. */
  distanceTo(point: Coordinates): number
}

export const measuredArea = ({ name, fence }: NamedArea): MeasuredArea => ({
  name,
  distanceTo: 'circle' in fence ? fromCircle(fence.circle) : fromPolygon(fence.polygon),
})

/** The geofence that a place is in: of several, the one whose border is nearest, which is the smallest as a rule. */
export function areaAround(areas: readonly MeasuredArea[], point: Coordinates): Place | null {
  const inside = areas
    .map(({ name, distanceTo }) => ({ name, metres: -distanceTo(point) }))
    .filter(({ metres }) => metres >= 0)
    .sort((one, other) => one.metres - other.metres)
  return inside[0] === undefined ? null : { of: 'geofence', name: inside[0].name }
}

const fromCircle =
  ({ radius_m, ...middle }: Coordinates & { radius_m: number }): MeasuredArea['distanceTo'] =>
  (point) =>
    distanceM(middle, point) - radius_m

/** Most areas are far from a place, and the distance from many corners takes long. */
function fromPolygon(corners: Corners): MeasuredArea['distanceTo'] {
  const lats = corners.map(([lat]) => lat)
  const longitudes = unwrappedLongitudes(corners.map(([, lng]) => lng))
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  let distance: MeasuredArea['distanceTo'] | null = null
  return (point) => {
    const lng = longitudeNear(point.lng, (west + east) / 2)
    if (point.lat < south || point.lat > north || lng < west || lng > east) return Number.POSITIVE_INFINITY
    distance ??= distanceFromPolygon(corners)
    return distance(point)
  }
}

/** In English, as the APIs say it. */
export function locationText(place: Place): string {
  if (place.of === 'geofence') return place.name
  const { name, distance_km, direction } = place
  return direction === null ? `near ${name}` : `${distance_km} km ${direction} of ${name}`
}
