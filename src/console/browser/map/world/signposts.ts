import type { LabelBox } from './label-grid.ts'
import type { NamedPlace } from './load-world.ts'
import { kmAt } from './outlines.ts'

/** A town beyond the edge of the view. */
export interface Signpost {
  name: string
  km: number
  /** To the east and the south, of length 1. */
  direction: { x: number; y: number }
}

const MOST_SIGNS = 6
const FARTHEST_KM = 60
const SECTORS = 8

/**
 * Towns around a view, at most one in each of eight directions: those with most people for the square of their distance. The
 * first is the strongest. Pure.
 */
export function signpostsAround(
  towns: readonly NamedPlace[],
  middle: { x: number; y: number },
  isInView: (town: NamedPlace) => boolean,
): Signpost[] {
  const kmEach = kmAt(middle.y)
  const best = new Map<number, Signpost & { pull: number }>()
  for (const town of towns) {
    const [dx, dy] = [town.x - middle.x, town.y - middle.y]
    const km = Math.hypot(dx, dy) * kmEach
    if (km > FARTHEST_KM || km === 0) continue
    // A size has two for each doubling.
    const pull = town.size - 4 * Math.log2(km)
    const sector = Math.round((Math.atan2(dy, dx) / (2 * Math.PI) + 1) * SECTORS) % SECTORS
    if (pull <= (best.get(sector)?.pull ?? Number.NEGATIVE_INFINITY) || isInView(town)) continue
    const direction = { x: (dx * kmEach) / km, y: (dy * kmEach) / km }
    best.set(sector, { name: town.name, km, direction, pull })
  }
  return [...best.values()].sort((one, other) => other.pull - one.pull).slice(0, MOST_SIGNS)
}

/** Where a sign of this size stands: where its direction meets the edge of the room. Pure. */
export function placeAtEdge(room: LabelBox, direction: Signpost['direction'], width: number, height: number): LabelBox {
  const [halfWidth, halfHeight] = [(room.right - room.left - width) / 2, (room.bottom - room.top - height) / 2]
  const reach = Math.min(
    halfWidth / Math.max(1e-6, Math.abs(direction.x)),
    halfHeight / Math.max(1e-6, Math.abs(direction.y)),
  )
  const left = room.left + halfWidth + direction.x * reach
  const top = room.top + halfHeight + direction.y * reach
  return { left, top, right: left + width, bottom: top + height }
}
