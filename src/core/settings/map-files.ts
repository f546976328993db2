import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fault, faultOf } from '../../platform/reasons.ts'
import { ARCHIVE_NAME } from './map-source.ts'

/** First bytes of a PMTiles archive of version 3, the supported one. */
const BEGINNING = Buffer.from('PMTiles\x03')

/** Names of the archives in the maps folder; none if the folder does not exist. */
export async function listMapFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => new RegExp(ARCHIVE_NAME).test(name)).sort()
}

/** The fault of a file in the maps folder, or null. */
export async function faultOfMapFile(folder: string, name: string): Promise<Fault | null> {
  const file = await open(join(folder, name)).catch(() => null)
  if (file === null) return faultOf('archive_absent')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0)
    return bytesRead === BEGINNING.length && buffer.equals(BEGINNING) ? null : faultOf('archive_foreign')
  } catch {
    // For example a directory.
    return faultOf('archive_foreign')
  } finally {
    await file.close()
  }
}
