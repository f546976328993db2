import { type Coordinates, distanceM } from './great-circle.ts'
import { longitudeNear, unwrappedLongitudes } from './unwrapped-longitudes.ts'

export type Corners = readonly [lat: number, lng: number][]

interface Edge {
  from: Coordinates
  to: Coordinates
}

const RADIANS = Math.PI / 180
/** A plane is good for so many degrees at the equator, and for fewer towards the poles. */
const FLAT_DEGREES = 0.5
/** Along an edge, so that the nearest mark is on the nearest edge. */
const MARKS = { perDegree: 8, atLeast: 2, atMost: 64 }
/** Each leaves two thirds: in the end a thousandth of the way between marks, along which the distance hardly differs. */
const NARROWINGS = 12

/** Why it is not known what is inside a polygon. Null if it is. Pure. */
export function polygonFault(polygon: Corners): 'latitude' | 'polygon_pole' | 'polygon_wide' | null {
  if (polygon.some(([lat]) => Math.abs(lat) > 90)) return 'latitude'
  const longitudes = polygon.map(([, lng]) => lng)
  const unwrapped = unwrappedLongitudes([...longitudes, longitudes[0]!])
  if (unwrapped.at(-1) !== longitudes[0]) return 'polygon_pole'
  const width = Math.max(...unwrapped) - Math.min(...unwrapped)
  // Corners at -180 and 180 alone were meant to be on both sides of the earth, and are at one place.
  const isAround = width === 0 && longitudes.includes(-180) && longitudes.includes(180)
  return width >= 180 || isAround ? 'polygon_wide' : null
}

/**
 * Edges are straight in latitude and longitude, as in GeoJSON. Longitudes are unwrapped around the polygon, not around the
 * point: seen from the other side of the earth, some corners lie to the east and some to the west.
 */
export function distanceFromPolygon(polygon: Corners): (point: Coordinates) => number {
  const longitudes = unwrappedLongitudes(polygon.map(([, lng]) => lng))
  const corners = polygon.map(([lat], place) => ({ lat, lng: longitudes[place]! }))
  const edges = corners.map((to, place): Edge => ({ from: corners.at(place - 1)!, to }))
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2
  let distanceFromAfar: ((point: Coordinates) => number) | null = null
  return ({ lat, lng }) => {
    const point = { lat, lng: longitudeNear(lng, middle) }
    const shrink = Math.cos(lat * RADIANS)
    let isInside = false
    let nearest = { squared: (FLAT_DEGREES * shrink) ** 2, at: null as Coordinates | null }
    for (const edge of edges) {
      if (isEastOf(point, edge)) isInside = !isInside
      const foot = footOn(edge, point, shrink)
      if (foot.squared < nearest.squared) nearest = foot
    }
    if (nearest.at === null) distanceFromAfar ??= farDistance(edges)
    const metres = nearest.at === null ? distanceFromAfar!(point) : distanceM(point, nearest.at)
    return isInside ? -metres : metres
  }
}

/** Whether an edge crosses the parallel of the point to its east. */
function isEastOf({ lat, lng }: Coordinates, { from, to }: Edge): boolean {
  if (from.lat > lat === to.lat > lat) return false
  return from.lng + ((to.lng - from.lng) * (lat - from.lat)) / (to.lat - from.lat) > lng
}

/** The nearest place of an edge, in the plane that touches the earth at the point. */
function footOn(edge: Edge, { lat, lng }: Coordinates, shrink: number): { squared: number; at: Coordinates } {
  const { from, to } = edge
  const half = (to.lng - from.lng) / 2
  const startX = (longitudeNear(from.lng + half, lng) - half - lng) * shrink
  const startY = from.lat - lat
  const alongX = 2 * half * shrink
  const alongY = to.lat - from.lat
  const length2 = alongX * alongX + alongY * alongY
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(startX * alongX + startY * alongY) / length2))
  return { squared: (startX + share * alongX) ** 2 + (startY + share * alongY) ** 2, at: placeOn(edge, share) }
}

/** The distance on the sphere, by marks along the edges and a search around the nearest of them. */
function farDistance(edges: readonly Edge[]): (point: Coordinates) => number {
  const marks = edges.flatMap((edge) => {
    const length = Math.hypot(edge.to.lat - edge.from.lat, edge.to.lng - edge.from.lng)
    const count = Math.min(MARKS.atMost, Math.max(MARKS.atLeast, Math.ceil(length * MARKS.perDegree)))
    return Array.from({ length: count + 1 }, (_, mark) => {
      const share = mark / count
      return { edge, share, apart: 1 / count, spot: onSphere(placeOn(edge, share)) }
    })
  })
  return (point) => {
    const [x, y, z] = onSphere(point)
    let nearest = { mark: marks[0]!, cosine: -2 }
    for (const mark of marks) {
      const cosine = x * mark.spot[0] + y * mark.spot[1] + z * mark.spot[2]
      if (cosine > nearest.cosine) nearest = { mark, cosine }
    }
    const { edge, share, apart } = nearest.mark
    const distance = (place: number) => distanceM(point, placeOn(edge, place))
    let [low, high] = [Math.max(0, share - apart), Math.min(1, share + apart)]
    for (let turn = 0; turn < NARROWINGS; turn++) {
      const third = (high - low) / 3
      if (distance(low + third) < distance(high - third)) high -= third
      else low += third
    }
    return distance((low + high) / 2)
  }
}

type Vector = readonly [x: number, y: number, z: number]

function onSphere({ lat, lng }: Coordinates): Vector {
  const [phi, lambda] = [lat * RADIANS, lng * RADIANS]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const placeOn = ({ from, to }: Edge, share: number): Coordinates => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lng: from.lng + (to.lng - from.lng) * share,
})
