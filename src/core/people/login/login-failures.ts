import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { networkOf } from '../../../platform/network-of-address.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { NO_REACH } from '../../reach/reach.ts'
import { accountKey } from './login-origin.ts'
import { delayNextLogin, WINDOW_S } from './login-throttle.ts'
import { type FailedNetwork, summaries } from './summed-failures.ts'

/** Addresses recorded at once per ten minutes: for each account, and for all unknown accounts together. */
const FIRST_ADDRESSES = { known: 5, unknown: 20 }

export interface FailedLogin {
  /** The email as typed. */
  email: string
  /** Null: no account has this email. */
  userId: number | null
  address: string
  via: 'session' | 'token'
}

/**
 * Counts a failed login, for the delay before the next attempt and for the audit log. The first failure of an account
 * from an address is recorded at once; the number of further ones ten minutes later.
 */
export async function recordLoginFailure(db: Database, failed: FailedLogin, now: Date): Promise<void> {
  await db.transaction((tx) => countLoginFailure(tx, failed, now))
}

/** The same, as the last step of a transaction that changes nothing else of weight. */
export async function countLoginFailure(tx: Queryable, failed: FailedLogin, now: Date): Promise<void> {
  // In a flood, each commit would sync the disk, and readings would wait for it. This commit is synced with the next
  // one: a failure may be lost in a power cut.
  await tx.query(sql`set local synchronous_commit = off`)
  await delayNextLogin(tx, failed.email, failed.address, now)
  if (await isNews(tx, failed, now)) await noteFirst(tx, failed, now)
}

/**
 * Counts the failure. Returns whether to record it at once: the first of this account from this address, after few
 * other addresses.
 */
async function isNews(tx: Queryable, { email, userId, address, via }: FailedLogin, now: Date): Promise<boolean> {
  const windowStart = new Date(Math.floor(now.getTime() / (WINDOW_S * 1_000)) * WINDOW_S * 1_000)
  const network = networkOf(address)
  const most = userId === null ? FIRST_ADDRESSES.unknown : FIRST_ADDRESSES.known
  const [row] = await tx.query<{ is_news: boolean }>(sql`
    with earlier as (
      select count(distinct network) as networks, coalesce(bool_or(network = ${network}), false) as is_same
      from login_failures
      where window_started_at = ${windowStart} and reported > 0 and user_id is not distinct from ${userId}::integer
    )
    insert into login_failures as f (window_started_at, account, user_id, network, address, via, failures, reported)
    select
      ${windowStart}, ${accountKey(email)}, ${userId}, ${network}, ${address}, ${via}, 1,
      case when e.networks < ${most} and not e.is_same then 1 else 0 end
    from earlier as e
    on conflict (account, window_started_at, network, user_id) do update
    set failures = f.failures + 1, address = excluded.address, via = excluded.via
    returning f.failures = 1 and f.reported = 1 as is_news`)
  return row!.is_news
}

async function noteFirst(tx: Queryable, { userId, address, via }: FailedLogin, now: Date): Promise<void> {
  const [user] = await tx.query<{ email: string }>(sql`select email from users where id = ${userId}`)
  const subject = { type: 'user', id: userId ?? 'unknown', name: user?.email }
  const change = { action: 'login.failed', subject, before: null, after: { count: 1 } }
  await recordChange(tx, { actor: null, via, reach: NO_REACH, address }, change, now)
}

/** Records the number of failures that are not in the audit log yet, once their ten minutes are over. */
export async function reportFailedLogins(db: Database, now: Date): Promise<boolean> {
  const over = secondsAfter(now, -WINDOW_S)
  await db.transaction(async (tx) => {
    // Locked, so that another node doing the same finds nothing left.
    const unreported = await tx.query<FailedNetwork>(sql`
      select f.user_id, u.email, f.network, f.address, f.via, f.failures - f.reported as count, f.window_started_at as since
      from login_failures as f
      left join users as u on u.id = f.user_id
      where f.window_started_at <= ${over} and f.reported < f.failures
      order by f.account, f.window_started_at, f.network, f.user_id
      for update of f`)
    if (unreported.length === 0) return
    await tx.query(sql`
      update login_failures set reported = failures where window_started_at <= ${over} and reported < failures`)
    for (const { by, change } of summaries(unreported, FIRST_ADDRESSES)) await recordChange(tx, by, change, now)
  })
  return false
}
