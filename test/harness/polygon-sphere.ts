/**
 * Points and polygons by another way than the engine's, to compare it with: on the unit sphere, without longitudes. The arc
 * from a point to the north pole, which no polygon contains, crosses the border an odd number of times from inside.
 */

import { distanceFromPolygon, polygonFault } from '../../src/platform/polygon.ts'
import { type Lots, lots } from './lots.ts'

type Corner = [lat: number, lng: number]
type Vector = [number, number, number]

const RADIANS = Math.PI / 180
const EARTH_M = 6_371_008.8
const NORTH: Vector = [0, 0, 1]
/** An edge is straight in latitude and longitude; as arcs of this length it is so within 50 m. */
const PIECE_DEGREES = 0.25

const onSphere = (lat: number, lng: number): Vector => {
  const [phi, lambda] = [lat * RADIANS, lng * RADIANS]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const angle = (a: Vector, b: Vector) => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b))

/** The border as places on the sphere, and how far that may be from the true border. */
function borderOf(polygon: readonly Corner[], leastPieces = 1): { border: Vector[]; errorM: number } {
  const border: Vector[] = []
  let errorM = 0.01
  for (const [place, [lat, lng]] of polygon.entries()) {
    const [toLat, toLng] = polygon[(place + 1) % polygon.length]!
    const turn = Math.atan2(Math.sin((toLng - lng) * RADIANS), Math.cos((toLng - lng) * RADIANS)) / RADIANS
    const length = Math.hypot(turn, toLat - lat)
    const pieces = Math.max(leastPieces, Math.ceil(length / PIECE_DEGREES))
    const [north, east] = [((toLat - lat) * RADIANS) / pieces, (turn * RADIANS) / pieces]
    const bend =
      (Math.cos(Math.min(Math.abs(lat), Math.abs(toLat)) * RADIANS) * east ** 2) / 8 + Math.abs(north * east) / 4
    errorM = Math.max(errorM, EARTH_M * bend)
    for (let piece = 0; piece < pieces; piece++)
      border.push(onSphere(lat + ((toLat - lat) * piece) / pieces, lng + (turn * piece) / pieces))
  }
  return { border, errorM }
}

function isInside(border: readonly Vector[], point: Vector): boolean {
  const meridian = cross(point, NORTH)
  let crossings = 0
  for (const [place, to] of border.entries()) {
    const from = border.at(place - 1)!
    const [fromSide, toSide] = [dot(meridian, from) > 0, dot(meridian, to) > 0]
    if (fromSide === toSide) continue
    const edge = cross(from, to)
    // The arc and the edge cross in one of the two places where their great circles do.
    if (dot(edge, point) > 0 === dot(edge, NORTH) > 0) continue
    const line = cross(edge, meridian)
    const middle: Vector = [point[0] + NORTH[0], point[1] + NORTH[1], point[2] + NORTH[2]]
    const side = dot(line, [from[0] + to[0], from[1] + to[1], from[2] + to[2]])
    if (side * dot(line, middle) > 0) crossings++
  }
  return crossings % 2 === 1
}

export interface Comparison {
  compared: number
  /** Too near to an edge for the reference. */
  near: number
  inside: number
  across180: number
  differences: { polygon: Corner[]; point: Corner; metres: number }[]
}

/** Compares the engine with the reference in so many points of random polygons, a hundred of each. */
export function comparePolygons(points: number, seed: number): Comparison {
  const draws = lots(seed)
  const found: Comparison = { compared: 0, near: 0, inside: 0, across180: 0, differences: [] }
  while (found.compared < points) {
    const polygon = someCorners(draws)
    if (polygonFault(polygon) !== null) continue
    const { border, errorM } = borderOf(polygon)
    const distance = distanceFromPolygon(polygon)
    const lngs = polygon.map(([, lng]) => lng)
    for (let turn = 0; turn < 100 && found.compared < points; turn++) {
      const point = somePoint(draws, polygon)
      const metres = distance({ lat: point[0], lng: point[1] })
      if (Math.abs(metres) < errorM) {
        found.near++
        continue
      }
      const inside = isInside(border, onSphere(...point))
      found.compared++
      if (inside) found.inside++
      if (Math.max(...lngs) - Math.min(...lngs) > 180) found.across180++
      if (inside !== metres < 0) found.differences.push({ polygon, point, metres })
    }
  }
  return found
}

/** The distance to the nearest of many places of the border. */
export function distanceOnSphere(polygon: readonly Corner[], [lat, lng]: Corner): number {
  const point = onSphere(lat, lng)
  return borderOf(polygon, 500).border.reduce((least, place) => Math.min(least, angle(point, place)), Math.PI) * EARTH_M
}

const real = (draws: Lots, from: number, to: number) => from + ((to - from) * draws.number(2 ** 30)) / 2 ** 30
const within180 = (lng: number) => lng - 360 * Math.floor((lng + 180) / 360)

/** Around a middle, in order or not, from a few metres to a third of the earth; often near a pole or the antimeridian. */
function someCorners(draws: Lots): Corner[] {
  const size = 10 ** real(draws, -4, 1.9)
  const middle: Corner = [
    draws.chance(0.3) ? draws.pick([-1, 1]) * (90 - size) : real(draws, -89, 89),
    draws.chance(0.4) ? 180 + real(draws, -size, size) : real(draws, -180, 180),
  ]
  const turns = Array.from({ length: 3 + draws.number(10) }, () => real(draws, 0, 2 * Math.PI))
  if (draws.chance(0.8)) turns.sort((one, other) => one - other)
  return turns.map((turn) => {
    const far = real(draws, size / 5, size)
    const lat = Math.max(-89.999, Math.min(89.999, middle[0] + (far / 2) * Math.sin(turn)))
    return [lat, within180(middle[1] + (far * Math.cos(turn)) / Math.max(0.02, Math.cos(middle[0] * RADIANS)))]
  })
}

/** Within the reach of a polygon, on the other side of the earth from there, or anywhere. */
function somePoint(draws: Lots, polygon: readonly Corner[]): Corner {
  if (draws.chance(0.2)) return [real(draws, -90, 90), real(draws, -180, 180)]
  const one = draws.pick(polygon)
  const other = draws.pick(polygon.filter((corner) => corner !== one))
  const turn = within180(other[1] - one[1])
  const lat = one[0] + (other[0] - one[0]) * real(draws, -0.2, 1.2)
  const lng = one[1] + turn * real(draws, -0.2, 1.2) + (draws.chance(0.25) ? 180 : 0)
  return [Math.max(-90, Math.min(90, lat)), within180(lng)]
}
