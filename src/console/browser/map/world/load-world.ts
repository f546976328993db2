import { cellAt } from '../../../assets/ground-grid.ts'
import { decodeWorld, type NamedPoint, NOWHERE } from '../../../assets/world-format.ts'
import { builtAround, coastOf, type Disc, roundCoast } from './city-ground.ts'
import { mercatorX, mercatorY, type Outline, outlineOf } from './outlines.ts'

/** A name and where it belongs, in the units of Web Mercator. */
export interface NamedPlace {
  name: string
  x: number
  y: number
  size: number
  /** The cell of the ground where it is. */
  cell: number
}

/** Geography as it is drawn. */
export interface Ground {
  land: Outline[]
  /** The lines of the land, without those along the edges of a cell. */
  coast: Outline[]
  lakes: Outline[]
  rivers: Outline[]
  borders: Outline[]
  /** Built-up areas, about. Only at city zoom. */
  built: Disc[]
  countries: NamedPlace[]
  quarters: NamedPlace[]
  towns: NamedPlace[]
}

/** Maps of a page share the files. */
const loaded = new Map<string, Promise<Ground>>()

/** `isCell`: of the ground at city zoom. */
export function loadGround(address: string, isCell = false): Promise<Ground> {
  const known = loaded.get(address)
  if (known !== undefined) return known
  const ground = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`Answered ${response.status}`)
    return groundIn(new Uint8Array(await response.arrayBuffer()), isCell)
  })
  loaded.set(address, ground)
  // A failed request is tried again by the next that wants it.
  ground.catch(() => loaded.delete(address))
  return ground
}

function groundIn(bytes: Uint8Array, isCell: boolean): Ground {
  // A cell at sea has none.
  const world = bytes.length === 0 ? NOWHERE : decodeWorld(bytes)
  const { lakes, rivers, borders, countries } = world
  const rings = isCell ? world.land.map(roundCoast) : world.land
  const land = rings.map(outlineOf)
  const [quarters, towns] = [world.quarters.map(placed), world.towns.map(placed)]
  return {
    land,
    coast: isCell ? rings.flatMap(coastOf).map(outlineOf) : land,
    built: isCell ? [...towns, ...quarters].map(builtAround) : [],
    lakes: lakes.map(outlineOf),
    rivers: rivers.map(outlineOf),
    borders: borders.map(outlineOf),
    countries: countries.map(placed),
    quarters,
    towns,
  }
}

const placed = ({ name, lng, lat, size }: NamedPoint): NamedPlace => ({
  name,
  size,
  x: mercatorX(lng),
  y: mercatorY(lat),
  cell: cellAt(lng, lat),
})
