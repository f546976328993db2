// A file that was written and closed may still be lost or empty after a power cut. Files that a later start relies on
// are synced to disk: the file itself (`flush`) and the folder it is in.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
