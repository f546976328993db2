import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { OperatorError } from '../errors.ts'
import { requireRoom } from '../files/data-folder.ts'
import { moveDurably, syncFolder } from '../files/durable-files.ts'
import { keepSecretFile, secretFile } from '../secrets.ts'
import { postgresBinaries, SHARED_HOME } from './binaries.ts'
import { canReach, type ServerUser, serverUser } from './server-user.ts'

export const SUPERUSER = 'tocsin'
export const DATABASE = 'tocsin'
const PASSWORD_FILE = 'postgres-password'
/** A new cluster takes 40 MB; the schema and the first write-ahead log take as much again. */
const ROOM_FOR_NEW_BYTES = 100_000_000

/**
 * Settings of the embedded server. It shares a machine with the service, commits in groups, and loses nothing: `fsync`
 * and `full_page_writes` stay at their defaults. `alter system` overrides any of these.
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

/** Location of a cluster, and the account that its server runs as. */
export interface Cluster {
  dataDir: string
  /** The folder that contains bin/. */
  binaries: string
  /** PostgreSQL's data directory, by its real path. */
  directory: string
  user: ServerUser | null
}

/** The cluster of a data directory, whether or not it exists yet. */
export function locateCluster(dataDir: string, binaries?: string): Cluster {
  const account = serverUser()
  const directory = clusterDirectory(dataDir, account)
  // PostgreSQL runs only as the owner of its files; root switches to that account.
  const user = account !== null && existsSync(directory) ? ownerOf(directory) : account
  return { dataDir, binaries: binaries ?? postgresBinaries(user), directory, user }
}

export const isMade = ({ directory }: Cluster): boolean => existsSync(join(directory, 'PG_VERSION'))

function ownerOf(path: string): ServerUser {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** DATA_DIR/postgres; if the server's account cannot reach it, a link to a folder that it can. */
function clusterDirectory(dataDir: string, user: ServerUser | null): string {
  const inside = join(resolve(dataDir), 'postgres')
  // The server must get the real path, because its account may not be able to follow the link.
  if (existsSync(inside)) return realpathSync(inside)
  if (canReach(resolve(dataDir), user)) return inside
  const outside = join(SHARED_HOME, createHash('sha256').update(inside).digest('hex').slice(0, 16))
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
  rmSync(inside, { force: true })
  symlinkSync(outside, inside)
  syncFolder(resolve(dataDir))
  return outside
}

/** Creates the cluster in about a second. The caller keeps all other processes out meanwhile. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  requireRoom(cluster.dataDir, ROOM_FOR_NEW_BYTES)
  // Created beside its final place and moved once complete, so that an interrupted start leaves no partial cluster.
  // Only this account can write to that folder: in a shared one, others could plant the password file.
  const workshop = `${cluster.directory}.new`
  rmSync(workshop, { recursive: true, force: true })
  mkdirSync(workshop, { mode: 0o700 })
  const unfinished = join(workshop, 'cluster')
  const passwordFile = join(workshop, 'password')
  const password = secretFile(cluster.dataDir, PASSWORD_FILE, newPassword)
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (cluster.user !== null) {
    for (const path of [passwordFile, workshop]) chownSync(path, cluster.user.uid, cluster.user.gid)
  }
  await runAsServerUser(cluster, 'initdb', [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ])
  // initdb has synced all the rest. With half of this line, the server would not start after a power cut.
  appendFileSync(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'tocsin.conf'\n", { flush: true })
  moveDurably(unfinished, cluster.directory)
  rmSync(workshop, { recursive: true })
}

/** Writes this version's settings, if they are others: on a full disk, the file would be left empty. */
export function writeSettings({ directory }: Cluster): void {
  const path = join(directory, 'tocsin.conf')
  if (existsSync(path) && readFileSync(path, 'utf8') === SETTINGS) return
  writeFileSync(path, SETTINGS)
}

/** Null when the file is missing. */
export function passwordOf({ dataDir }: Cluster): string | null {
  const path = passwordPath(dataDir)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new OperatorError(
      `${path} cannot be read by this account: run the command with the account of the service.`,
      { cause: error },
    )
  }
}

export const passwordPath = (dataDir: string): string => join(dataDir, PASSWORD_FILE)

/**
 * Gives the superuser a new password in single-user mode, which needs no password and is refused while a server runs on
 * the files. The password file is written last: after an interruption before that, all of this is done again.
 */
export async function renewPassword(cluster: Cluster): Promise<void> {
  const password = newPassword()
  await runAsServerUser(
    cluster,
    'postgres',
    ['--single', '-D', cluster.directory, 'postgres'],
    `alter role ${SUPERUSER} password '${password}'\n`,
  )
  keepSecretFile(cluster.dataDir, PASSWORD_FILE, password)
}

const newPassword = (): string => randomBytes(24).toString('base64url')

/** Environment of the server's programs. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Runs one of the server's programs to its end. Throws with its error output when it fails. */
async function runAsServerUser(
  cluster: Cluster,
  program: 'initdb' | 'postgres',
  args: string[],
  input = '',
): Promise<void> {
  const child = spawn(join(cluster.binaries, 'bin', program), args, {
    ...cluster.user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    env: serverEnvironment(),
  })
  // A program that ends without reading its input reports the reason itself.
  child.stdin.on('error', () => undefined).end(input)
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  // In single-user mode, a failed statement is reported but does not end the program.
  if (code === 0 && !/ (ERROR|FATAL): /.test(said)) return
  throw new OperatorError(`${program} failed (${signal ?? code}): ${said.trim()}`)
}
