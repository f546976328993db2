import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { decryptSecret } from '../../platform/secrets.ts'

/** Webhooks whose secrets this key cannot decrypt: their requests cannot be signed, so their deliveries wait. */
export async function webhooksUnderAnotherKey(db: Queryable, encryptionKey: Buffer): Promise<number[]> {
  const webhooks = await db.query<{ id: number; secret_sealed: Buffer }>(sql`
    select id, secret_sealed from webhooks where enabled order by id`)
  return webhooks.filter(({ secret_sealed }) => !opens(encryptionKey, secret_sealed)).map(({ id }) => id)
}

function opens(key: Buffer, sealed: Buffer): boolean {
  try {
    decryptSecret(key, sealed)
    return true
  } catch {
    // A failed decryption is the answer here, not an error.
    return false
  }
}
