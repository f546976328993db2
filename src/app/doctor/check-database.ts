import sql from 'sql-template-tag'
import { arePushKeysLocked } from '../../core/contact-methods/channels/push/push-key-store.ts'
import { countAppsUnderAnotherKey } from '../../core/people/second-factor/authenticator-app.ts'
import { hasAnyAdmin } from '../../core/people/user-store.ts'
import { readChosenConnections } from '../../core/settings/connections/connections-store.ts'
import { webhooksUnderAnotherKey } from '../../core/webhooks/sealed-secrets.ts'
import { CLOCK_TOLERANCE_S } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  changedMigration,
  migrationFiles,
  OTHER_BUILD_ADVICE,
  otherBuild,
  pendingMigrations,
} from '../../platform/database/migrate.ts'
import { OLDEST_POSTGRES } from '../../platform/database/require-database.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

const CLOCK_WARNS_MS = 1_000
const CLOCK_FAILS_MS = CLOCK_TOLERANCE_S * 1_000

interface Server {
  version: string
  version_num: number
  fsync: string
  full_page_writes: string
  at: Date
}

interface DatabaseFindings {
  findings: CheckResult[]
  /** Whether the schema is the one of this version, so that its tables can be read. */
  isCurrent: boolean
}

/** Checks a database that answers. */
export async function checkDatabase(db: Database, encryptionKey: Buffer | null): Promise<DatabaseFindings> {
  const before = Date.now()
  const [server] = await db.query<Server>(sql`
    select
      current_setting('server_version') as version, current_setting('server_version_num')::integer as version_num,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, clock_timestamp() as at`)
  const tookMs = Date.now() - before
  const { findings, isCurrent } = await checkContent(db, encryptionKey)
  const aheadMs = server!.at.getTime() - (before + tookMs / 2)
  const ofServer = [checkVersion(server!, tookMs), checkDurability(server!), clockFinding(aheadMs, tookMs)]
  return { findings: [...ofServer, ...findings], isCurrent }
}

function checkVersion({ version, version_num }: Server, tookMs: number): CheckResult {
  const says = `PostgreSQL ${version}, answers in ${tookMs} ms`
  if (version_num / 10_000 >= OLDEST_POSTGRES) return okResult('database', says)
  return fail('database', says, `Use PostgreSQL ${OLDEST_POSTGRES} or newer`)
}

function checkDurability({ fsync, full_page_writes }: Server): CheckResult {
  if (fsync === 'on' && full_page_writes === 'on')
    return okResult('durability', 'every reading answered 200 is on disk')
  const off = [fsync === 'on' ? [] : 'fsync', full_page_writes === 'on' ? [] : 'full_page_writes'].flat().join(' and ')
  return fail('durability', `${off} off: a crash may lose readings that were answered 200`, 'Turn it on in PostgreSQL')
}

/**
 * Difference between the clocks of the database and this machine; sessions, staleness and retries depend on it. Pure.
 */
export function clockFinding(aheadMs: number, tookMs: number): CheckResult {
  const off = Math.max(0, Math.abs(aheadMs) - tookMs)
  const seconds = (off / 1_000).toFixed(1)
  const advice = 'Synchronize both clocks with NTP; see docs/operators.md#what-it-needs'
  if (off < CLOCK_WARNS_MS) return okResult('clock', 'agrees with the clock of the database')
  const says = `the clock of the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of this machine`
  return off < CLOCK_FAILS_MS ? warn('clock', says, advice) : fail('clock', says, advice)
}

async function checkContent(db: Database, encryptionKey: Buffer | null): Promise<DatabaseFindings> {
  const [found] = await db.query<{ is_there: boolean }>(sql`
    select to_regclass('schema_migrations') is not null as is_there`)
  if (!found!.is_there) return unread(okResult('schema', 'not created yet; the first start creates it'))
  const rows = await db.query<{ number: number; name: string; digest: string }>(sql`
    select number, name, digest from schema_migrations order by number`)
  const changed = await changedMigration(rows)
  if (changed !== null) return unread(fail('schema', otherBuild(changed), OTHER_BUILD_ADVICE))
  const applied = rows.map(({ number }) => number)
  const pending = await pendingMigrations(applied)
  if (pending.length > 0) {
    const says = `${pending.length} migrations have not run`
    return unread(warn('schema', says, 'Make a backup, then run `npx tocsin migrate` or start the service'))
  }
  const known = (await migrationFiles()).map(({ number }) => number)
  const later = applied.filter((number) => !known.includes(number))
  const schema =
    later.length === 0
      ? okResult('schema', 'up to date')
      : warn('schema', 'migrated by a later version of Tocsin', 'Upgrade this installation as well')
  const findings = [schema, await checkPeople(db), await checkKey(db, encryptionKey)]
  return { findings, isCurrent: later.length === 0 }
}

const unread = (schema: CheckResult): DatabaseFindings => ({ findings: [schema], isCurrent: false })

async function checkPeople(db: Database): Promise<CheckResult> {
  if (await hasAnyAdmin(db)) return okResult('administrator', 'present')
  return warn('administrator', 'there is none', 'Run npx tocsin user add you@example.org --role admin')
}

async function checkKey(db: Database, key: Buffer | null): Promise<CheckResult> {
  const closed = key === null ? null : await webhooksUnderAnotherKey(db, key)
  const isPushLocked = key !== null && (await arePushKeysLocked(db, key))
  const apps = key === null ? 0 : await countAppsUnderAnotherKey(db, key)
  const settings = key === null ? [] : (await readChosenConnections(db, key)).locked
  if (closed?.length === 0 && !isPushLocked && apps === 0 && settings.length === 0)
    return okResult('encryption key', 'decrypts all stored secrets')
  if (closed === null) {
    const [any] = await db.query(sql`select from webhooks where enabled limit 1`)
    if (any === undefined) return okResult('encryption key', 'not created yet; the first start creates it')
  }
  return fail(
    'encryption key',
    closed === null ? 'missing' : `cannot decrypt ${whatWaits(closed, isPushLocked, apps, settings)}`,
    'Set ENCRYPTION_KEY, or restore DATA_DIR/encryption-key; see docs/operators.md#keys',
  )
}

const whatWaits = (
  webhooks: readonly number[],
  isPushLocked: boolean,
  apps: number,
  settings: readonly string[],
): string =>
  [
    ...(webhooks.length === 0 ? [] : [`the secrets of webhooks ${webhooks.join(', ')}, whose deliveries wait`]),
    ...(isPushLocked ? ['the key of push messages, which are not sent'] : []),
    ...(apps > 0 ? [`the keys of ${apps} authenticator apps, whose codes are refused`] : []),
    ...(settings.length === 0 ? [] : [`the settings ${settings.join(', ')}, which are not used`]),
  ].join(', and ')
