import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'

/** First bytes of a PMTiles archive of version 3, the supported one. */
export const ARCHIVE_BEGINNING = Buffer.from('PMTiles\x03')
const HEADER_BYTES = 127
/** Positions of an offset in the file that a length follows: root directory, metadata, leaf directories, tiles. */
const PARTS = [8, 24, 40, 56]
const COMPRESSIONS = { at: 97, ofTiles: 98 }
/** Unknown, none and gzip. Browsers cannot unpack the others. */
const READABLE = [0, 1, 2]
const TILE_TYPE_AT = 99
/** Vector tiles, PNG, JPEG, WebP and AVIF. */
const DRAWN = [1, 2, 3, 4, 5]

/** The fault of an archive with this beginning and of this size, or null: what maps cannot read or draw. Pure. */
export function faultOfArchiveHeader(beginning: Buffer, size: number): Fault | null {
  const isArchive = beginning.subarray(0, ARCHIVE_BEGINNING.length).equals(ARCHIVE_BEGINNING)
  if (!isArchive || beginning.length < HEADER_BYTES) return faultOf('archive_foreign')
  const ends = PARTS.map((at) => beginning.readBigUInt64LE(at) + beginning.readBigUInt64LE(at + 8))
  if (ends.some((end) => end > BigInt(size))) return faultOf('archive_incomplete')
  const isReadable = [COMPRESSIONS.at, COMPRESSIONS.ofTiles].every((at) => READABLE.includes(beginning[at]!))
  return isReadable && DRAWN.includes(beginning[TILE_TYPE_AT]!) ? null : faultOf('archive_kind')
}
