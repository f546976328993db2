import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'

export interface PasskeyRecord {
  id: number
  credential_id: string
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface StoredPasskey {
  id: number
  user_id: number
  credential_id: string
  public_key: Uint8Array<ArrayBuffer>
  sign_count: number
  /** The identifier of its person, which is not the email. */
  handle: string
}

/** Oldest first. */
export function listPasskeys(db: Queryable, userId: number): Promise<PasskeyRecord[]> {
  return db.query<PasskeyRecord>(sql`
    select id, credential_id, transports, name, created_at, last_used_at
    from passkeys
    where user_id = ${userId}
    order by id`)
}

/** The person with this passkey; null if it is not known here. */
export async function findPasskeyOwner(db: Queryable, credentialId: string): Promise<number | null> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from passkeys where credential_id = ${credentialId}`,
  )
  return row?.user_id ?? null
}

/** A passkey of this person. The person must be locked. */
export async function findPasskey(tx: Queryable, userId: number, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await tx.query<StoredPasskey>(sql`
    select p.id, p.user_id, p.credential_id, p.public_key, p.sign_count, u.passkey_handle as handle
    from passkeys as p
    join users as u on u.id = p.user_id
    where p.credential_id = ${credentialId} and p.user_id = ${userId}`)
  return row === undefined ? null : { ...row, handle: handleOf(row.handle) }
}

export async function findPasskeyHandle(db: Queryable, userId: number): Promise<string> {
  const [row] = await db.query<{ handle: string }>(sql`select passkey_handle as handle from users where id = ${userId}`)
  return handleOf(row!.handle)
}

/** The bytes of the UUID, as browsers send them. */
const handleOf = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

export async function notePasskeyUse(
  tx: Queryable,
  { id, sign_count }: Pick<StoredPasskey, 'id' | 'sign_count'>,
  now: Date,
): Promise<void> {
  await tx.query(sql`update passkeys set sign_count = ${sign_count}, last_used_at = ${now} where id = ${id}`)
}

type NewPasskey = Pick<StoredPasskey, 'user_id' | 'credential_id' | 'public_key' | 'sign_count'> &
  Pick<PasskeyRecord, 'transports' | 'name'>

export async function insertPasskey(tx: Queryable, passkey: NewPasskey, now: Date): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into passkeys (user_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (
      ${passkey.user_id}, ${passkey.credential_id}, ${Buffer.from(passkey.public_key)}, ${passkey.sign_count},
      ${passkey.transports}::text[], ${passkey.name}, ${now}
    )
    returning id`)
  return row!.id
}

/** Returns the name before; null if the person has no such passkey. */
export async function setPasskeyName(
  tx: Queryable,
  { id, userId }: { id: number; userId: number },
  name: string,
): Promise<string | null> {
  const [row] = await tx.query<{ was: string }>(sql`
    update passkeys as p
    set name = ${name}
    from (select id, name from passkeys where id = ${id} and user_id = ${userId} for update) as old
    where p.id = old.id
    returning old.name as was`)
  return row?.was ?? null
}

export async function deletePasskey(
  tx: Queryable,
  { id, userId }: { id: number; userId: number },
): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  )
  return row?.name ?? null
}
