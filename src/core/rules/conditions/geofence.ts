import { type Coordinates, distanceM, distanceToChord, lngTurn } from '../../../platform/great-circle.ts'
import type { Fence } from './condition.ts'

/** Metres from the border of a fence: positive outside, negative inside. */
export function distanceToFence(fence: Fence, point: Coordinates): number {
  if ('circle' in fence) return distanceM(fence.circle, point) - fence.circle.radius_m
  // A flat projection around the point: fences are far smaller than the earth.
  const corners = fence.polygon.map(([lat, lng]) => ({ lat, lng }))
  let nearest = Number.POSITIVE_INFINITY
  let isInside = false
  for (const [place, to] of corners.entries()) {
    const from = corners.at(place - 1)!
    nearest = Math.min(nearest, distanceToChord(point, from, to))
    if (isEastOf(point, from, to)) isInside = !isInside
  }
  return isInside ? -nearest : nearest
}

/** Whether the line between two corners crosses the parallel of the point to its east. */
function isEastOf(point: Coordinates, from: Coordinates, to: Coordinates): boolean {
  const [fromY, toY] = [from.lat - point.lat, to.lat - point.lat]
  if (fromY > 0 === toY > 0) return false
  const [fromX, toX] = [lngTurn(point.lng, from.lng), lngTurn(point.lng, to.lng)]
  return fromX + ((toX - fromX) * -fromY) / (toY - fromY) > 0
}

/** The current side of a device, and the number of consecutive positions on the other side. */
export interface SideMemory {
  side: 'inside' | 'outside'
  against: number
}

/**
 * The side after one more position. The buffer lies outside the border and favours the current side, so that a device
 * on the border does not alternate; `minPoints` consecutive positions change the side.
 */
export function nextSide(before: SideMemory, distanceM: number, bufferM: number, minPoints: number): SideMemory {
  const other = before.side === 'inside' ? 'outside' : 'inside'
  const isAcross = before.side === 'inside' ? distanceM > bufferM : distanceM < 0
  if (!isAcross) return before.against === 0 ? before : { side: before.side, against: 0 }
  const against = before.against + 1
  return against >= minPoints ? { side: other, against: 0 } : { side: before.side, against }
}
