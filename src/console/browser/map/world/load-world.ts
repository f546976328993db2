import { decodeWorld, type NamedPoint } from '../../../assets/world-format.ts'
import { mercatorX, mercatorY, type Outline, outlineOf } from './outlines.ts'

/** A name and where it belongs, in the units of Web Mercator. */
export interface NamedPlace {
  name: string
  x: number
  y: number
  size: number
}

/** Geography as it is drawn. */
export interface Ground {
  land: Outline[]
  lakes: Outline[]
  rivers: Outline[]
  borders: Outline[]
  countries: NamedPlace[]
  towns: NamedPlace[]
}

/** Maps of a page share the files. */
const loaded = new Map<string, Promise<Ground>>()

export function loadGround(address: string): Promise<Ground> {
  const known = loaded.get(address)
  if (known !== undefined) return known
  const ground = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`Answered ${response.status}`)
    return groundIn(new Uint8Array(await response.arrayBuffer()))
  })
  loaded.set(address, ground)
  // A failed request is tried again by the next that wants it.
  ground.catch(() => loaded.delete(address))
  return ground
}

function groundIn(bytes: Uint8Array): Ground {
  const { land, lakes, rivers, borders, countries, towns } = decodeWorld(bytes)
  return {
    land: land.map(outlineOf),
    lakes: lakes.map(outlineOf),
    rivers: rivers.map(outlineOf),
    borders: borders.map(outlineOf),
    countries: countries.map(placed),
    towns: towns.map(placed),
  }
}

const placed = ({ name, lng, lat, size }: NamedPoint): NamedPlace => ({
  name,
  size,
  x: mercatorX(lng),
  y: mercatorY(lat),
})
