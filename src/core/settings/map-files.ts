import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ARCHIVE_NAME } from './map-source.ts'

/** First bytes of a PMTiles archive of version 3, the supported one. */
const BEGINNING = Buffer.from('PMTiles\x03')

/** Names of the archives in the maps folder; none if the folder does not exist. */
export async function listMapFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => new RegExp(ARCHIVE_NAME).test(name)).sort()
}

/** The fault of a file in the maps folder, or null. */
export async function faultOfMapFile(folder: string, name: string): Promise<string | null> {
  const file = await open(join(folder, name)).catch(() => null)
  if (file === null) return 'is no file in the folder of maps of this node'
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0)
    return bytesRead === BEGINNING.length && buffer.equals(BEGINNING) ? null : 'is no PMTiles archive of version 3'
  } catch {
    // For example a directory.
    return 'is no PMTiles archive of version 3'
  } finally {
    await file.close()
  }
}
