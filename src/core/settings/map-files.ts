import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'
import { ARCHIVE_BEGINNING } from './archive-header.ts'
import { ARCHIVE_NAME } from './map-source.ts'

/** An archive in the maps folder of this node. */
export interface MapFile {
  name: string
  bytes: number
}

/** The archives in the maps folder by name; none if the folder does not exist. */
export async function listMapFiles(folder: string): Promise<MapFile[]> {
  const names = await readdir(folder).catch(() => [])
  const archives = names.filter((name) => new RegExp(ARCHIVE_NAME).test(name)).sort()
  return Promise.all(
    archives.map(async (name) => ({ name, bytes: (await stat(join(folder, name)).catch(() => null))?.size ?? 0 })),
  )
}

/** The fault of a file in the maps folder, or null. */
export async function faultOfMapFile(folder: string, name: string): Promise<Fault | null> {
  const file = await open(join(folder, name)).catch(() => null)
  if (file === null) return faultOf('archive_absent')
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(ARCHIVE_BEGINNING.length),
      0,
      ARCHIVE_BEGINNING.length,
      0,
    )
    return bytesRead === ARCHIVE_BEGINNING.length && buffer.equals(ARCHIVE_BEGINNING)
      ? null
      : faultOf('archive_foreign')
  } catch {
    // For example a directory.
    return faultOf('archive_foreign')
  } finally {
    await file.close()
  }
}
