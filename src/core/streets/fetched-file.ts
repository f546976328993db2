import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../platform/error-messages/reasons.ts'
import { FETCHED_NAME } from '../settings/map-source.ts'
import { requireRoomForMap } from '../settings/store-map-file.ts'

/** How far this node is with a file that it fetches. */
export type StreetsState =
  | { is: 'fetching'; stored: number; total: number | null }
  | { is: 'failed'; fault: Fault; at: Date }
  | { is: 'ready'; bytes: number }

const UNFINISHED = '.part'
const FAULT = '.fault'
/** In the header, position and length of the tiles, with which an archive ends. */
const TILES = { at: 56, length: 64 }
const BEGINNING_BYTES = 72

export async function readStreetsState(folder: string, name: string): Promise<StreetsState> {
  const path = join(folder, name)
  const bytes = await sizeOf(path)
  if (bytes !== null) return { is: 'ready', bytes }
  const fault = await readFault(path)
  if (fault !== null) return { is: 'failed', ...fault }
  const stored = await sizeOf(path + UNFINISHED)
  return { is: 'fetching', stored: stored ?? 0, total: stored === null ? null : await totalOf(path + UNFINISHED) }
}

/**
 * Makes an archive ready for its tiles, of which it may have some from before. Resolves to how many bytes it has. Throws 400
 * if there is no room.
 */
export async function beginFile(folder: string, name: string, head: Buffer, total: number): Promise<number> {
  const path = join(folder, name + UNFINISHED)
  await mkdir(folder, { recursive: true })
  const stored = await sizeOf(path)
  if (stored !== null && stored >= head.length && (await beginningOf(path, head.length)).equals(head)) return stored
  await requireRoomForMap(folder, total)
  await writeFile(path, head)
  return head.length
}

/** Cuts off what was written last before the service ended. */
export const cutFile = (folder: string, name: string, bytes: number): Promise<void> =>
  truncate(join(folder, name + UNFINISHED), bytes)

export const addTiles = (folder: string, name: string, tiles: readonly Buffer[]): Promise<void> =>
  appendFile(join(folder, name + UNFINISHED), Buffer.concat(tiles))

/** Another map was chosen meanwhile. */
export const dropUnfinished = (folder: string, name: string): Promise<void> =>
  rm(join(folder, name + UNFINISHED), { force: true })

/** Gives the file its name, and deletes files that were fetched before it. */
export async function finishFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const file = await open(path + UNFINISHED)
  await file.sync().finally(() => file.close())
  await rename(path + UNFINISHED, path)
  for (const other of await readdir(folder)) {
    if (FETCHED_NAME.test(other) && other !== name) await rm(join(folder, other), { force: true })
  }
}

export async function noteFault(folder: string, name: string, fault: Fault, at: Date): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name + FAULT), JSON.stringify({ fault, at }))
}

/** The fetch goes on at once. */
export const forgetFault = (folder: string, name: string): Promise<void> =>
  rm(join(folder, name + FAULT), { force: true })

async function readFault(path: string): Promise<{ fault: Fault; at: Date } | null> {
  try {
    const { fault, at } = JSON.parse(await readFile(path + FAULT, 'utf8')) as { fault: Fault; at: string }
    return { fault, at: new Date(at) }
  } catch {
    // There is none, or it was being written when the service ended.
    return null
  }
}

const sizeOf = async (path: string): Promise<number | null> => (await stat(path).catch(() => null))?.size ?? null

async function totalOf(path: string): Promise<number | null> {
  // It may have got its name meanwhile.
  const beginning = await beginningOf(path, BEGINNING_BYTES).catch(() => null)
  if (beginning === null || beginning.length < BEGINNING_BYTES) return null
  return Number(beginning.readBigUInt64LE(TILES.at) + beginning.readBigUInt64LE(TILES.length))
}

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
