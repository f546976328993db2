import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type Scope } from './cleanup.ts'

/** A new folder that goes with its scope. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-'))
  // Started as root, PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  cleanUp(scope, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
