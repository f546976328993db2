/**
 * Number of readings in a chunk. Many readings share its fixed costs, and its rows fill pages of PostgreSQL: four with
 * an array of bytes, or two with elements of two bytes, take 8 kB. With 2,048, half of many pages would be empty.
 */
export const CHUNK_READINGS = 1_880

/** Age in hours at which readings are compacted, unless somebody chooses another. */
export const COMPACT_AFTER_H = 24

/** Version of the layout of chunks. Chunks of any other are not read. */
export const CHUNK_FORMAT = 1

/** The values of one field in the readings of a chunk; see migrations/0070-compacted-history.sql. */
export interface ChunkField {
  field: string
  /** Scale of whole numbers and decimals; null for other kinds. */
  scaled: DecimalScale | null
  /** Offsets of whole numbers and decimals, or the values themselves. Null if all offsets are 0. */
  items: ChunkItems | null
}

/** A value is (base + step * place + offset) / divisor. All four are whole and below 2^53, so the quotient is exact. */
interface DecimalScale {
  base: number
  step: number
  /** A power of ten. */
  divisor: number
}

/** One element for each reading, or one for all in the last three. Null where a reading did not have the field. */
export type ChunkItems =
  | { kind: 'i1' | 'i2' | 'i4'; list: readonly (number | null)[] }
  | { kind: 'f8'; list: readonly (number | null)[] }
  | { kind: 'truths'; list: readonly (boolean | null)[] }
  | { kind: 'words'; list: readonly (string | null)[] }

/** Thrown for readings that stay rows, since a chunk could not give them back. */
export class NotCompactable extends Error {}
