import { gzipSync } from 'node:zlib'
import { Compression, type Entry, type Header } from 'pmtiles'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import type { Box } from './street-areas.ts'

/**
 * Writes PMTiles of version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */

const HEADER_BYTES = 127
/** Readers fetch the header and the root directory with one request of this size. */
const FIRST_BYTES = 16_384
const LEAF_ENTRIES = 4_096

/** Values of the header that are not positions. */
interface ArchiveFacts extends Pick<Header, 'tileType' | 'tileCompression' | 'minZoom' | 'maxZoom'> {
  box: Box
}

/**
 * Everything before the tiles. Entries are in the order of their ids, without two for one run; their offsets count from
 * the first tile.
 */
export async function archiveHead(facts: ArchiveFacts, metadata: object, entries: readonly Entry[]): Promise<Buffer> {
  const { root, leaves } = await directories(entries)
  const packed = gzipSync(JSON.stringify(metadata))
  const metadataAt = HEADER_BYTES + root.length
  const leavesAt = metadataAt + packed.length
  const tilesAt = leavesAt + leaves.length
  const parts = [HEADER_BYTES, root.length, metadataAt, packed.length, leavesAt, leaves.length, tilesAt]
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  for (const [place, value] of [...parts, ...(await countsOf(entries))].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + place * 8)
  header.set([0, Compression.Gzip, facts.tileCompression, facts.tileType, facts.minZoom, facts.maxZoom], 96)
  const { west, south, east, north } = facts.box
  for (const [place, degrees] of [west, south, east, north].entries()) header.writeInt32LE(e7(degrees), 102 + place * 4)
  header[118] = facts.minZoom
  header.writeInt32LE(e7((west + east) / 2), 119)
  header.writeInt32LE(e7((south + north) / 2), 123)
  return Buffer.concat([header, root, packed, leaves])
}

/** Bytes of all tiles, tiles with an address, entries, and tiles that are stored. */
async function countsOf(entries: readonly Entry[]): Promise<[number, number, number, number]> {
  const giveWay = timeSlices()
  const stored = new Set<number>()
  let [bytes, addressed] = [0, 0]
  for (const { offset, length, runLength } of entries) {
    await giveWay()
    if (!stored.has(offset)) bytes += length
    stored.add(offset)
    addressed += runLength
  }
  return [bytes, addressed, entries.length, stored.size]
}

const e7 = (degrees: number): number => Math.round(degrees * 1e7)

/** A root that fits into the first request: of tiles, or else of leaves that are as large as it takes. */
async function directories(entries: readonly Entry[]): Promise<{ root: Buffer; leaves: Buffer }> {
  const giveWay = timeSlices()
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = []
    const roots: Entry[] = []
    let offset = 0
    for (let first = 0; first < entries.length; first += size) {
      await giveWay()
      const leaf = directory(entries.slice(first, first + size))
      roots.push({ tileId: entries[first]!.tileId, offset, length: leaf.length, runLength: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const [only] = leaves
    if (leaves.length === 1 && HEADER_BYTES + only!.length <= FIRST_BYTES)
      return { root: only!, leaves: Buffer.alloc(0) }
    const root = directory(roots)
    if (HEADER_BYTES + root.length <= FIRST_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

/** Column by column, each number in as few bytes as it needs; ids as differences. */
function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const put = (value: number) => {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  put(entries.length)
  for (const [place, { tileId }] of entries.entries()) put(tileId - (entries[place - 1]?.tileId ?? 0))
  for (const { runLength } of entries) put(runLength)
  for (const { length } of entries) put(length)
  for (const [place, { offset }] of entries.entries()) {
    const before = entries[place - 1]
    // 0 means: directly behind the one before.
    put(before !== undefined && offset === before.offset + before.length ? 0 : offset + 1)
  }
  return gzipSync(Buffer.from(bytes))
}
