import sql from 'sql-template-tag'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { isLocked, isUniqueViolation } from '../../../platform/database/sql-errors.ts'
import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import { inOrder } from '../history/position.ts'
import type { Between } from '../history/read-readings.ts'
import type { HistoryRow, ReadingRecord } from '../history/reading-record.ts'
import { holdMonths } from '../storage/reading-months.ts'
import { CHUNK_READINGS, type ChunkField, NotCompactable } from './chunk.ts'
import { deleteChunks, deleteRows, insertChunk, sizeOfChunks } from './chunk-store.ts'
import { encodeChunk } from './encode-chunk.ts'
import { isExpanded } from './expand-month.ts'
import { around, takeStored } from './take-stored.ts'

/** Part of the history of a device to compact. */
export interface CompactionStretch {
  deviceId: number
  /** Rows between these places, as many as one transaction takes … */
  rows: Between
  /** … merged with the readings of this chunk, which is replaced. */
  chunk: { first: HistoryRow; last: HistoryRow } | null
}

/** Thrown to roll back: after a trial, or when somebody else has changed the stretch meanwhile. */
class Undone extends Error {}
class Expanded extends Undone {}

export interface Compacted {
  /** Rows that were compacted. */
  readings: number
  /** Readings that were read back and compared, with those of a chunk that was replaced. */
  verified: number
  /** Bytes of the rows before and after, without indexes. */
  rowBytes: number
  chunkBytes: number
}

/**
 * Makes chunks of a stretch. They are read back and compared with the readings before the rows are deleted. A trial is
 * undone. Nothing is done if the month is to stay expanded, or if the device was busy: its state was locked, or its
 * readings changed meanwhile.
 */
export async function compactStretch(
  db: CellDatabase,
  stretch: CompactionStretch,
  giveWay: GiveWay,
  { isTrial = false }: { isTrial?: boolean } = {},
): Promise<Compacted | 'busy' | 'expanded'> {
  const { deviceId, chunk } = stretch
  const rows = await takeStored(db, deviceId, stretch.rows, { in: 'rows', limit: CHUNK_READINGS, giveWay })
  if (rows.length === 0) return 'busy'
  const held = chunk === null ? [] : await takeStored(db, deviceId, around(chunk), { in: 'chunks', giveWay })
  const readings = held.length === 0 ? rows : [...held, ...rows].sort(inOrder)
  const made: MadeChunk[] = []
  for (const part of cut(readings)) made.push({ readings: part, fields: await encodeChunk(part, giveWay) })
  let compacted: Compacted | 'busy' = 'busy'
  try {
    await db.transaction(async (tx) => {
      await holdMonths(tx)
      if (!isTrial && (await isExpanded(tx, rows[0]!.at))) throw new Expanded()
      if (chunk !== null) await replaced(tx, deviceId, held)
      for (const { readings, fields } of made) await insertChunk(tx, deviceId, readings, fields)
      await requireSame(tx, deviceId, made, giveWay)
      const bytes = await sizeOfChunks(tx, spanOf(deviceId, readings))
      const chunkBytes = Math.round((bytes * rows.length) / readings.length)
      if (!(await lockDevice(tx, deviceId))) throw new Undone()
      const rowBytes = await requireDeleted(tx, deviceId, rows)
      await tx.query(sql`
        update device_states
        set compacted_until = greatest(compacted_until, ${readings.at(-1)!.at})
        where device_id = ${deviceId}`)
      compacted = { readings: rows.length, verified: readings.length, rowBytes, chunkBytes }
      if (isTrial) throw new Undone()
    })
  } catch (error) {
    // Another node has made the same chunk meanwhile.
    if (!(error instanceof Undone || isUniqueViolation(error) || isLocked(error))) throw error
    if (!isTrial) return error instanceof Expanded ? 'expanded' : 'busy'
  }
  return compacted
}

interface MadeChunk {
  readings: ReadingRecord[]
  fields: ChunkField[]
}

/** Chunks of nearly the same size. */
function cut(readings: ReadingRecord[]): ReadingRecord[][] {
  const chunks = Math.ceil(readings.length / CHUNK_READINGS)
  const size = Math.ceil(readings.length / chunks)
  return Array.from({ length: chunks }, (_, place) => readings.slice(place * size, (place + 1) * size))
}

const spanOf = (deviceId: number, readings: readonly ReadingRecord[]) => ({
  deviceId,
  first: readings[0]!,
  last: readings.at(-1)!,
})

async function replaced(tx: InCell, deviceId: number, held: readonly ReadingRecord[]): Promise<void> {
  if (held.length === 0 || (await deleteChunks(tx, spanOf(deviceId, held))) !== held.length) throw new Undone()
}

/** Reads what was written. A difference is a bug, which must not cost a reading. */
async function requireSame(
  tx: Queryable,
  deviceId: number,
  made: readonly MadeChunk[],
  giveWay: GiveWay,
): Promise<void> {
  for (const { readings, fields } of made) {
    const written = await takeStored(tx, deviceId, around(spanOf(deviceId, readings)), { in: 'chunks', giveWay })
    // Computed digests follow from the content; stored ones are compared like it.
    const hasOwnDigests = fields.some(({ field }) => field === 'digest')
    let isSame = written.length === readings.length
    for (let place = 0; isSame && place < readings.length; place += 1) {
      await giveWay()
      const [one, other] = [written[place]!, readings[place]!]
      isSame = hasSameContent(one, other) && (!hasOwnDigests || one.digest === other.digest)
    }
    if (!isSame) {
      const begin = readings[0]!.at.toISOString()
      throw new NotCompactable(`A chunk of device ${deviceId} from ${begin} differs from its readings`)
    }
  }
}

/** Locks the device, as every change of it does, but without waiting. Deleted devices are left to the erasure. */
async function lockDevice(tx: InCell, deviceId: number): Promise<boolean> {
  const locked = await tx.query(sql`
    select
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.device_id = ${deviceId} and d.deleted_at is null
    for no key update of s skip locked`)
  return locked.length > 0
}

async function requireDeleted(tx: InCell, deviceId: number, rows: readonly ReadingRecord[]): Promise<number> {
  const proof = await deleteRows(tx, spanOf(deviceId, rows))
  const digests = rows.reduce((all, { digest }) => BigInt.asIntN(64, all ^ BigInt(digest)), 0n)
  const times = rows.reduce((sum, { at }) => sum + at.getTime(), 0)
  const isExact = proof.readings === rows.length && proof.digests === `${digests}` && proof.times === `${times}`
  if (!isExact) throw new Undone()
  return proof.bytes
}

/** Whether two readings are the same in every bit; keys may be in another order. Equal contents have equal digests. Pure. */
const hasSameContent = (one: ReadingRecord, other: ReadingRecord): boolean =>
  one.at.getTime() === other.at.getTime() &&
  one.received_at.getTime() === other.received_at.getTime() &&
  SCALARS.every((field) => Object.is(one[field], other[field])) &&
  isSame(one.metrics, other.metrics) &&
  isSame(one.flags, other.flags)

const SCALARS = ['ts', 'arrival', 'module', 'lat', 'lng', 'battery', 'signal', 'clock_suspect'] as const

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  let keys = 0
  for (const key in one) {
    keys += 1
    if (!Object.is(one[key], other[key])) return false
  }
  for (const _ in other) keys -= 1
  return keys === 0
}
