import sql from 'sql-template-tag'
import type { Static } from 'typebox'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/secrets.ts'
import { reachSql, type StoredReach, storedReach } from '../../reach/reach.ts'
import type { SessionIdentity } from '../openid-connect/provider-login.ts'
import { lacksFactorSql } from '../second-factor/factors.ts'
import type { User } from '../user.ts'
import type { Caller } from './caller.ts'
import type { SessionShape } from './credential-shapes.ts'

export const SESSION_IDLE_S = 12 * 3_600
export const SESSION_ABSOLUTE_S = 7 * 86_400
/** Most sessions per person; the least recently used one is dropped. */
const LIMIT = 50
const TOUCH_EVERY_S = 60
const USER_AGENT_LIMIT = 200

/** Where a login comes from, so that people recognize it in a list. */
interface Origin {
  address: string
  user_agent: string
}

/** Returns the new id for the cookie, which is not stored. */
export async function createSession(
  tx: Queryable,
  userId: number,
  origin: Origin,
  now: Date,
  identity: SessionIdentity | null = null,
): Promise<string> {
  const cookie = newToken()
  await tx.query(sql`
    insert into sessions (
      cookie_hash, user_id, created_at, last_used_at, proven_at, address, user_agent, identity_id, id_token_sealed
    )
    values (
      ${hashToken(cookie)}, ${userId}, ${now}, ${now}, ${identity === null ? now : identity.proven_at}, ${origin.address}, ${origin.user_agent.slice(0, USER_AGENT_LIMIT)},
      ${identity?.id ?? null}, ${identity?.id_token ? Buffer.from(identity.id_token, 'base64') : null}
    )`)
  await tx.query(sql`
    delete from sessions
    where id in (
      select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${LIMIT}
    )`)
  return cookie
}

/** The caller of a live session; null if the session is unknown or ended, or its person disabled. */
export async function findCallerBySession(db: Queryable, cookie: string, now: Date): Promise<Caller | null> {
  const [row] = await db.query<
    Omit<User, 'role'> & StoredReach & { session_id: number; last_used_at: Date; lacks_factor: boolean }
  >(
    sql`
      select
        s.id as session_id, s.last_used_at, ${lacksFactorSql} as lacks_factor, u.id, u.email, u.name, ${reachSql('u')}
      from sessions as s
      join users as u on u.id = s.user_id
      where s.cookie_hash = ${hashToken(cookie)}
        and u.enabled
        and s.last_used_at > ${secondsAfter(now, -SESSION_IDLE_S)}
        and s.created_at > ${secondsAfter(now, -SESSION_ABSOLUTE_S)}`,
    'find_caller_by_session',
  )
  if (row === undefined) return null
  const { session_id, last_used_at, lacks_factor, id, email, name } = row
  if (last_used_at < secondsAfter(now, -TOUCH_EVERY_S)) {
    await db.query(sql`update sessions set last_used_at = ${now} where id = ${session_id}`)
  }
  const reach = storedReach(row)
  return {
    user: { id, email, name, role: reach.everywhere },
    reach,
    credential: { kind: 'session', id: session_id },
    lacksFactor: lacks_factor,
  }
}

export type SessionRecord = Static<typeof SessionShape>

/** The live sessions of a person, most recently used first. */
export function listSessions(db: Queryable, userId: number, now: Date): Promise<SessionRecord[]> {
  return db.query<SessionRecord>(sql`
    select id, address, user_agent, created_at, last_used_at
    from sessions
    where user_id = ${userId}
      and last_used_at > ${secondsAfter(now, -SESSION_IDLE_S)}
      and created_at > ${secondsAfter(now, -SESSION_ABSOLUTE_S)}
    order by last_used_at desc, id desc`)
}
