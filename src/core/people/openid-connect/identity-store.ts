import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'

/** An account of a provider: the subject never changes, unlike the email. */
export interface Identity {
  issuer: string
  subject: string
}

/** The person to whom an account of a provider is linked. */
export async function findIdentityOwner(db: Queryable, { issuer, subject }: Identity): Promise<number | null> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from identities where issuer = ${issuer} and subject = ${subject}`,
  )
  return row?.user_id ?? null
}

/** The account of a provider that a person logs in with. */
export async function findIdentity(db: Queryable, userId: number): Promise<(Identity & { id: number }) | null> {
  const [row] = await db.query<Identity & { id: number }>(
    sql`select id, issuer, subject from identities where user_id = ${userId}`,
  )
  return row ?? null
}

export async function insertIdentity(tx: Queryable, userId: number, identity: Identity, now: Date): Promise<void> {
  await tx.query(sql`
    insert into identities (user_id, issuer, subject, linked_at)
    values (${userId}, ${identity.issuer}, ${identity.subject}, ${now})`)
}

/** Ends the sessions that were opened with it. */
export async function deleteIdentity(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from identities where user_id = ${userId}`)
}
