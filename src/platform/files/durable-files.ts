// A file that was written and closed may still be lost or empty after a power cut. Files that a later start relies on
// are synced to disk: the file itself (`flush`) and the folder it is in.
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { fileFaultOf } from './data-folder.ts'

/** Ignored by PostgreSQL too: folders that may not be read, and file systems that do not sync folders. */
const FORGIVEN = ['EACCES', 'EISDIR', 'EBADF', 'EINVAL']

/** Syncs the list of files in a folder to disk. */
export function syncFolder(folder: string): void {
  try {
    sync(folder)
  } catch (error) {
    if (!FORGIVEN.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The file must be on disk already. After a power cut it is complete, under one name or the other. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}

/**
 * Writes a file that gets its name, and replaces the file of that name, when it is complete and on disk. Before that, its
 * name begins with a dot, so that readers of the folder pass it over; it is removed when writing fails or the process
 * exits. Drops the file when `write` returns null. Throws OperatorError when there is no such folder, the file may not be
 * written there, or the disk is full.
 */
export async function writeWhole<Result>(
  path: string,
  mode: number,
  write: (file: FileHandle) => Promise<Result | null>,
): Promise<Result | null> {
  if (!existsSync(dirname(path))) throw new OperatorError(`There is no folder ${dirname(path)}`)
  try {
    return await writeInto(path, mode, write)
  } catch (error) {
    const fault = fileFaultOf(error)
    throw fault === null ? error : new OperatorError(`${path} cannot be written: ${fault}`, { cause: error })
  }
}

async function writeInto<Result>(
  ...[path, mode, write]: Parameters<typeof writeWhole<Result>>
): Promise<Result | null> {
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
  // Left behind by a process that was killed.
  rmSync(unfinished, { force: true })
  // Nothing is awaited until its removal is arranged: a signal may end the process at any moment.
  const created = openSync(unfinished, 'wx', mode)
  const { ino } = fstatSync(created)
  // Another process that writes the same file has begun by removing this one.
  const isOurs = () => statSync(unfinished, { throwIfNoEntry: false })?.ino === ino
  const remove = () => {
    if (isOurs()) rmSync(unfinished)
  }
  const refuseAnother = () => {
    if (!isOurs()) throw new OperatorError(`${path} is being written by another process`)
  }
  process.once('exit', remove)
  let file: FileHandle | undefined
  try {
    file = await open(unfinished, 'r+')
    refuseAnother()
    const result = await write(file)
    await file.sync()
    refuseAnother()
    if (result === null) remove()
    else moveDurably(unfinished, path)
    return result
  } catch (error) {
    remove()
    throw error
  } finally {
    process.off('exit', remove)
    // Waits for a write that is still in progress when another step has failed.
    await file?.close()
    closeSync(created)
  }
}

/** Syncs a folder and everything in it, for folders written by other programs. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sync(join(entry.parentPath, entry.name))
    else if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name))
  }
  syncFolder(folder)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
