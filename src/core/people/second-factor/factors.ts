import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { settingSql } from '../../settings/settings-store.ts'

/** The kinds of proof besides the password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery_code'

export interface Factors {
  /** Whether an authenticator app is set up. */
  totp: boolean
  passkeys: number
  /** Recovery codes that are left. They stand in for the other two, which they come with. */
  recovery_codes: number
}

export async function findFactors(db: Queryable, userId: number): Promise<Factors> {
  const [row] = await db.query<Factors>(sql`
    select
      exists (select from authenticator_apps where user_id = ${userId}) as totp,
      (select count(*)::integer from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::integer from recovery_codes where user_id = ${userId}) as recovery_codes`)
  return row!
}

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0

/** Whether the user `u` of a statement logs in only with a provider, which then asks for what it requires. */
const isLeftToProviderSql: Sql = sql`
  (u.password_hash is null and exists (select from identities where user_id = u.id))`

/**
 * Whether the user `u` of a statement has to have a second factor to do anything. Administrators of sites need theirs for
 * that role alone: `reachSql` gives them less without.
 */
const needsFactorSql: Sql = sql`
  not ${isLeftToProviderSql} and case ${settingSql('second_factor_required')} #>> '{}'
    when 'everybody' then true
    when 'admins' then coalesce(u.role = 'admin', false)
    else false
  end`

/** The same, and has none. */
export const lacksFactorSql: Sql = sql`(
  ${needsFactorSql}
  and not exists (select from authenticator_apps where user_id = u.id)
  and not exists (select from passkeys where user_id = u.id)
)`

/** Enabled people, and those of them who have no second factor here or with a provider. */
export async function countPeople(db: Queryable): Promise<{ all: number; without: number }> {
  const [row] = await db.query<{ all: number; without: number }>(sql`
    select
      count(*)::integer as all,
      (count(*) filter (
        where not ${isLeftToProviderSql}
          and not exists (select from authenticator_apps where user_id = u.id)
          and not exists (select from passkeys where user_id = u.id)
      ))::integer as without
    from users as u
    where u.enabled`)
  return row!
}

export async function needsFactor(db: Queryable, userId: number): Promise<boolean> {
  const [row] = await db.query<{ needs: boolean }>(
    sql`select ${needsFactorSql} as needs from users as u where u.id = ${userId}`,
  )
  return row!.needs
}
