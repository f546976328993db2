import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'
import { RequestError } from '../../platform/errors.ts'
import { faultOfArchiveHeader } from './archive-header.ts'

const GIBIBYTE = 1_024 ** 3
/** A country has up to 5 GiB, a city some 100 MiB. */
export const MAP_FILE_LIMIT_BYTES = 20 * GIBIBYTE
/** The database may be on the same disk. */
const KEPT_FREE_BYTES = 2 * GIBIBYTE
/** Unfinished uploads are deleted after this. */
const ABANDONED_MS = 24 * 3_600_000
const UNFINISHED = '.upload'

/** A part of a file on its way to the maps folder. */
interface MapPiece {
  /** The name that the file will have, checked. */
  name: string
  /** Chosen at random by the sender, so that two uploads are not mixed. */
  upload: string
  size: number
  offset: number
  body: Buffer
}

/**
 * Stores a piece of an archive. Resolves to the number of bytes stored so far, from where the sender goes on: a piece
 * that is repeated or too early changes nothing. With the last piece the file gets its name, in place of an older one.
 * Throws 400 for a file that is too large or that maps cannot draw.
 */
export async function storeMapPiece(folder: string, piece: MapPiece, now: Date): Promise<number> {
  const { name, upload, size, offset, body } = piece
  const path = join(folder, `${name}.${upload}${UNFINISHED}`)
  if (offset === 0) await begin(folder, piece, now)
  const file = await open(path, offset === 0 ? constants.O_CREAT | constants.O_RDWR : 'r+').catch(() => null)
  // Another node has the beginning, or it was deleted.
  if (file === null) return 0
  try {
    const stored = (await file.stat()).size
    if (stored !== offset || offset + body.length > size) return stored
    await file.write(body, 0, body.length, offset)
    if (offset + body.length < size) return offset + body.length
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(path, join(folder, name))
  return size
}

/** Deletes an archive; false if there is none. Maps that read it go on without it. */
export async function removeMapFile(folder: string, name: string): Promise<boolean> {
  return await rm(join(folder, name)).then(
    () => true,
    () => false,
  )
}

async function begin(folder: string, { size, body }: MapPiece, now: Date): Promise<void> {
  const fault = faultOfSize(size) ?? faultOfArchiveHeader(body, size)
  if (fault !== null) throw new RequestError(400, fault)
  await mkdir(folder, { recursive: true })
  await deleteAbandoned(folder, now)
  await requireRoomForMap(folder, size)
}

/** Throws 400 if a file of this size does not fit into the folder. */
export async function requireRoomForMap(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size + KEPT_FREE_BYTES)
    throw new RequestError(400, faultOf('archive_no_room', KEPT_FREE_BYTES / GIBIBYTE))
}

const faultOfSize = (size: number): Fault | null =>
  size > MAP_FILE_LIMIT_BYTES ? faultOf('archive_large', MAP_FILE_LIMIT_BYTES / GIBIBYTE) : null

async function deleteAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
