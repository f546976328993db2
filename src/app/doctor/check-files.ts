import { existsSync, readFileSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveIn } from '../../platform/postgres/reserve.ts'
import { ENCRYPTION_KEY_FILE } from '../../platform/secrets.ts'
import type { Environment } from '../node/environment.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

const GIB = 1024 ** 3

/** Checks the data folder: usable, readable by the service only, and with room left. */
export async function checkFiles({ dataDir, databaseUrl, encryptionKey }: Environment): Promise<CheckResult[]> {
  const needsFolder = databaseUrl === null || encryptionKey === null
  if (!existsSync(dataDir)) {
    return needsFolder ? [okResult('DATA_DIR', `${dataDir} does not exist yet; the first start creates it`)] : []
  }
  const fault = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: Error) => error,
  )
  const folder = folderFinding(dataDir, fault)
  const key = encryptionKey === null ? [checkKeyFile(join(dataDir, ENCRYPTION_KEY_FILE))] : []
  const password = databaseUrl === null ? [checkSecrecy(join(dataDir, 'postgres-password'))] : []
  const reserve = databaseUrl === null ? [checkReserve(join(dataDir, 'postgres'))] : []
  return [folder, ...key, ...password, await checkRoom(dataDir), ...reserve].filter((finding) => finding !== null)
}

/** Pure. */
export function folderFinding(folder: string, fault: Error | null): CheckResult {
  const about = 'DATA_DIR'
  if (fault === null) return okResult(about, folder)
  if ((fault as NodeJS.ErrnoException).code === 'EROFS') {
    const advice = 'Mount it for writing; after an error of the disk, the system mounts it read-only (dmesg has it)'
    return fail(about, `${folder} cannot be written: the file system is read-only`, advice)
  }
  return fail(about, `${folder} cannot be written by this account`, 'Run this command with the account of the service')
}

function checkKeyFile(path: string): CheckResult | null {
  const finding = checkSecrecy(path)
  if (finding?.state !== 'ok') return finding
  if (/^[0-9a-f]{64}\s*$/.test(readFileSync(path, 'utf8'))) return finding
  return fail(
    'key file',
    `${path} does not hold a valid key`,
    'Restore it from a backup; deliveries of webhooks wait for it',
  )
}

/** Null if the file does not exist. */
function checkSecrecy(path: string): CheckResult | null {
  const about = 'key file'
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) === 0) {
      readFileSync(path)
      return okResult(about, path)
    }
    const shown = (mode & 0o777).toString(8)
    return warn(about, `${path} has mode ${shown}, so other accounts can read it`, `Run chmod 600 ${path}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return fail(about, `${path} cannot be read by this account`, 'Run this command with the account of the service')
  }
}

/** Null if there is no reserve: there was never room for one. */
function checkReserve(cluster: string): CheckResult | null {
  const state = reserveIn(cluster).state()
  if (state === 'none') return null
  if (state === 'kept') return okResult('reserve', 'there is room for an emergency')
  return fail(
    'reserve',
    'given back on a full disk; readings are refused until there is room for it again',
    'Free some space while the service runs; see docs/database.md#the-disk-is-full',
  )
}

async function checkRoom(path: string): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(path)
  return roomFinding(bavail * bsize, blocks * bsize)
}

/** Without free space, readings are refused. Pure. */
export function roomFinding(free: number, size: number): CheckResult {
  const says = `${(free / GIB).toFixed(1)} of ${(size / GIB).toFixed(1)} GiB are free`
  const advice =
    'Free some space: `npx tocsin prune --dry-run` shows what can be deleted; see docs/database.md#the-disk-is-full'
  if (free < Math.min(GIB, size / 20)) return fail('disk', says, advice)
  if (free < size / 10 && free < 20 * GIB) return warn('disk', says, advice)
  return okResult('disk', says)
}
