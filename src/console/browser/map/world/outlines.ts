import { cellsIn } from '../../../assets/ground-grid.ts'

/** A line on the map, in the units of Web Mercator: the world is a square from 0 to 1. */
export interface Outline {
  /** x, y, x, y, … */
  points: Float64Array
  left: number
  top: number
  right: number
  bottom: number
}

/** A square part of the map in pixels. */
export interface Tile {
  /** Width of the world. */
  scale: number
  /** Position of the upper left corner in the world. */
  x: number
  y: number
  size: number
}

/** Beyond the poles of the projection. */
const MOST_LAT = 85.06
/** Room around a tile for the width of lines. */
const PAD_PX = 12
const EARTH_KM = 40_075
/** Nearer points cannot be told apart. */
const NEAR_PX = 0.7

export const mercatorX = (lng: number): number => lng / 360 + 0.5

export function mercatorY(lat: number): number {
  const sine = Math.sin((Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

const longitudeOf = (x: number): number => (x - 0.5) * 360
const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** The numbers of the cells of the ground under a rectangle, in the units of Web Mercator. Pure. */
export const cellsUnder = ({ left, top, right, bottom }: Omit<Outline, 'points'>): number[] =>
  cellsIn(longitudeOf(left), latitudeOf(bottom), longitudeOf(right), latitudeOf(top))

/** Kilometres in the unit of Web Mercator, which shrinks away from the equator. Pure. */
export const kmAt = (y: number): number => EARTH_KM / Math.cosh(Math.PI * (1 - 2 * y))

/** Whether a place is inside an odd number of rings, like land with its lakes. Pure. */
export function isInside(rings: readonly Outline[], x: number, y: number): boolean {
  let inside = false
  for (const { points, left, top, right, bottom } of rings) {
    if (x < left || x > right || y < top || y > bottom) continue
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [fromY, toY] = [points[at + 1]!, points[at + 3]!]
      if (fromY > y === toY > y) continue
      const share = (y - fromY) / (toY - fromY)
      if (x < points[at]! + share * (points[at + 2]! - points[at]!)) inside = !inside
    }
  }
  return inside
}

/** Projects a line of longitudes and latitudes. Pure. */
export function outlineOf(line: readonly number[]): Outline {
  const points = Float64Array.from(line, (value, at) => (at % 2 === 0 ? mercatorX(value) : mercatorY(value)))
  const found = { points, left: 2, top: 2, right: -2, bottom: -2 }
  for (let at = 0; at < points.length; at += 2) {
    found.left = Math.min(found.left, points[at]!)
    found.right = Math.max(found.right, points[at]!)
    found.top = Math.min(found.top, points[at + 1]!)
    found.bottom = Math.max(found.bottom, points[at + 1]!)
  }
  return found
}

/**
 * Points to draw of an outline on a tile, in pixels from its corner; none if it does not touch the tile. If points lie
 * one after another beyond the same edge, only the first and the last are kept, which fills the tile as
 * all of them would. An outline over the date line is drawn on both sides. Pure.
 */
export function onTile(outline: Outline, { scale, x, y, size }: Tile): number[][] {
  const [pad, end] = [PAD_PX / scale, (size + PAD_PX) / scale]
  const [left, top] = [x / scale, y / scale]
  if (outline.bottom < top - pad || outline.top > top + end) return []
  return [-1, 0, 1]
    .filter((turn) => outline.right + turn >= left - pad && outline.left + turn <= left + end)
    .map((turn) => reduced(outline.points, scale, x - turn * scale, y, size))
}

function reduced(points: Float64Array, scale: number, x: number, y: number, size: number): number[] {
  const kept: number[] = []
  let sides = 0
  let isHeld = false
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  const keep = (px: number, py: number) => {
    kept.push(px, py)
    lastX = px
    lastY = py
  }
  for (let at = 0; at < points.length; at += 2) {
    const px = points[at]! * scale - x
    const py = points[at + 1]! * scale - y
    const side = (px < -PAD_PX ? 1 : px > size + PAD_PX ? 2 : 0) | (py < -PAD_PX ? 4 : py > size + PAD_PX ? 8 : 0)
    const isLast = at + 2 >= points.length
    if ((sides & side) !== 0 && !isLast) {
      sides &= side
      isHeld = true
      continue
    }
    if (isHeld) keep(points[at - 2]! * scale - x, points[at - 1]! * scale - y)
    isHeld = false
    sides = side
    if (side === 0 && !isLast && Math.abs(px - lastX) + Math.abs(py - lastY) < NEAR_PX) continue
    keep(px, py)
  }
  return kept
}
