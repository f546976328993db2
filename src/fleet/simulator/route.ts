import { bearing, type Coordinates, distanceM } from '../../platform/great-circle.ts'

/** A loop along the ring road of Ljubljana, clockwise from the north-west. */
const CORNERS: readonly Coordinates[] = [
  { lat: 46.0835, lng: 14.468 },
  { lat: 46.0935, lng: 14.495 },
  { lat: 46.0925, lng: 14.523 },
  { lat: 46.0845, lng: 14.548 },
  { lat: 46.076, lng: 14.572 },
  { lat: 46.064, lng: 14.589 },
  { lat: 46.048, lng: 14.588 },
  { lat: 46.033, lng: 14.576 },
  { lat: 46.0215, lng: 14.556 },
  { lat: 46.019, lng: 14.528 },
  { lat: 46.0265, lng: 14.498 },
  { lat: 46.0335, lng: 14.47 },
  { lat: 46.044, lng: 14.452 },
  { lat: 46.058, lng: 14.448 },
  { lat: 46.0715, lng: 14.454 },
]
const STEPS_PER_CORNER = 40

const POINTS = CORNERS.flatMap((_, corner) =>
  Array.from({ length: STEPS_PER_CORNER }, (_, step) => curveAt(corner, step / STEPS_PER_CORNER)),
)
const LENGTHS_M = POINTS.map((point, place) => distanceM(point, POINTS[(place + 1) % POINTS.length]!))

export const ROUTE_LENGTH_M = LENGTHS_M.reduce((sum, length) => sum + length, 0)

/** Position and heading on the loop after this many metres; a negative distance goes the other way round. */
export function routeAt(distance: number): Coordinates & { heading: number } {
  let rest = ((distance % ROUTE_LENGTH_M) + ROUTE_LENGTH_M) % ROUTE_LENGTH_M
  let place = 0
  while (rest > LENGTHS_M[place]! && place < POINTS.length - 1) rest -= LENGTHS_M[place++]!
  const from = POINTS[place]!
  const to = POINTS[(place + 1) % POINTS.length]!
  const share = Math.min(1, rest / LENGTHS_M[place]!)
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
    heading: bearing(from, to),
  }
}

/** A closed Catmull-Rom curve: it passes through every corner without sharp turns. */
function curveAt(corner: number, share: number): Coordinates {
  const [a, b, c, d] = [-1, 0, 1, 2].map((step) => CORNERS.at((corner + step) % CORNERS.length)!)
  const along = (key: keyof Coordinates): number =>
    0.5 *
    (2 * b![key] +
      (c![key] - a![key]) * share +
      (2 * a![key] - 5 * b![key] + 4 * c![key] - d![key]) * share ** 2 +
      (3 * b![key] - a![key] - 3 * c![key] + d![key]) * share ** 3)
  return { lat: along('lat'), lng: along('lng') }
}
