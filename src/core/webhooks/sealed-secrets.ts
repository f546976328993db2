import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { openSecret } from '../../platform/secrets.ts'

/** Webhooks whose secrets this key cannot decrypt: their requests cannot be signed, so their deliveries wait. */
export async function webhooksUnderAnotherKey(db: Queryable, encryptionKey: Buffer): Promise<number[]> {
  const webhooks = await db.query<{ id: number; secret_sealed: Buffer }>(sql`
    select id, secret_sealed from webhooks where enabled order by id`)
  return webhooks.filter(({ secret_sealed }) => openSecret(encryptionKey, secret_sealed) === null).map(({ id }) => id)
}
