import type { Fence } from './condition.ts'

const EARTH_M = 6_371_008.8
const RADIANS = Math.PI / 180

interface Point {
  lat: number
  lng: number
}

/** Metres from the border of a fence: positive outside, negative inside. */
export function distanceToFence(fence: Fence, point: Point): number {
  if ('circle' in fence) return greatCircle(fence.circle, point) - fence.circle.radius_m
  // Flat, seen from the point: fences are far smaller than the earth.
  const corners = fence.polygon.map(([lat, lng]) => ({
    x: EARTH_M * RADIANS * wrapped(lng - point.lng) * Math.cos(point.lat * RADIANS),
    y: EARTH_M * RADIANS * (lat - point.lat),
  }))
  let nearest = Number.POSITIVE_INFINITY
  let isInside = false
  for (const [place, to] of corners.entries()) {
    const from = corners.at(place - 1)!
    nearest = Math.min(nearest, distanceToLine(from, to))
    const crosses = from.y > 0 !== to.y > 0 && 0 < ((to.x - from.x) * -from.y) / (to.y - from.y) + from.x
    if (crosses) isInside = !isInside
  }
  return isInside ? -nearest : nearest
}

/** From the origin to the line between two corners. */
function distanceToLine(from: { x: number; y: number }, to: { x: number; y: number }): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(from.x * dx + from.y * dy) / squared))
  return Math.hypot(from.x + along * dx, from.y + along * dy)
}

function greatCircle(one: Point, other: Point): number {
  const a =
    Math.sin(((other.lat - one.lat) * RADIANS) / 2) ** 2 +
    Math.cos(one.lat * RADIANS) *
      Math.cos(other.lat * RADIANS) *
      Math.sin((wrapped(other.lng - one.lng) * RADIANS) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Across the date line it is the short way round. */
const wrapped = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

/** On which side a device is taken to be, and how many fixes in a row have said otherwise. */
export interface SideMemory {
  side: 'inside' | 'outside'
  against: number
}

/**
 * The side after one more fix. The buffer lies outside the border and speaks for the present side, so that a device that
 * stands on the border does not come and go; `minPoints` fixes in a row make it change.
 */
export function nextSide(before: SideMemory, distanceM: number, bufferM: number, minPoints: number): SideMemory {
  const other = before.side === 'inside' ? 'outside' : 'inside'
  const isAcross = before.side === 'inside' ? distanceM > bufferM : distanceM < 0
  if (!isAcross) return before.against === 0 ? before : { side: before.side, against: 0 }
  const against = before.against + 1
  return against >= minPoints ? { side: other, against: 0 } : { side: before.side, against }
}
