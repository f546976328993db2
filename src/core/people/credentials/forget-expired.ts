import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { COUNTED_S, KNOWN_S } from '../login/login-throttle.ts'
import { MOBILE_IDLE_S } from './access-tokens.ts'
import { SESSION_ABSOLUTE_S, SESSION_IDLE_S } from './sessions.ts'

/** Longer than any delay after a failed login. */
const THROTTLES_KEPT_S = 86_400

/**
 * Expired logins are refused at once but kept for a day: a clock that was ahead for hours must not delete valid ones.
 */
const ENDED_KEPT_S = 86_400

/** Deletes expired sessions, tokens, codes and unfinished logins a day later, and outdated records of logins. */
export async function forgetExpired(db: Database, now: Date): Promise<boolean> {
  await db.query(sql`
    delete from sessions
    where last_used_at <= ${secondsAfter(now, -SESSION_IDLE_S - ENDED_KEPT_S)}
      or created_at <= ${secondsAfter(now, -SESSION_ABSOLUTE_S - ENDED_KEPT_S)}`)
  await db.query(sql`
    delete from access_tokens
    where expires_at <= ${secondsAfter(now, -ENDED_KEPT_S)}
      or (kind = 'mobile' and last_used_at <= ${secondsAfter(now, -MOBILE_IDLE_S - ENDED_KEPT_S)})`)
  await db.query(sql`delete from one_time_codes where expires_at <= ${secondsAfter(now, -ENDED_KEPT_S)}`)
  await db.query(sql`delete from pending_logins where expires_at <= ${secondsAfter(now, -ENDED_KEPT_S)}`)
  await db.query(sql`delete from used_challenges where expires_at <= ${secondsAfter(now, -ENDED_KEPT_S)}`)
  await db.query(sql`
    delete from login_throttles
    where greatest(window_started_at, blocked_until) <= ${secondsAfter(now, -THROTTLES_KEPT_S)}`)
  await db.query(sql`
    delete from login_failures where window_started_at <= ${secondsAfter(now, -COUNTED_S)} and reported >= failures`)
  await db.query(sql`delete from known_networks where last_login_at <= ${secondsAfter(now, -KNOWN_S)}`)
  return false
}
