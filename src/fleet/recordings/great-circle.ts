/** Mean radius of the earth as the IUGG defines it, R1 = (2a + b) / 3. */
const EARTH_RADIUS_M = 6_371_008.8

export interface Coordinates {
  lat: number
  lng: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Distance along the great circle by the haversine formula: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68(2), 1984. */
export function distanceM(from: Coordinates, to: Coordinates): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2)
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2)
  const haversine = halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLng ** 2
  // Rounding can push antipodes past 1, where the arcsine ends.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, haversine)))
}

/** The initial course along the same great circle, in degrees clockwise from north, 0 to 360. */
export function bearing(from: Coordinates, to: Coordinates): number {
  const turn = radians(to.lng - from.lng)
  const east = Math.sin(turn) * Math.cos(radians(to.lat))
  const north =
    Math.cos(radians(from.lat)) * Math.sin(radians(to.lat)) -
    Math.sin(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.cos(turn)
  return (degrees(Math.atan2(east, north)) + 360) % 360
}
