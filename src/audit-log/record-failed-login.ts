import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import { recordChange } from './record-change.ts'

/** Strangers cause these, as many as they like: so many are written down in so long, and no more. */
const MOST = 100
const WITHIN_S = 600

export interface FailedLogin {
  /** As it was typed. */
  email: string
  userId: number | null
  address: string
  via: 'session' | 'token'
}

/** Writes down a failed login, unless there have been very many just now. */
export async function recordFailedLogin(
  db: Queryable,
  { email, userId, address, via }: FailedLogin,
  now: Date,
): Promise<void> {
  const [oldest] = await db.query<{ at: Date }>(sql`
    select at from audit_entries where action = 'login.failed' order by id desc offset ${MOST - 1} limit 1`)
  if (oldest !== undefined && oldest.at > secondsAfter(now, -WITHIN_S)) return
  // What is no address may be a password in the wrong field.
  const name = email.includes('@') ? email : null
  const subject = { type: 'user', id: userId ?? 'unknown', name }
  const change = { action: 'login.failed', subject, before: null, after: null }
  await recordChange(db, { actor: null, via, address }, change, now)
}
