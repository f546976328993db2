import sql from 'sql-template-tag'
import { hasAnyAdmin } from '../../core/people/user-store.ts'
import { webhooksUnderAnotherKey } from '../../core/webhooks/sealed-secrets.ts'
import { CLOCK_TOLERANCE_S } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrationFiles, pendingMigrations } from '../../platform/database/migrate.ts'
import { OLDEST_POSTGRES } from '../../platform/database/require-database.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

const CLOCK_WARNS_MS = 1_000
const CLOCK_FAILS_MS = CLOCK_TOLERANCE_S * 1_000

interface Server {
  version: string
  version_num: number
  fsync: string
  full_page_writes: string
  at: Date
}

/** Checks a database that answers. */
export async function checkDatabase(db: Database, encryptionKey: Buffer | null): Promise<CheckResult[]> {
  const before = Date.now()
  const [server] = await db.query<Server>(sql`
    select
      current_setting('server_version') as version, current_setting('server_version_num')::integer as version_num,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, clock_timestamp() as at`)
  const tookMs = Date.now() - before
  return [
    checkVersion(server!, tookMs),
    checkDurability(server!),
    clockFinding(server!.at.getTime() - (before + tookMs / 2), tookMs),
    ...(await checkContent(db, encryptionKey)),
  ]
}

function checkVersion({ version, version_num }: Server, tookMs: number): CheckResult {
  const says = `PostgreSQL ${version}, answers in ${tookMs} ms`
  if (version_num / 10_000 >= OLDEST_POSTGRES) return ok('database', says)
  return fail('database', says, `Use PostgreSQL ${OLDEST_POSTGRES} or newer`)
}

function checkDurability({ fsync, full_page_writes }: Server): CheckResult {
  if (fsync === 'on' && full_page_writes === 'on') return ok('durability', 'what is answered 200 is on disk')
  const off = [fsync === 'on' ? [] : 'fsync', full_page_writes === 'on' ? [] : 'full_page_writes'].flat().join(' and ')
  return fail('durability', `${off} off: a crash may take along what was answered 200`, 'Switch it on in PostgreSQL')
}

/**
 * Difference between the clocks of the database and this machine; sessions, staleness and retries depend on it. Pure.
 */
export function clockFinding(aheadMs: number, tookMs: number): CheckResult {
  const off = Math.max(0, Math.abs(aheadMs) - tookMs)
  const seconds = (off / 1_000).toFixed(1)
  const advice = 'Have NTP keep both clocks; docs/operators.md#what-it-needs'
  if (off < CLOCK_WARNS_MS) return ok('clock', 'that of the database agrees')
  const says = `that of the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`
  return off < CLOCK_FAILS_MS ? warn('clock', says, advice) : fail('clock', says, advice)
}

async function checkContent(db: Database, encryptionKey: Buffer | null): Promise<CheckResult[]> {
  const [found] = await db.query<{ is_there: boolean }>(sql`
    select to_regclass('schema_migrations') is not null as is_there`)
  if (!found!.is_there) return [ok('schema', 'there is none yet; the first start makes it')]
  const rows = await db.query<{ number: number }>(sql`select number from schema_migrations`)
  const applied = rows.map(({ number }) => number)
  const pending = await pendingMigrations(applied)
  if (pending.length > 0) {
    const says = `${pending.length} migrations have not run`
    return [warn('schema', says, 'Back up, and run `npx tocsin migrate`, or start the service, which does the same')]
  }
  const known = (await migrationFiles()).map(({ number }) => number)
  const later = applied.filter((number) => !known.includes(number))
  const schema =
    later.length === 0
      ? ok('schema', 'up to date')
      : warn('schema', 'it is of a later version than this program', 'Upgrade this installation, too')
  return [schema, await checkPeople(db), await checkKey(db, encryptionKey)]
}

async function checkPeople(db: Database): Promise<CheckResult> {
  if (await hasAnyAdmin(db)) return ok('administrator', 'there is one')
  return warn('administrator', 'there is none', 'npx tocsin user add you@example.org --role admin')
}

async function checkKey(db: Database, key: Buffer | null): Promise<CheckResult> {
  const closed = key === null ? null : await webhooksUnderAnotherKey(db, key)
  if (closed?.length === 0) return ok('encryption key', 'it opens the secrets of all webhooks')
  if (closed === null) {
    const [any] = await db.query(sql`select from webhooks where enabled limit 1`)
    if (any === undefined) return ok('encryption key', 'none is made yet; the first start does')
  }
  const which = closed === null ? 'it is not here' : `it does not open the webhooks ${closed.join(', ')}, which wait`
  return fail(
    'encryption key',
    which,
    'Set ENCRYPTION_KEY, or bring DATA_DIR/encryption-key back; docs/operators.md#keys',
  )
}
