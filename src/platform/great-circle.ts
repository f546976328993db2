/** Mean radius of the earth as the IUGG defines it, R1 = (2a + b) / 3. */
const EARTH_RADIUS_M = 6_371_008.8
const RADIANS = Math.PI / 180
/** Along a great circle. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS

export interface Coordinates {
  lat: number
  lng: number
}

/** Distance along the great circle by the haversine formula: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68(2), 1984. */
export function distanceM(from: Coordinates, to: Coordinates): number {
  const halfLat = Math.sin(((to.lat - from.lat) * RADIANS) / 2)
  const halfLng = Math.sin(((to.lng - from.lng) * RADIANS) / 2)
  const haversine = halfLat ** 2 + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * halfLng ** 2
  // Rounding can push antipodes past 1, outside the domain of arcsine.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, haversine)))
}

/** The initial course along the same great circle, in degrees clockwise from north, 0 to 360. */
export function bearing(from: Coordinates, to: Coordinates): number {
  const turn = (to.lng - from.lng) * RADIANS
  const [fromLat, toLat] = [from.lat * RADIANS, to.lat * RADIANS]
  const east = Math.sin(turn) * Math.cos(toLat)
  const north = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(turn)
  return (Math.atan2(east, north) / RADIANS + 360) % 360
}

/** In the plane that touches the earth at the place itself, so that what is near is measured well; good for far below 1,000 km. */
export function distanceToChord(place: Coordinates, start: Coordinates, end: Coordinates): number {
  const shrink = Math.cos(place.lat * RADIANS)
  const startX = lngTurn(place.lng, start.lng) * shrink
  const startY = start.lat - place.lat
  const alongX = lngTurn(place.lng, end.lng) * shrink - startX
  const alongY = end.lat - place.lat - startY
  const length2 = alongX * alongX + alongY * alongY
  const foot = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(startX * alongX + startY * alongY) / length2))
  // `Math.hypot` takes several times as long, for numbers that degrees never reach.
  return Math.sqrt((startX + foot * alongX) ** 2 + (startY + foot * alongY) ** 2) * METRES_PER_DEGREE
}

/** From one longitude to another the short way round, -180 to 180. */
function lngTurn(from: number, to: number): number {
  const turn = to - from
  // A remainder of decimals is slow to find, and nearly always the turn itself.
  return turn >= -180 && turn < 180 ? turn : ((turn + 540) % 360) - 180
}
