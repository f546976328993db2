import ipaddr from 'ipaddr.js'
import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import { tooManyRequests } from '../platform/errors.ts'
import { hashToken } from '../platform/secrets.ts'

const WINDOW_S = 5 * 60
export const ACCOUNT_FAILURES = 5
export const ADDRESS_FAILURES = 20
export const LONGEST_DELAY_S = 15 * 60
/** What one customer of a provider is given: a guesser has 2^64 addresses in it. */
const IPV6_SITE_BITS = 64

interface Budget {
  key: string
  failures: number
}

/**
 * Failures count per address, and per account and address: a stranger elsewhere cannot lock anybody out. What was typed
 * as the email may be a password in the wrong field, so it is not stored as it is.
 */
function budgets(email: string, address: string): Budget[] {
  const site = siteOf(address)
  return [
    { key: `address:${site}`, failures: ADDRESS_FAILURES },
    { key: `account:${hashToken(email)}|${site}`, failures: ACCOUNT_FAILURES },
  ]
}

/** Throws 429 while the next try has to wait. */
export async function checkLoginAllowed(db: Queryable, email: string, address: string, now: Date): Promise<void> {
  const [row] = await db.query<{ blocked_until: Date | null }>(sql`
    select max(blocked_until) as blocked_until
    from login_throttles
    where key = any (${budgets(email, address).map(({ key }) => key)})`)
  const blockedUntil = row?.blocked_until?.getTime() ?? 0
  const waitMs = blockedUntil - now.getTime()
  if (waitMs > 0) throw tooManyRequests('Too many failed logins; wait before the next try', waitMs / 1_000)
}

/**
 * Counts a failure on every node at once. The budget spent, each further failure doubles the wait: 1 s, 2 s, … up to
 * 15 minutes; five quiet minutes after the wait wipe the slate. Guesses that were under way together count together,
 * so a burst of them is followed by a long wait.
 */
export async function recordLoginFailure(db: Queryable, email: string, address: string, now: Date): Promise<void> {
  const windowStart = secondsAfter(now, -WINDOW_S)
  for (const { key, failures } of budgets(email, address)) {
    await db.query(sql`
      insert into login_throttles as t (key, failures, window_started_at)
      values (${key}, 1, ${now})
      on conflict (key) do update
      set
        failures = case
          when greatest(t.window_started_at, t.blocked_until) < ${windowStart} then 1
          else t.failures + 1
        end,
        window_started_at = case
          when greatest(t.window_started_at, t.blocked_until) < ${windowStart} then ${now}::timestamptz
          else t.window_started_at
        end,
        blocked_until = case
          when greatest(t.window_started_at, t.blocked_until) >= ${windowStart} and t.failures + 1 >= ${failures}
          then ${now}::timestamptz + make_interval(
            secs => least(${LONGEST_DELAY_S}::float8, power(2, least(t.failures + 1 - ${failures}, 30)))
          )
        end`)
  }
}

export async function forgetLoginFailures(db: Queryable, email: string, address: string): Promise<void> {
  const account = budgets(email, address)[1]!
  await db.query(sql`delete from login_throttles where key = ${account.key}`)
}

/** An IPv4 address, also where it comes mapped into IPv6, or the network that an IPv6 address belongs to. */
function siteOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_SITE_BITS}`).toString()
}
