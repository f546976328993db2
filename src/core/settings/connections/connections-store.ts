import { createHmac } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { encryptSecret, openSecret } from '../../../platform/secrets.ts'
import { CONNECTIONS, type ConnectionKey, type GivenConnections, SHOWN_CONNECTION } from './connection.ts'
import type { ChosenConnections } from './connections-in-force.ts'

export const SETTINGS_CHANGED = 'settings_changed'

/** Connections that administrators chose, decrypted. */
export async function readChosenConnections(db: Queryable, encryptionKey: Buffer): Promise<ChosenConnections> {
  const rows = await db.query<{ key: ConnectionKey; sealed: Buffer }>(sql`
    select key, sealed from settings where key = any (${[...CONNECTIONS]}::text[]) and sealed is not null`)
  const opened = rows.map(({ key, sealed }) => ({ key, text: openSecret(encryptionKey, sealed) }))
  return {
    given: Object.fromEntries(opened.flatMap(({ key, text }) => (text === null ? [] : [[key, JSON.parse(text)]]))),
    locked: opened.filter(({ text }) => text === null).map(({ key }) => key),
  }
}

export async function saveConnection<Key extends ConnectionKey>(
  tx: Queryable,
  encryptionKey: Buffer,
  key: Key,
  given: GivenConnections[Key],
  now: Date,
): Promise<void> {
  const sealed = encryptSecret(encryptionKey, JSON.stringify(given))
  await tx.query(sql`
    insert into settings (key, value, sealed, changed_at)
    values (${key}, ${JSON.stringify(SHOWN_CONNECTION[key](given))}::jsonb, ${sealed}, ${now})
    on conflict (key) do update set value = excluded.value, sealed = excluded.sealed, changed_at = excluded.changed_at`)
}

/** Recognizes what was tested without holding it. Pure. */
export const fingerprint = (encryptionKey: Buffer, key: ConnectionKey, value: unknown): string =>
  createHmac('sha256', encryptionKey)
    .update(`tested ${key} ${JSON.stringify(value)}`)
    .digest('hex')
