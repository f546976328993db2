import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, invalidField, notFound } from '../../../platform/errors.ts'
import { encryptSecret, openSecret } from '../../../platform/secrets.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { refuseLastFactor } from './remove-factor.ts'
import { newTotpKey, startOfCode } from './totp.ts'

/** A page that shows a new key is valid for this long. */
const DRAFT_LIFETIME_S = 3_600

/** A key that is not set up yet. Only the page holds it: `draft` is the key, encrypted for this person. */
export interface KeyDraft {
  key: string
  draft: string
}

export function draftKey(encryptionKey: Buffer, userId: number, now: Date): KeyDraft {
  const key = newTotpKey()
  const content = { user_id: userId, key, expires_at: secondsAfter(now, DRAFT_LIFETIME_S) }
  return { key, draft: encryptSecret(encryptionKey, JSON.stringify(content)).toString('base64url') }
}

/** Null if it expired, or if it was not made here for this person. */
export function openDraft(encryptionKey: Buffer, userId: number, draft: string, now: Date): KeyDraft | null {
  const opened = openSecret(encryptionKey, Buffer.from(draft, 'base64url'))
  if (opened === null) return null
  const { user_id, key, expires_at } = JSON.parse(opened) as { user_id: number; key: string; expires_at: string }
  return user_id === userId && new Date(expires_at) > now ? { key, draft } : null
}

/**
 * Sets up the authenticator app that shows this code, instead of the one before. Returns recovery codes if the person
 * has none yet. Throws 400 for a wrong code, 409 for a draft that is too old.
 */
export async function addAuthenticatorApp(
  db: Database,
  encryptionKey: Buffer,
  user: User,
  { draft, code }: { draft: string; code: string },
  by: ProvenBy,
  now: Date,
): Promise<string[] | null> {
  const opened = openDraft(encryptionKey, user.id, draft, now)
  if (opened === null) throw conflict('draft_over')
  const start = startOfCode(opened.key, code, now)
  if (start === null) throw invalidField('/code', 'app_code_wrong')
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await tx.query(sql`
      insert into authenticator_apps as a (user_id, key_sealed, added_at, last_code_at, used_codes)
      values (${user.id}, ${encryptSecret(encryptionKey, opened.key)}, ${now}, ${start}, array[${secondOf(start)}::bigint])
      on conflict (user_id) do update
      set key_sealed = excluded.key_sealed, added_at = excluded.added_at, last_code_at = excluded.last_code_at,
        used_codes = excluded.used_codes, wrong_codes = 0`)
    const subject = { type: 'user', id: user.id, name: user.email }
    await recordChange(tx, by, { action: 'user.authenticator_added', subject, before: null, after: null }, now)
    return firstRecoveryCodes(tx, user.id)
  })
}

/** Throws 404, and 409 if the person needs a second factor and has no other. */
export async function removeAuthenticatorApp(db: Database, user: User, by: ProvenBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const rows = await tx.query(sql`delete from authenticator_apps where user_id = ${user.id} returning user_id`)
    if (rows.length === 0) throw notFound('Authenticator app')
    await refuseLastFactor(tx, user.id)
    const subject = { type: 'user', id: user.id, name: user.email }
    await recordChange(tx, by, { action: 'user.authenticator_removed', subject, before: null, after: null }, now)
  })
}

interface App {
  key_sealed: Buffer
  added_at: Date
  last_code_at: Date
  wrong_codes: number
}

export async function findApp(tx: Queryable, userId: number): Promise<App | null> {
  const [app] = await tx.query<App>(sql`
    select key_sealed, added_at, last_code_at, wrong_codes from authenticator_apps where user_id = ${userId}`)
  return app ?? null
}

/**
 * Whether the code is right, newer than the last one, and not used before: a clock that goes back makes older ones newer
 * again. The person must be locked. Counts wrong ones.
 */
export async function takeAppCode(
  tx: Queryable,
  encryptionKey: Buffer,
  { userId, app }: { userId: number; app: App },
  code: string,
  now: Date,
): Promise<boolean> {
  const key = openSecret(encryptionKey, app.key_sealed)
  const start = key === null ? null : startOfCode(key, code, now)
  const used = start === null ? [] : await useCode(tx, userId, start)
  if (used.length > 0) return true
  await tx.query(sql`update authenticator_apps set wrong_codes = wrong_codes + 1 where user_id = ${userId}`)
  return false
}

/** The newest hundred used codes are kept: nobody uses more in the time by which a clock is wrong. */
const useCode = (tx: Queryable, userId: number, start: Date): Promise<unknown[]> =>
  tx.query(sql`
    update authenticator_apps
    set last_code_at = ${start}, wrong_codes = 0, used_codes = (${secondOf(start)}::bigint || used_codes)[1:100]
    where user_id = ${userId} and last_code_at < ${start} and ${secondOf(start)}::bigint <> all (used_codes)
    returning user_id`)

const secondOf = (start: Date): number => start.getTime() / 1_000

/** Number of apps whose keys this key cannot decrypt: their codes are refused. */
export async function countAppsUnderAnotherKey(db: Queryable, encryptionKey: Buffer): Promise<number> {
  const apps = await db.query<Pick<App, 'key_sealed'>>(sql`select key_sealed from authenticator_apps`)
  return apps.filter(({ key_sealed }) => openSecret(encryptionKey, key_sealed) === null).length
}
