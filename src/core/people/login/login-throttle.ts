import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { tooManyRequests } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/network-of-address.ts'
import { accountKey } from './login-origin.ts'

const QUIET_S = 5 * 60
export const ACCOUNT_FAILURES = 5
export const ADDRESS_FAILURES = 20
export const LONGEST_DELAY_S = 15 * 60
/** The delay of an address that the account does not know: many people may share it. */
export const LONGEST_ADDRESS_DELAY_S = 60
/** Failures per hour, over all addresses, after which only addresses known to the account may try. */
export const GUESSES_PER_ACCOUNT = 100
/** Failures of an account are counted in windows of ten minutes: the last hour, and the window in which it began. */
export const WINDOW_S = 600
export const COUNTED_S = 3_600 + WINDOW_S
/** An address is known to an account for this long after a login. */
export const KNOWN_S = 30 * 86_400

interface Budget {
  key: string
  failures: number
  longestDelayS: number
  /** Whether failures at the same time count as one once the budget is used up. */
  isBurstOne: boolean
}

/**
 * Failures count per address, and per account and address. The address is that of a building or of a provider: it delays
 * nobody whose account knows it, and guesses at others there delay nobody for long.
 */
function budgets(email: string, address: string): { ofAddress: Budget; ofAccount: Budget } {
  const network = networkOf(address)
  const shared = { failures: ADDRESS_FAILURES, longestDelayS: LONGEST_ADDRESS_DELAY_S, isBurstOne: true }
  const own = { failures: ACCOUNT_FAILURES, longestDelayS: LONGEST_DELAY_S, isBurstOne: false }
  return {
    ofAddress: { key: `address:${network}`, ...shared },
    ofAccount: { key: `account:${accountKey(email)}|${network}`, ...own },
  }
}

interface Standing {
  address_blocked_until: Date | null
  account_blocked_until: Date | null
  guesses: number
  oldest: Date | null
  is_known: boolean
}

/**
 * Throws 429 while the next attempt has to wait, after the same work and with the same text whether or not the account
 * exists. Returns whether the account knows this address.
 */
export async function checkLoginAllowed(db: Queryable, email: string, address: string, now: Date): Promise<boolean> {
  const { ofAddress, ofAccount } = budgets(email, address)
  const [standing] = await db.query<Standing>(sql`
    select
      (select t.blocked_until from login_throttles as t where t.key = ${ofAddress.key}) as address_blocked_until,
      (select t.blocked_until from login_throttles as t where t.key = ${ofAccount.key}) as account_blocked_until,
      g.guesses, g.oldest,
      exists (
        select
        from known_networks as k
        join users as u on u.id = k.user_id
        where u.email = ${email} and k.network = ${networkOf(address)} and k.last_login_at > ${secondsAfter(now, -KNOWN_S)}
      ) as is_known
    from (
      select coalesce(sum(f.failures), 0)::integer as guesses, min(f.window_started_at) as oldest
      from login_failures as f
      where f.account = ${accountKey(email)} and f.window_started_at > ${secondsAfter(now, -COUNTED_S)}
    ) as g`)
  const waitS = secondsToWait(standing!, now)
  if (waitS > 0) throw tooManyRequests(waitS, 'login_throttled')
  return standing!.is_known
}

function secondsToWait(standing: Standing, now: Date): number {
  const { address_blocked_until, account_blocked_until, guesses, oldest, is_known } = standing
  const mayTry = is_known || guesses < GUESSES_PER_ACCOUNT
  const ends = [
    account_blocked_until?.getTime() ?? 0,
    is_known ? 0 : (address_blocked_until?.getTime() ?? 0),
    mayTry ? 0 : oldest!.getTime() + COUNTED_S * 1_000,
  ]
  return (Math.max(...ends) - now.getTime()) / 1_000
}

/**
 * Counts a failure for all nodes at once. Once a budget is used up, each further failure doubles the wait: 1 s, 2 s, … up
 * to the longest delay of the budget; five minutes without a failure after the wait reset it. Guesses at one account that
 * are made at the same time count together, so a burst of them is followed by a long wait. Of an address such a burst
 * counts once: who could try at `now` was not blocked yet, so a wait that has begun belongs to the same burst.
 */
export async function delayNextLogin(db: Queryable, email: string, address: string, now: Date): Promise<void> {
  const windowStart = secondsAfter(now, -QUIET_S)
  const { ofAddress, ofAccount } = budgets(email, address)
  for (const { key, failures, longestDelayS, isBurstOne } of [ofAddress, ofAccount]) {
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
            secs => least(${longestDelayS}::float8, power(2, least(t.failures + 1 - ${failures}, 30)))
          )
        end
      where not (${isBurstOne} and coalesce(t.blocked_until > ${now}, false))`)
  }
}

export async function forgetLoginFailures(db: Queryable, email: string, address: string): Promise<void> {
  await db.query(sql`delete from login_throttles where key = ${budgets(email, address).ofAccount.key}`)
}
