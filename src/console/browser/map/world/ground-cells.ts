import { type Ground, loadGround, type NamedPlace } from './load-world.ts'
import { cellsUnder, type Outline } from './outlines.ts'

type Rectangle = Omit<Outline, 'points'>

/** The ground of city zoom, as far as a map has loaded it. */
interface GroundCells {
  /** The cells under a part of the map; null until all are there. */
  under(part: Rectangle): readonly Ground[] | null
  /** Loads what is missing under a part of the map. Resolves to whether something was, and throws if it cannot be had. */
  load(part: Rectangle): Promise<boolean>
  /** Places by their importance: where cells are loaded all of them, elsewhere those of these grounds. */
  places(grounds: readonly Ground[]): readonly Ground[]
}

/** `address` has `*` for the number of a cell. */
export function groundCells(address: string): GroundCells {
  const loaded = new Map<number, Ground>()
  let together: Ground | null = null
  return {
    under(part) {
      const found = cellsUnder(part).map((cell) => loaded.get(cell))
      return found.every((ground) => ground !== undefined) ? found : null
    },
    async load(part) {
      const missing = cellsUnder(part).filter((cell) => !loaded.has(cell))
      const grounds = await Promise.all(missing.map((cell) => loadGround(address.replace('*', String(cell)), true)))
      // Another step of a move may have waited for the same.
      if (missing.every((cell) => loaded.has(cell))) return false
      for (const [at, cell] of missing.entries()) loaded.set(cell, grounds[at]!)
      together = null
      return true
    },
    places(grounds) {
      if (loaded.size === 0) return grounds
      together ??= joined([...loaded.values()])
      const isElsewhere = ({ cell }: NamedPlace) => !loaded.has(cell)
      return [together, ...grounds.map((ground) => ({ ...ground, towns: ground.towns.filter(isElsewhere) }))]
    },
  }
}

const bySize = (one: NamedPlace, other: NamedPlace): number => other.size - one.size

const joined = ([first, ...others]: readonly Ground[]): Ground => ({
  ...first!,
  towns: [first!, ...others].flatMap(({ towns }) => towns).sort(bySize),
  quarters: [first!, ...others].flatMap(({ quarters }) => quarters).sort(bySize),
})
