import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/sql-errors.ts'
import { conflict, invalidField, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import { highestRole, roleIn } from '../../reach/reach.ts'
import { mayActAs, type Role } from '../../reach/role.ts'
import { findReach, lockUser } from '../user-store.ts'
import { findToken, insertToken, type TokenRecord } from './access-tokens.ts'

/** Most API tokens per person. */
const LIMIT = 50

interface NewApiToken {
  name: string
  /** Defaults to the role of its owner. */
  role?: Role | undefined
  /** The sites that it is limited to; by default all that its owner reaches. */
  site_ids?: number[] | undefined
  /** Without it, the token does not expire. */
  expires_in_days?: number | null | undefined
}

/**
 * Creates a token for a program that acts for `owner`; it is never shown again. Throws 400 if it could do more than its
 * owner, 404 for an unknown owner, 409 if the name is taken or there are too many.
 */
export async function createApiToken(
  db: Database,
  ownerId: number,
  wanted: NewApiToken,
  by: ProvenBy,
  now: Date,
): Promise<TokenRecord & { token: string }> {
  const { site_ids = null, expires_in_days: days = null } = wanted
  const name = wanted.name.trim()
  const expires_at = days === null ? null : secondsAfter(now, days * 86_400)
  return db.transaction(async (tx) => {
    // Locked, so that no token with a role can be created while that role is being taken away.
    const user = await lockUser(tx, ownerId)
    if (user === null || !user.enabled) throw notFound('User')
    const reach = await findReach(tx, ownerId)
    const most = highestRole(reach)
    if (most === null) throw conflict('no_role')
    const { role = most } = wanted
    if (!mayActAs(most, role)) throw invalidField('/role', 'role_too_high', most)
    const known = new Set(await listSiteIds(tx, site_ids ?? []))
    const foreign = site_ids?.find((id) => !known.has(id) || roleIn(reach, id) === null)
    if (foreign !== undefined) throw invalidField('/site_ids', 'no_such_site', foreign)
    if ((await countApiTokens(tx, user.id)) >= LIMIT) throw conflict('tokens_most', LIMIT)
    const row = { kind: 'api' as const, user_id: user.id, name, role, site_ids, expires_at }
    const { id, token } = await insertToken(tx, row, now).catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict('token_name_taken') : error
    })
    const after = { name, role, site_ids, owner: user.email, expires_at }
    await recordChange(
      tx,
      by,
      { action: 'token.created', subject: { type: 'token', id, name }, before: null, after },
      now,
    )
    return { ...(await findToken(tx, id, now))!, token }
  })
}

/** Revokes a token: any, or only one of `ownerId`. Throws 404. */
export async function revokeToken(
  db: Database,
  { id, ownerId }: { id: number; ownerId: number | null },
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [token] = await tx.query<{ name: string; kind: string; owner: string }>(sql`
      delete from access_tokens as t
      using users as u
      where t.id = ${id} and u.id = t.user_id and (${ownerId}::integer is null or t.user_id = ${ownerId})
      returning t.name, t.kind, u.email as owner`)
    if (token === undefined) throw notFound('Token')
    const subject = { type: 'token', id, name: token.name }
    await recordChange(tx, by, { action: 'token.revoked', subject, before: token, after: null }, now)
  })
}

async function countApiTokens(tx: Queryable, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from access_tokens where user_id = ${userId} and kind = 'api'`)
  return row!.count
}

/** Those of these sites that there are. */
async function listSiteIds(tx: Queryable, ids: readonly number[]): Promise<number[]> {
  const sites = await tx.query<{ id: number }>(sql`
    select id from sites where id = any (${ids}::integer[]) and deleted_at is null`)
  return sites.map(({ id }) => id)
}
