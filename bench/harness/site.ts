import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { findPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { type Contender, startTocsin } from '../contenders/contenders.ts'

/** A service started like `npm start`, with its own database in a temporary folder. */
export interface Site {
  folder: string
  connection: pg.ClientConfig
  tocsin: Contender
  databasePid: number
  /** Aborted on Ctrl+C. */
  signal: AbortSignal
}

export async function onSite(work: (site: Site) => Promise<void>, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
  // When started as root, PostgreSQL runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711)
  let postgres: EmbeddedPostgres | undefined
  let tocsin: Contender | undefined
  try {
    postgres = await embeddedPostgres(folder)
    const databasePid = findPostmaster(join(folder, 'postgres'))!.pid
    tocsin = await startTocsin(folder, databasePid, env)
    await work({ folder, connection: postgres.connection, tocsin, databasePid, signal: stopping.signal })
  } finally {
    // The service stops its database; if it could not, this does.
    await tocsin?.stop()
    await postgres?.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function saveJson(file: string | undefined, result: unknown): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
