// A file that was written and closed may still be lost with the power, or be there with nothing in it. What a later
// start rests on is told to the disk: the file itself (`flush`), and the folder that it is in.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What PostgreSQL forgives too: folders that may not be read, and file systems that do not sync folders. */
const FORGIVEN = ['EACCES', 'EISDIR', 'EBADF', 'EINVAL']

/** Returns once the disk knows which files are in a folder. */
export function syncFolder(folder: string): void {
  try {
    sync(folder)
  } catch (error) {
    if (!FORGIVEN.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The file must be on disk already: then it is there under the one name or the other, and whole. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** A folder that somebody else has filled, with all that is in it. */
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
