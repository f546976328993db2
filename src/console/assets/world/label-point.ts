import { distance, type Point } from './simplify.ts'

const CELLS = 24

/** The point of a grid inside a ring that is farthest from its line: the place for a name. Pure. */
export function labelPoint(ring: readonly Point[]): Point {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [west, south] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - south]
  let [best, most]: [Point, number] = [[west + width / 2, south + height / 2], 0]
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const x = west + (width * ((cell % CELLS) + 0.5)) / CELLS
    const y = south + (height * (Math.floor(cell / CELLS) + 0.5)) / CELLS
    if (!isInside([x, y], ring)) continue
    const far = room([x, y], ring, most)
    if (far > most) [best, most] = [[x, y], far]
  }
  return best
}

/** Distance from the line; below `least`, any smaller number. */
function room(point: Point, ring: readonly Point[], least: number): number {
  let near = Number.POSITIVE_INFINITY
  for (let at = 1; at < ring.length && near > least; at++) {
    near = Math.min(near, distance(point, ring[at - 1]!, ring[at]!))
  }
  return near
}

function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false
  for (let at = 1; at < ring.length; at++) {
    const [[fromX, fromY], [toX, toY]] = [ring[at - 1]!, ring[at]!]
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside
  }
  return inside
}

/** Area of a ring in square degrees. Pure. */
export const areaOf = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [beforeX, beforeY] = ring[at - 1] ?? ring.at(-1)!
      return sum + (beforeX * y - x * beforeY) / 2
    }, 0),
  )
