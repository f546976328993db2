import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { hashToken } from '../../../platform/secrets.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import { hashTyped, typeableCode } from '../credentials/one-time-codes.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import { findFactors, hasFactor } from './factors.ts'

export const RECOVERY_CODES = 10
/** 80 bits, so a hash of a code cannot be turned back. */
const SHAPE = { groups: 4, letters: 4 }

/** Replaces the recovery codes of a person, who must have a second factor. Throws 409. Returns the plaintext codes. */
export async function renewRecoveryCodes(db: Database, user: User, by: ProvenBy, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (!hasFactor(await findFactors(tx, user.id))) throw conflict('no_factor')
    const subject = { type: 'user', id: user.id, name: user.email }
    await recordChange(
      tx,
      by,
      { action: 'user.recovery_codes_created', subject, before: null, after: { count: RECOVERY_CODES } },
      now,
    )
    return makeRecoveryCodes(tx, user.id)
  })
}

/** With the first second factor, a person gets recovery codes; null if there are some. */
export async function firstRecoveryCodes(tx: Queryable, userId: number): Promise<string[] | null> {
  const { recovery_codes } = await findFactors(tx, userId)
  return recovery_codes > 0 ? null : makeRecoveryCodes(tx, userId)
}

async function makeRecoveryCodes(tx: Queryable, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => typeableCode(SHAPE))
  await forgetRecoveryCodes(tx, userId)
  await tx.query(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash
    from unnest(${codes.map(hashToken)}::text[]) as code_hash`)
  return codes
}

export async function forgetRecoveryCodes(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
}

/** Uses a code up; false if it is not one that is left. */
export async function takeRecoveryCode(tx: Queryable, userId: number, typed: string): Promise<boolean> {
  const code_hash = hashTyped(typed, SHAPE)
  const rows = await tx.query(sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${code_hash} returning code_hash`)
  return rows.length > 0
}
