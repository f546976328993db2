import { CELL, cellOf } from '../ground-grid.ts'

/** Lines by the number of their cell: longitude, latitude, longitude, … */
type CutLines = Map<number, number[][]>

const TURN = 360 / CELL

/**
 * The parts of rings in each cell, as rings again. They run along the edges of the cell where the ring goes beyond it, and
 * meet their neighbours there without a gap. Pure.
 */
export function cutRings(rings: readonly (readonly number[])[]): CutLines {
  const cut: CutLines = new Map()
  for (const ring of rings) {
    for (const [column, strip] of slices(ring, 0)) {
      const turned = Math.floor((column + TURN / 2) / TURN) * 360
      const home = turned === 0 ? strip : strip.map((value, at) => (at % 2 === 0 ? value - turned : value))
      for (const [row, part] of slices(home, 1)) add(cut, cellOf(column, row), part)
    }
  }
  return cut
}

/** A ring between each two lines of the grid, of longitude (0) or latitude (1). */
function* slices(ring: readonly number[], axis: 0 | 1): Generator<[number, number[]]> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = axis; at < ring.length; at += 2) {
    least = Math.min(least, ring[at]!)
    most = Math.max(most, ring[at]!)
  }
  const [first, last] = [Math.floor(least / CELL), Math.ceil(most / CELL) - 1]
  let rest = ring
  for (let slice = first; slice <= last; slice++) {
    const edge = (slice + 1) * CELL
    const part = slice === last ? [...rest] : half(rest, axis, edge, -1)
    if (slice < last) rest = half(rest, axis, edge, 1)
    if (part.length >= 8) yield [slice, part]
  }
}

/** The part of a closed ring on one side of a line. */
function half(ring: readonly number[], axis: 0 | 1, edge: number, side: 1 | -1): number[] {
  const kept: number[] = []
  for (let at = 0; at + 2 < ring.length; at += 2) {
    const [from, to] = [(ring[at + axis]! - edge) * side, (ring[at + 2 + axis]! - edge) * side]
    if (from >= 0) kept.push(ring[at]!, ring[at + 1]!)
    if (from * to >= 0) continue
    const share = from / (from - to)
    const crossing: [number, number] = [
      ring[at]! + share * (ring[at + 2]! - ring[at]!),
      ring[at + 1]! + share * (ring[at + 3]! - ring[at + 1]!),
    ]
    crossing[axis] = edge
    kept.push(...crossing)
  }
  if (kept.length > 0) kept.push(kept[0]!, kept[1]!)
  return kept
}

/** Lines by cell, whole between their points: those over the edge of a cell reach a little into the next. Pure. */
export function cutLines(lines: readonly (readonly number[])[]): CutLines {
  const cut: CutLines = new Map()
  for (const line of lines) {
    let running = new Map<number, number[]>()
    for (let at = 0; at + 3 < line.length; at += 2) {
      const next = new Map<number, number[]>()
      for (const [cell, turned] of cellsOf(line, at)) {
        const end = [line[at + 2]! - turned, line[at + 3]!]
        const run = running.get(cell)
        if (run === undefined) next.set(cell, add(cut, cell, [line[at]! - turned, line[at + 1]!, ...end]))
        else {
          run.push(...end)
          next.set(cell, run)
        }
      }
      running = next
    }
  }
  return cut
}

/** The cells that a part of a line touches, with the turns of the earth in degrees that lead there. */
function cellsOf(line: readonly number[], at: number): Map<number, number> {
  const columns = [line[at]!, line[at + 2]!].map((lng) => Math.floor(lng / CELL))
  const rows = [line[at + 1]!, line[at + 3]!].map((lat) => Math.floor(lat / CELL))
  const cells = new Map<number, number>()
  for (const column of columns)
    for (const row of rows) cells.set(cellOf(column, row), Math.floor((column + TURN / 2) / TURN) * 360)
  return cells
}

function add(cut: CutLines, cell: number, line: number[]): number[] {
  const known = cut.get(cell)
  if (known === undefined) cut.set(cell, [line])
  else known.push(line)
  return line
}
