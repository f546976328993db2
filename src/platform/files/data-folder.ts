import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../errors.ts'

const MEGABYTE = 1_000_000

/** Creates the folder if it is missing. Throws OperatorError when it cannot hold files. */
export const makeDataFolder = (folder: string): void => makeUsable(folder, `DATA_DIR ${folder}`, 0o711)

/** The same for a folder that the operator names. */
export const makeFolder = (folder: string): void => makeUsable(folder, folder)

function makeUsable(folder: string, name: string, mode?: number): void {
  try {
    makeWithParents(folder, mode)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new OperatorError(`${name} cannot be used: ${fileFaultOf(error) ?? (error as Error).message}`, {
      cause: error,
    })
  }
}

/** Step by step: in /proc, where nothing can be created, Node's recursive mkdir never returns. */
function makeWithParents(folder: string, mode?: number): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' })
    return
  }
  if (dirname(folder) !== folder) makeWithParents(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another command created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Why a file or folder could not be made or written, in words. Null for any other error. */
export function fileFaultOf(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException
  // The socket of a server may be missing too.
  if (syscall === 'connect') return null
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'this account has no permission to write there.'
    case 'EROFS':
      return 'the file system is read-only.'
    case 'ENOTDIR':
      return 'it, or a folder on the way to it, is a file.'
    case 'ENOENT':
      return 'the folder cannot be created there.'
    case 'ENAMETOOLONG':
      return 'the path is too long.'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full.'
    default:
      return null
  }
}

/** Throws OperatorError when the disk has less free space than `bytes`. */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new OperatorError(
    `The disk of ${folder} has ${Math.floor(free / MEGABYTE)} MB left, and a new database needs ${bytes / MEGABYTE} MB: free some space, or set DATA_DIR to a folder on another disk.`,
  )
}
