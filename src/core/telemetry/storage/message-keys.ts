import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { integers, lines, timestamps } from '../../../platform/database/sql-arrays.ts'
import type { Reading } from '../reading.ts'

/** With the same key within a day, it is the same message again. */
const KEY_LASTS_S = 86_400
const FORGOTTEN_AT_ONCE = 10_000

/** Names that the sender of a reading has for its message. It has been stored before if all of them have. */
export interface MessageKeys {
  sourceId: number
  keys: readonly string[]
}

/**
 * Stores the keys of messages in the transaction of their readings, and returns the readings of messages that were stored
 * before. Of two messages with the same key, the first one has it; another node that stores the same message waits for
 * the end of this transaction.
 */
export async function storeMessageKeys(
  tx: InCell,
  received: readonly { reading: Reading; message?: MessageKeys }[],
): Promise<ReadonlySet<Reading>> {
  const holders = new Map<string, { sourceId: number; digest: string; reading: Reading }>()
  const keyed = new Set<Reading>()
  for (const { reading, message } of received) {
    if (message === undefined) continue
    keyed.add(reading)
    for (const key of message.keys) {
      const [sourceId, digest] = [message.sourceId, digestOf(key)]
      const name = `${sourceId} ${digest}`
      if (!holders.has(name)) holders.set(name, { sourceId, digest, reading })
    }
  }
  if (keyed.size === 0) return keyed
  const all = [...holders.values()]
  // Null stands for all.
  const [result] = await tx.query<{ names: string[] | null }>(
    sql`
    with stored as (
      insert into source_message_keys as k (source_id, key_digest, received_at)
      select n.source_id, decode(n.digest, 'hex'), n.at
      from unnest(
        ${integers(all.map(({ sourceId }) => sourceId))}::integer[],
        string_to_array(${lines(all.map(({ digest }) => digest))}, E'\\n'),
        ${timestamps(all.map(({ reading }) => reading.received_at))}::timestamptz[]
      ) as n (source_id, digest, at)
      order by n.source_id, n.digest
      on conflict (source_id, key_digest) do update set received_at = excluded.received_at
        where k.received_at <= excluded.received_at - make_interval(secs => ${KEY_LASTS_S})
      returning source_id, key_digest
    )
    select
      case when count(*) < ${all.length}::integer then
        coalesce(array_agg(source_id || ' ' || encode(key_digest, 'hex')), '{}')
      end as names
    from stored`,
    'store keys of messages',
  )
  for (const name of result!.names ?? holders.keys()) keyed.delete(holders.get(name)!.reading)
  return keyed
}

const digestOf = (key: string): string => hash('sha256', key, 'hex').slice(0, 32)

/** Forgets keys that are no longer the same message. Returns whether there may be more. */
export async function forgetOldKeys(db: CellDatabase, now: Date): Promise<boolean> {
  const dropped = await db.query(sql`
    delete from source_message_keys
    where ctid = any (array(
      select ctid from source_message_keys where received_at <= ${secondsAfter(now, -KEY_LASTS_S)} limit ${FORGOTTEN_AT_ONCE}
    ))
    returning 1`)
  return dropped.length === FORGOTTEN_AT_ONCE
}
