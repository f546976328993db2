import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { decryptSecret } from '../../platform/secrets.ts'

/** The webhooks whose secrets this key does not open: nothing can be signed for them, so what they are due waits. */
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
    // The seal does not fit: that is the question here, not a failure.
    return false
  }
}
