import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMade, locateCluster, makeCluster } from '../../src/platform/postgres/cluster.ts'
import { cleanUp, type Scope } from './cleanup.ts'
import { needed } from './programs.ts'
import { freePort } from './served.ts'

const LIBRARY = findLibrary()
export const FAKETIME = { skip: LIBRARY === null && needed('faketime') }

/** Processes read the clock's file again after this long. */
const SEEN_AFTER_S = 1

export interface FakedClock {
  /** Environment of every process that uses this clock. */
  env: Record<string, string>
  /** Sets the clock ahead of the real one by this much, or back to it. Resolves when all processes have noticed. */
  set(aheadS: number): Promise<void>
}

/** A settable wall clock for processes. Monotonic clocks are not affected. */
export function fakedClock(t: Scope): FakedClock {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-clock-'))
  // When this is root, the database server runs as another user.
  chmodSync(folder, 0o755)
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'ahead')
  const write = (aheadS: number) => {
    writeFileSync(`${file}.new`, `+${aheadS}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  write(0)
  return {
    env: {
      LD_PRELOAD: LIBRARY!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(SEEN_AFTER_S),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    },
    async set(aheadS) {
      write(aheadS)
      await sleep(2 * SEEN_AFTER_S * 1_000)
    },
  }
}

/**
 * Starts the embedded database server of this data directory with this clock; a service that starts later takes it
 * over.
 */
export async function startDatabaseBy({ env }: FakedClock, dataDir: string): Promise<void> {
  const cluster = locateCluster(dataDir)
  if (!isMade(cluster)) await makeCluster(cluster)
  const { binaries, directory, user } = cluster
  const options = `-p ${await freePort()} -h 127.0.0.1 -k '${tmpdir()}'`
  const log = join(directory, 'server.log')
  const started = spawnSync(join(binaries, 'bin/pg_ctl'), ['start', '-D', directory, '-l', log, '-w', '-o', options], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
  })
  if (started.status !== 0) throw new Error(`PostgreSQL did not start by a faked clock (${started.status})`)
}

function findLibrary(): string | null {
  if (process.platform !== 'linux') return null
  const folders = [
    '/usr/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : []),
  ]
  const found = folders.map((folder) => join(folder, 'faketime/libfaketimeMT.so.1')).find((path) => existsSync(path))
  return found ?? null
}
