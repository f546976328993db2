import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { CELLS, cellAt, packCells } from '../ground-grid.ts'
import { decodeWorld, encodeWorld, type NamedPoint, NOWHERE, sizeOfTown } from '../world-format.ts'
import { byImportance, type City, isPlace, QUARTER } from './choose-towns.ts'
import { cutLines, cutRings } from './cut-cells.ts'
import { type Layers, shapes } from './topology.ts'

/** In degrees. The package draws on a grid of 0.0036 by 0.0017. */
const TOLERANCE = 0.001
const STEPS_PER_DEGREE = 1_000
/** Seats of municipalities whose people GeoNames does not know. */
const FEW_PEOPLE = 300
const RIVERS = join(import.meta.dirname, 'rivers.bin.br')

/** The ground of city zoom, by cell: the finest coast, borders and rivers, and all places with their parts. */
export function makeGround(topology: Layers, cities: readonly City[]): Uint8Array {
  const { land, borders } = shapes(topology, TOLERANCE)
  const [lands, lines] = [cutRings(land), cutLines(borders)]
  const rivers = cutLines(decodeWorld(brotliDecompressSync(readFileSync(RIVERS))).rivers)
  const places = cities.filter(isPlace)
  const towns = byCell(places.filter(({ featureCode }) => featureCode !== QUARTER))
  const quarters = byCell(places.filter(({ featureCode }) => featureCode === QUARTER))
  const bodies = Array.from({ length: CELLS }, (_, cell) => {
    const of = <Item>(layer: ReadonlyMap<number, Item[]>) => layer.get(cell) ?? []
    const content = {
      land: of(lands),
      borders: of(lines),
      rivers: of(rivers),
      towns: of(towns),
      quarters: of(quarters),
    }
    if (Object.values(content).every(({ length }) => length === 0)) return new Uint8Array()
    return encodeWorld({ ...NOWHERE, ...content }, STEPS_PER_DEGREE)
  })
  return packCells(bodies)
}

function byCell(cities: readonly City[]): Map<number, NamedPoint[]> {
  const cells = new Map<number, NamedPoint[]>()
  for (const { name, population, loc } of cities) {
    const [lng, lat] = loc.coordinates
    const cell = cellAt(lng, lat)
    const place = { name, lng, lat, size: sizeOfTown(Math.max(FEW_PEOPLE, population)) }
    cells.set(cell, [...(cells.get(cell) ?? []), place])
  }
  for (const places of cells.values()) places.sort(byImportance)
  return cells
}
