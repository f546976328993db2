import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { moveDurably, syncFolder } from '../durable-files.ts'
import { secretFile } from '../secrets.ts'
import { postgresBinaries, SHARED_HOME } from './binaries.ts'
import { canReach, type ServerUser, serverUser } from './server-user.ts'

export const SUPERUSER = 'tocsin'
export const DATABASE = 'tocsin'

/**
 * What we ask of our own server. It shares a machine with the service, commits in groups, and loses nothing:
 * `fsync` and `full_page_writes` stay at their defaults. `alter system` overrides any of these.
 */
const SETTINGS = `
shared_buffers = 128MB
max_connections = 60
# One machine, no standby: less log to write for the same durability.
wal_level = minimal
max_wal_senders = 0
max_wal_size = 2GB
checkpoint_timeout = 15min
# Statements here are short; compiling them costs more than it saves.
jit = off
log_min_messages = warning
log_line_prefix = '%m [%p] '
password_encryption = 'scram-sha-256'
`

export interface Cluster {
  /** Folder with bin/. */
  binaries: string
  /** PostgreSQL's data directory, by its real path. */
  directory: string
  user: ServerUser | null
  password: string
}

/** Finds the cluster of this data directory, or makes it. A first run takes about a second. */
export function prepareCluster(dataDir: string): Cluster {
  const user = serverUser()
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const password = secretFile(dataDir, 'postgres-password', () => randomBytes(24).toString('base64url'))
  const cluster = { binaries: postgresBinaries(user), directory: clusterDirectory(dataDir, user), user, password }
  if (!existsSync(join(cluster.directory, 'PG_VERSION'))) initialize(cluster)
  writeFileSync(join(cluster.directory, 'tocsin.conf'), SETTINGS)
  return cluster
}

/** DATA_DIR/postgres; when the server's account cannot reach that, a link to a folder that it can. */
function clusterDirectory(dataDir: string, user: ServerUser | null): string {
  const inside = join(resolve(dataDir), 'postgres')
  // The server must be told the real place: it may not follow the link where its account cannot go.
  if (existsSync(inside)) return realpathSync(inside)
  if (canReach(resolve(dataDir), user)) return inside
  const outside = join(SHARED_HOME, createHash('sha256').update(inside).digest('hex').slice(0, 16))
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
  rmSync(inside, { force: true })
  symlinkSync(outside, inside)
  syncFolder(resolve(dataDir))
  return outside
}

function initialize(cluster: Cluster): void {
  // Made beside its place and moved when whole, so that a first start cut short leaves nothing half made.
  const unfinished = `${cluster.directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwordFile = join(tmpdir(), `tocsin-initdb-${process.pid}`)
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.user !== null) {
    chownSync(unfinished, cluster.user.uid, cluster.user.gid)
    chownSync(passwordFile, cluster.user.uid, cluster.user.gid)
  }
  try {
    runAsServerUser(cluster, 'initdb', [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // initdb has synced all the rest. Half of this line, and the server would not start again after a loss of power.
  appendFileSync(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'tocsin.conf'\n", { flush: true })
  moveDurably(unfinished, cluster.directory)
}

/** Runs one of the server's programs to its end. Throws with its own words when it fails. */
export function runAsServerUser(cluster: Cluster, program: 'initdb' | 'pg_ctl', args: string[]): void {
  const run = spawnSync(join(cluster.binaries, 'bin', program), args, {
    ...cluster.user,
    cwd: '/',
    // The server outlives this call: a pipe that it inherited would keep us waiting for ever.
    stdio: program === 'initdb' ? 'pipe' : 'ignore',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(`${program} failed (${run.status}): ${run.stderr?.toString().trim() ?? ''}`)
}
