import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type Scope } from './cleanup.ts'

/** A new folder that is deleted with its scope. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-'))
  // When started as root, PostgreSQL runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711)
  cleanUp(scope, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
