import sql from 'sql-template-tag'
import type { Queryable } from '../../../../platform/database/database.ts'
import { encryptSecret, openSecret } from '../../../../platform/secrets.ts'
import { newPushKeys, type PushKeys } from './vapid.ts'

/**
 * The keys of this installation, made at its first start and never changed: each subscription belongs to them. Nodes
 * that start at the same time get the same pair. Null if they were encrypted with another key.
 */
export async function openPushKeys(db: Queryable, encryptionKey: Buffer, now: Date): Promise<PushKeys | null> {
  const stored = await findKeys(db)
  if (stored !== null) return opened(stored, encryptionKey)
  const { public_key, private_key } = newPushKeys()
  await db.query(sql`
    insert into push_keys (public_key, private_key_sealed, created_at)
    values (${public_key}, ${encryptSecret(encryptionKey, private_key)}, ${now})
    on conflict do nothing`)
  return opened((await findKeys(db))!, encryptionKey)
}

/** Whether there are keys that this key cannot decrypt. Changes nothing. */
export async function arePushKeysLocked(db: Queryable, encryptionKey: Buffer): Promise<boolean> {
  const stored = await findKeys(db)
  return stored !== null && opened(stored, encryptionKey) === null
}

interface SealedPushKeys {
  public_key: string
  private_key_sealed: Buffer
}

async function findKeys(db: Queryable): Promise<SealedPushKeys | null> {
  const [row] = await db.query<SealedPushKeys>(sql`select public_key, private_key_sealed from push_keys`)
  return row ?? null
}

function opened({ public_key, private_key_sealed }: SealedPushKeys, encryptionKey: Buffer): PushKeys | null {
  const private_key = openSecret(encryptionKey, private_key_sealed)
  return private_key === null ? null : { public_key, private_key }
}
