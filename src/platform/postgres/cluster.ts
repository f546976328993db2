import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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
import { ENCRYPTION_KEY_FILE, keepSecretFile, secretFile, unreadable } from '../secrets.ts'
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

/**
 * Whether there is a cluster; without one, a start makes it. Throws OperatorError when there should be one that cannot be
 * seen, such as on a disk that is not mounted: a new, empty service would take its place.
 */
export function hasCluster(dataDir: string): boolean {
  const inside = join(resolve(dataDir), 'postgres')
  const what = lookAt(inside)
  if (what === 'cluster') return true
  if (what === 'unreadable')
    throw new OperatorError(
      `${inside} cannot be read by this account: run the command with the account of the service, or give the folder to it (chown -R).`,
    )
  if (what === 'dangling' && readlinkSync(inside) !== outsideOf(inside))
    throw new OperatorError(`${inside} is a link to ${readlinkSync(inside)}, which is not there: ${IS_IT_MOUNTED}`)
  if (what === 'file' || what === 'other files')
    throw new OperatorError(
      `${inside} ${what === 'file' ? 'is a file' : 'has files, but no database'}: set DATA_DIR to another folder, or move it away.`,
    )
  const keys = KEY_FILES.filter((name) => existsSync(join(dataDir, name)))
  // An interrupted first start has left the key of a cluster that it did not complete.
  if (keys.length === 0 || [inside, outsideOf(inside)].some((place) => existsSync(unfinishedOf(place)))) return false
  // Another process has completed it in the meantime.
  if (lookAt(inside) === 'cluster') return true
  throw new OperatorError(
    `${dataDir} has ${keys.join(' and ')}, but ${what === 'empty' ? 'the folder postgres is empty' : 'no database'}: ${IS_IT_MOUNTED} To begin with an empty database, move ${keys.length === 1 ? 'this file' : 'these files'} away first.`,
  )
}

const KEY_FILES = [ENCRYPTION_KEY_FILE, PASSWORD_FILE]

const IS_IT_MOUNTED = 'is its disk mounted?'

type Seen = 'cluster' | 'absent' | 'empty' | 'dangling' | 'file' | 'other files' | 'unreadable'

function lookAt(inside: string): Seen {
  try {
    if (lstatSync(inside, { throwIfNoEntry: false }) === undefined) return 'absent'
    const found = statSync(inside, { throwIfNoEntry: false })
    if (found === undefined) return 'dangling'
    if (!found.isDirectory()) return 'file'
    if (statSync(join(inside, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined) return 'cluster'
    return readdirSync(inside).every((name) => name === 'lost+found') ? 'empty' : 'other files'
  } catch {
    return 'unreadable'
  }
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
  const outside = outsideOf(inside)
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
  rmSync(inside, { force: true })
  symlinkSync(outside, inside)
  syncFolder(resolve(dataDir))
  return outside
}

const outsideOf = (inside: string): string =>
  join(SHARED_HOME, createHash('sha256').update(inside).digest('hex').slice(0, 16))

/** Where a cluster is made. */
const unfinishedOf = (directory: string): string => `${directory}.new`

/** Creates the cluster in about a second. The caller keeps all other processes out meanwhile. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  requireRoom(cluster.dataDir, ROOM_FOR_NEW_BYTES)
  // Created beside its final place and moved once complete, so that an interrupted start leaves no partial cluster.
  // Only this account can write to that folder: in a shared one, others could plant the password file.
  const workshop = unfinishedOf(cluster.directory)
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
  moveTo(cluster.directory, unfinished)
  rmSync(workshop, { recursive: true })
}

function moveTo(directory: string, unfinished: string): void {
  try {
    moveDurably(unfinished, directory)
  } catch (cause) {
    throw new OperatorError(
      `The database cannot be put into ${directory} (${(cause as NodeJS.ErrnoException).code}). If that is a mount point, let DATA_DIR be a folder on that disk instead.`,
      { cause },
    )
  }
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
    throw unreadable(path, error)
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
