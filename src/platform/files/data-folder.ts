import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../errors.ts'

const MEGABYTE = 1_000_000

/** Creates the folder if it is missing. Throws OperatorError when it cannot hold files. */
export function makeDataFolder(folder: string): void {
  try {
    // Step by step: in /proc, where nothing can be created, Node's recursive mkdir never returns.
    makeWithParents(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${folder} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

function makeWithParents(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' })
    return
  }
  if (dirname(folder) !== folder) makeWithParents(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    // Another command created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
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
      return message
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
