import { zxyToTileId } from 'pmtiles'
import { sortInSlices } from '../../platform/long-work/sort-in-slices.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import type { StreetArea } from '../settings/map-source.ts'

/** Corners in degrees. West may be below -180 and east above 180. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** A degree of latitude. */
const DEGREE_KM = 111.2
/** Beyond it, Web Mercator has no tiles. */
const MOST_LAT = 85.05
/** As far as 100 km at zoom 15, or as far as 200 km at zoom 14. Each costs an entry in memory. */
const MOST_TILES = 100_000

/** The square around a circle, which tiles cover. Pure. */
export function boxOf({ lat, lng, radius_km }: StreetArea): Box {
  const high = radius_km / DEGREE_KM
  const [south, north] = [Math.max(-MOST_LAT, lat - high), Math.min(MOST_LAT, lat + high)]
  const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return wide >= 180 ? { west: -180, south, east: 180, north } : { west: lng - wide, south, east: lng + wide, north }
}

/** Whether all of an area lies within another one. Pure. */
export function isPartOf(area: StreetArea, other: StreetArea): boolean {
  const [inner, outer] = [boxOf(area), boxOf(other)]
  return (
    inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north
  )
}

/** The finest zoom up to this one at which the areas are not too many tiles. Pure. */
export function finestZoom(areas: readonly StreetArea[], most: number): number {
  const boxes = areas.map(boxOf)
  let zoom = most
  while (zoom > 0 && boxes.reduce((sum, box) => sum + sizeOf(tilesOf(box, zoom)), 0) > MOST_TILES) zoom -= 1
  return zoom
}

/** The ids of the tiles of areas from one zoom to another, ascending. */
export async function tileIds(areas: readonly StreetArea[], from: number, to: number): Promise<number[]> {
  const giveWay = timeSlices()
  const ids = new Set<number>()
  for (const box of areas.map(boxOf)) {
    for (let z = from; z <= to; z++) {
      const { left, right, top, bottom } = tilesOf(box, z)
      for (let x = left; x <= right; x++) {
        await giveWay()
        for (let y = top; y <= bottom; y++) ids.add(zxyToTileId(z, x & (2 ** z - 1), y))
      }
    }
  }
  return sortInSlices([...ids], (one, other) => one - other, giveWay)
}

/** Columns and rows. A column may be outside of the world, which goes around. */
function tilesOf({ west, south, east, north }: Box, z: number) {
  const tiles = 2 ** z
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * tiles)
  const row = (lat: number) => {
    const sine = Math.sin((lat * Math.PI) / 180)
    const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
    return Math.max(0, Math.min(tiles - 1, Math.floor(share * tiles)))
  }
  const left = column(west)
  return { left, right: Math.min(column(east), left + tiles - 1), top: row(north), bottom: row(south) }
}

const sizeOf = ({ left, right, top, bottom }: ReturnType<typeof tilesOf>): number =>
  (right - left + 1) * (bottom - top + 1)

/** The smallest box around all areas, within the world. Pure. */
export function boxAround(areas: readonly StreetArea[]): Box {
  const boxes = areas.map(boxOf)
  const isAcross = boxes.some(({ west, east }) => west < -180 || east > 180)
  return {
    west: isAcross ? -180 : Math.min(...boxes.map(({ west }) => west)),
    east: isAcross ? 180 : Math.max(...boxes.map(({ east }) => east)),
    south: Math.min(...boxes.map(({ south }) => south)),
    north: Math.max(...boxes.map(({ north }) => north)),
  }
}
