import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase } from '../../../platform/database/database.ts'

/** With the same key within a day, it is the same message again. */
const KEY_LASTS_S = 86_400
const STEP_MS = 100
/** A message under way elsewhere is waited for; then it has failed, and this one is stored. */
const WAITED_FOR_MS = 1_000

interface ClaimedKeys {
  /** These were stored before. */
  repeated: ReadonlySet<string>
  /** When a message with one of these keys first came, if that was before: then the same reading comes out again. */
  receivedAt: number
  /** Says that all of them are stored now. */
  confirm(): Promise<void>
}

/**
 * Claims the keys of a message before it is stored. Two nodes that get the same message at the same moment store it once:
 * the second one waits until the first has confirmed.
 */
export async function claimKeys(
  db: CellDatabase,
  sourceId: number,
  keys: readonly string[],
  receivedAt: number,
): Promise<ClaimedKeys> {
  const digests = new Map(keys.map((key) => [digestOf(key), key]))
  const wanted = [...digests.keys()]
  const at = new Date(receivedAt)
  const old = secondsAfter(at, -KEY_LASTS_S)
  const claimed = await db.query<{ digest: string }>(sql`
    insert into source_message_keys as k (source_id, key_digest, received_at)
    select ${sourceId}, decode(digest, 'hex'), ${at} from unnest(${wanted}::text[]) as n (digest) order by digest
    on conflict (source_id, key_digest) do update set received_at = excluded.received_at, is_stored = false
      where k.received_at <= ${old}
    returning encode(key_digest, 'hex') as digest`)
  const own = new Set(claimed.map(({ digest }) => digest))
  const others = wanted.filter((digest) => !own.has(digest))
  const { stored, firstAt } = await settledKeys(db, sourceId, others)
  const repeated = new Set([...stored].map((digest) => digests.get(digest)!))
  return {
    repeated,
    receivedAt: Math.min(receivedAt, firstAt ?? receivedAt),
    async confirm() {
      const left = wanted.filter((digest) => !stored.has(digest))
      if (left.length === 0) return
      await db.query(sql`
        update source_message_keys
        set is_stored = true
        where source_id = ${sourceId} and key_digest in (select decode(d, 'hex') from unnest(${left}::text[]) as n (d))`)
    },
  }
}

async function settledKeys(
  db: CellDatabase,
  sourceId: number,
  digests: readonly string[],
): Promise<{ stored: Set<string>; firstAt: number | null }> {
  if (digests.length === 0) return { stored: new Set(), firstAt: null }
  for (let waited = 0; ; waited += STEP_MS) {
    const rows = await db.query<{ digest: string; received_at: Date; is_stored: boolean }>(sql`
      select encode(key_digest, 'hex') as digest, received_at, is_stored
      from source_message_keys
      where source_id = ${sourceId} and key_digest in (select decode(d, 'hex') from unnest(${digests}::text[]) as n (d))`)
    const open = rows.filter(({ is_stored }) => !is_stored)
    if (open.length === 0 || waited >= WAITED_FOR_MS) {
      return {
        stored: new Set(rows.filter(({ is_stored }) => is_stored).map(({ digest }) => digest)),
        firstAt: open.length === 0 ? null : Math.min(...open.map(({ received_at }) => received_at.getTime())),
      }
    }
    await sleep(STEP_MS)
  }
}

const digestOf = (key: string): string => hash('sha256', key, 'hex').slice(0, 32)

/** Forgets keys that are no longer the same message. Returns whether there may be more. */
export async function forgetOldKeys(db: CellDatabase, now: Date): Promise<boolean> {
  const most = 10_000
  const dropped = await db.query(sql`
    delete from source_message_keys
    where ctid = any (array(
      select ctid from source_message_keys where received_at <= ${secondsAfter(now, -KEY_LASTS_S)} limit ${most}
    ))
    returning 1`)
  return dropped.length === most
}
