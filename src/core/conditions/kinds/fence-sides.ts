import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'
import { distanceFromPolygon } from '../../../platform/polygon.ts'
import type { Fence } from './shapes.ts'

/** Metres from the border of a fence: positive outside, negative inside. */
export function distanceFrom(fence: Fence): (point: Coordinates) => number {
  if ('polygon' in fence) return distanceFromPolygon(fence.polygon)
  const { circle } = fence
  return (point) => distanceM(circle, point) - circle.radius_m
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
