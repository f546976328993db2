import { CELL } from '../../../assets/ground-grid.ts'
import { kmAt } from './outlines.ts'

/** A place as large as it is built up, in the units of Web Mercator. */
export interface Disc {
  x: number
  y: number
  radius: number
}

/**
 * Built-up land by the number of people, in square kilometres: 0.35 for a thousand, 55 for 270,000, 220 for 1.3 million.
 * Larger towns are denser.
 */
const AREA = { of1: 0.0007, power: 0.9 }

/** How far a town is built up if it is round. Pure. */
export function builtAround({ x, y, size }: Omit<Disc, 'radius'> & { size: number }): Disc {
  // The size has two for each doubling.
  const area = AREA.of1 * 2 ** ((AREA.power * size) / 2)
  return { x, y, radius: Math.sqrt(area / Math.PI) / kmAt(y) }
}

/** With its corners cut by a quarter of their sides, except at the edges of its cell, where the next one goes on. Pure. */
export function roundCoast(ring: readonly number[]): number[] {
  const round: number[] = []
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x, y, nextX, nextY] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!]
    if (isAtEdge(x, y)) round.push(x, y)
    else round.push(x + (nextX - x) / 4, y + (nextY - y) / 4)
    if (!isAtEdge(nextX, nextY)) round.push(nextX - (nextX - x) / 4, nextY - (nextY - y) / 4)
  }
  return [...round, round[0]!, round[1]!]
}

const isAtEdge = (x: number, y: number): boolean => x % CELL === 0 || y % CELL === 0

/** The parts of a ring in a cell that are coast, not the edge of the cell. Pure. */
export function coastOf(ring: readonly number[]): number[][] {
  const coasts: number[][] = []
  let running: number[] | null = null
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const isEdge = [0, 1].some((axis) => ring[at + axis] === ring[at + 2 + axis] && ring[at + axis]! % CELL === 0)
    if (isEdge) running = null
    else if (running === null) {
      running = [...ring.slice(at, at + 4)]
      coasts.push(running)
    } else running.push(ring[at + 2]!, ring[at + 3]!)
  }
  return coasts
}
