import type { Entry } from 'pmtiles'
import { invalidField } from '../../platform/errors.ts'
import { sortInSlices } from '../../platform/long-work/sort-in-slices.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import type { FetchedStreets } from '../settings/map-source.ts'
import type { RemoteArchive } from './remote-archive.ts'
import { boxAround, finestZoom, tileIds } from './street-areas.ts'
import { archiveHead } from './write-archive.ts'

const GIBIBYTE = 1_024 ** 3
const LARGEST_BYTES = 2 * GIBIBYTE
/** Tiles that are so near each other are fetched together, with what is between them. */
const GAP_BYTES = 64 * 1_024
const PART_BYTES = 4 * 1_024 * 1_024

/** Tiles that lie near each other in the remote archive, in its order. */
interface Part {
  offset: number
  length: number
  tiles: { offset: number; length: number }[]
}

/** An archive of some areas, before its tiles are fetched. */
export interface StreetsPlan {
  head: Buffer
  parts: Part[]
  /** The size of the whole archive. */
  bytes: number
  maxZoom: number
  /** The archive has more detail than areas of this size may have. */
  isReduced: boolean
}

/**
 * Finds out which tiles of an archive the areas need, by its directories alone. Throws 400 for the field `source` if there are
 * none, and for `radius_km` if they are too many bytes.
 */
export async function planStreets(
  archive: RemoteArchive,
  { areas, source }: FetchedStreets['streets'],
): Promise<StreetsPlan> {
  const { header } = archive
  const minZoom = header.minZoom
  const maxZoom = Math.max(minZoom, finestZoom(areas, header.maxZoom))
  const found: Entry[] = []
  const giveWay = timeSlices()
  for (const tileId of await tileIds(areas, minZoom, maxZoom)) {
    await giveWay()
    const entry = await archive.findEntry(tileId)
    if (entry !== null) found.push({ ...entry, tileId })
  }
  if (found.length === 0) throw invalidField('/source', 'streets_none')
  const tiles = await distinct(found)
  const places = new Map<number, number>()
  let stored = 0
  for (const { offset, length } of tiles) {
    await giveWay()
    places.set(offset, stored)
    stored += length
  }
  const facts = { ...header, minZoom, maxZoom, box: boxAround(areas) }
  // The same areas of another version of the archive are other bytes, also if each tile has the same length.
  const metadata = { ...archive.metadata, 'tocsin:source': source, 'tocsin:version': header.etag ?? null }
  const head = await archiveHead(facts, metadata, await inRuns(found, places))
  if (head.length + stored > LARGEST_BYTES) throw invalidField('/radius_km', 'streets_large', LARGEST_BYTES / GIBIBYTE)
  return {
    head,
    parts: await partsOf(tiles, header.tileDataOffset),
    bytes: head.length + stored,
    maxZoom,
    isReduced: maxZoom < header.maxZoom,
  }
}

/** The tiles that are stored, in their order in the archive. */
async function distinct(found: readonly Entry[]): Promise<Part['tiles']> {
  const giveWay = timeSlices()
  const tiles = new Map<number, Part['tiles'][number]>()
  for (const { offset, length } of found) {
    await giveWay()
    tiles.set(offset, { offset, length })
  }
  return sortInSlices([...tiles.values()], (one, other) => one.offset - other.offset, giveWay)
}

/** One entry for tiles that follow each other and are the same, such as those of a sea. */
async function inRuns(found: readonly Entry[], places: ReadonlyMap<number, number>): Promise<Entry[]> {
  const giveWay = timeSlices()
  const runs: Entry[] = []
  for (const { tileId, offset, length } of found) {
    await giveWay()
    const last = runs.at(-1)
    const place = places.get(offset)!
    if (last !== undefined && last.offset === place && last.tileId + last.runLength === tileId) last.runLength += 1
    else runs.push({ tileId, offset: place, length, runLength: 1 })
  }
  return runs
}

async function partsOf(tiles: Part['tiles'], dataOffset: number): Promise<Part[]> {
  const giveWay = timeSlices()
  const parts: Part[] = []
  for (const tile of tiles) {
    await giveWay()
    const offset = dataOffset + tile.offset
    const last = parts.at(-1)
    const gap = last === undefined ? Number.POSITIVE_INFINITY : offset - (last.offset + last.length)
    if (last !== undefined && gap <= GAP_BYTES && offset + tile.length - last.offset <= PART_BYTES) {
      last.length = Math.max(last.length, offset + tile.length - last.offset)
      last.tiles.push({ offset: offset - last.offset, length: tile.length })
    } else parts.push({ offset, length: tile.length, tiles: [{ offset: 0, length: tile.length }] })
  }
  return parts
}
