import sql from 'sql-template-tag'
import type { Static } from 'typebox'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken, isTokenShaped, newToken } from '../../../platform/secrets.ts'
import { highestRole, limitedReach, reachSql, type StoredReach, storedReach } from '../../reach/reach.ts'
import type { Role } from '../../reach/role.ts'
import type { User } from '../user.ts'
import type { Caller } from './caller.ts'
import type { TokenShape } from './credential-shapes.ts'

export const MOBILE_IDLE_S = 30 * 86_400
export const MOBILE_ABSOLUTE_S = 365 * 86_400
/** Most mobile tokens per person; the least recently used one is dropped. */
const MOBILE_LIMIT = 50
/** "Last used" is accurate to the minute, so that reading rarely writes. */
const TOUCH_EVERY_S = 60
const USER_AGENT_LIMIT = 200

/** The sites that a token is limited to; null: as far as its owner. */
const ONLY = sql`(select array_agg(l.site_id) from token_sites as l where l.token_id = t.id) as only`

interface NewToken {
  kind: 'mobile' | 'api'
  user_id: number
  name: string
  role: Role | null
  /** Null: all that its owner reaches. */
  site_ids: readonly number[] | null
  expires_at: Date | null
}

/** Returns the plaintext, which is not stored. */
export async function insertToken(tx: Queryable, token: NewToken, now: Date): Promise<{ id: number; token: string }> {
  const plaintext = newToken()
  const [row] = await tx.query<{ id: number }>(sql`
    insert into access_tokens (
      token_hash, token_hint, kind, user_id, name, role, created_at, last_used_at, expires_at
    ) values (
      ${hashToken(plaintext)}, ${plaintext.slice(-4)}, ${token.kind}, ${token.user_id}, ${token.name}, ${token.role},
      ${now}, ${token.kind === 'mobile' ? now : null}, ${token.expires_at}
    )
    returning id`)
  await tx.query(sql`
    insert into token_sites (token_id, site_id)
    select ${row!.id}, id from unnest(${token.site_ids ?? []}::integer[]) as id`)
  return { id: row!.id, token: plaintext }
}

/** The token for a login through the API, named after the program that logged in. */
export async function createMobileToken(tx: Queryable, userId: number, program: string, now: Date): Promise<string> {
  const name = program.slice(0, USER_AGENT_LIMIT) || 'unknown program'
  const expires_at = secondsAfter(now, MOBILE_ABSOLUTE_S)
  const { token } = await insertToken(
    tx,
    { kind: 'mobile', user_id: userId, name, role: null, site_ids: null, expires_at },
    now,
  )
  await tx.query(sql`
    delete from access_tokens
    where id in (
      select id
      from access_tokens
      where user_id = ${userId} and kind = 'mobile'
      order by last_used_at desc, id desc
      offset ${MOBILE_LIMIT}
    )`)
  return token
}

/** The caller of a live token; null if the token is unknown or expired, or its owner disabled. */
export async function findCallerByToken(
  db: Queryable,
  token: string,
  address: string,
  now: Date,
): Promise<Caller | null> {
  if (!isTokenShaped(token)) return null
  const [row] = await db.query<
    Omit<User, 'role'> &
      StoredReach & {
        token_id: number
        kind: 'mobile' | 'api'
        most: Role | null
        only: number[] | null
        last_used_at: Date | null
      }
  >(
    sql`
      select
        t.id as token_id, t.kind, t.role as most, t.last_used_at, u.id, u.email, u.name, ${reachSql('u')}, ${ONLY}
      from access_tokens as t
      join users as u on u.id = t.user_id
      where t.token_hash = ${hashToken(token)}
        and u.enabled
        and (t.expires_at is null or t.expires_at > ${now})
        and (t.kind = 'api' or t.last_used_at > ${secondsAfter(now, -MOBILE_IDLE_S)})`,
    'find_caller_by_token',
  )
  if (row === undefined) return null
  const { token_id, kind, most, only, last_used_at, id, email, name } = row
  if (last_used_at === null || last_used_at < secondsAfter(now, -TOUCH_EVERY_S)) {
    await db.query(sql`
      update access_tokens set last_used_at = ${now}, last_used_address = ${address} where id = ${token_id}`)
  }
  const reach = limitedReach(storedReach(row), most, only)
  // Logins of apps go on when a second factor becomes required: an app that falls silent would be worse.
  return {
    user: { id, email, name, role: reach.everywhere },
    reach,
    credential: { kind, id: token_id },
    lacksFactor: false,
  }
}

export type TokenRecord = Static<typeof TokenShape> & { user_name: string }

interface TokenFilter {
  id?: number
  /** Tokens of one person, or of everybody if null. */
  userId: number | null
  /** Null: from the newest. */
  beforeId: number | null
  limit: number
}

/** Live tokens, newest first. */
export async function listTokens(
  db: Queryable,
  { id, userId, beforeId, limit }: TokenFilter,
  now: Date,
): Promise<TokenRecord[]> {
  const rows = await db.query<
    Omit<TokenRecord, 'role' | 'site_ids'> & StoredReach & { most: Role | null; only: number[] | null }
  >(sql`
    select
      t.id, t.kind, t.name, t.role as most, t.token_hint, t.user_id, u.email as user_email, u.name as user_name, ${reachSql('u')},
      ${ONLY}, t.created_at, t.last_used_at, t.last_used_address, t.expires_at
    from access_tokens as t
    join users as u on u.id = t.user_id
    where (${userId}::integer is null or t.user_id = ${userId})
      and (${id ?? null}::bigint is null or t.id = ${id ?? null})
      and t.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
      and (t.expires_at is null or t.expires_at > ${now})
      and (t.kind = 'api' or t.last_used_at > ${secondsAfter(now, -MOBILE_IDLE_S)})
    order by t.id desc
    limit ${limit}`)
  return rows.map(({ most, only, everywhere, memberships, ...token }) => ({
    ...token,
    role: highestRole(limitedReach(storedReach({ everywhere, memberships }), most, only)),
    site_ids: only,
  }))
}

export async function findToken(db: Queryable, id: number, now: Date): Promise<TokenRecord | null> {
  const [token] = await listTokens(db, { id, userId: null, beforeId: null, limit: 1 }, now)
  return token ?? null
}
