import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase } from '../../../platform/database/database.ts'
import { groupedWork } from '../../../platform/grouped-work.ts'

/** With the same key within a day, it is the same message again. */
const KEY_LASTS_S = 86_400
const STEP_MS = 100
/** A message under way elsewhere is waited for; then it has failed, and this one is stored. */
const WAITED_FOR_MS = 1_000

/** Messages whose keys are claimed, or confirmed, by one statement. */
const GROUP_LIMIT = 200

interface ClaimedKeys {
  /** These were stored before. */
  repeated: ReadonlySet<string>
  /** When a message with one of these keys first came, if that was before: then the same reading comes out again. */
  receivedAt: number
  /** Says that all of them are stored now. */
  confirm(): Promise<void>
}

export interface MessageKeys {
  /**
   * Claims the keys of a message before it is stored. Two nodes that get the same message at the same moment store it once:
   * the second one waits until the first has confirmed.
   */
  claim(sourceId: number, keys: readonly string[], receivedAt: number): Promise<ClaimedKeys>
}

interface KeyGroup {
  sourceId: number
  digests: readonly string[]
  /** Milliseconds since 1970; of no meaning when they are confirmed. */
  receivedAt: number
}

/** Keeps the keys of messages of a cell, those of messages that come at the same time together. */
export function messageKeys(db: CellDatabase): MessageKeys {
  const claimInGroup = groupedWork(GROUP_LIMIT, (groups: readonly KeyGroup[]) => insertClaims(db, groups))
  const confirmInGroup = groupedWork(GROUP_LIMIT, (groups: readonly KeyGroup[]) => confirmAll(db, groups))
  return {
    async claim(sourceId, keys, receivedAt) {
      const byDigest = new Map(keys.map((key) => [digestOf(key), key]))
      const digests = [...byDigest.keys()]
      const own = await claimInGroup({ sourceId, digests, receivedAt })
      const others = digests.filter((digest) => !own.has(digest))
      const { stored, firstAt } = await settledKeys(db, sourceId, others)
      return {
        repeated: new Set([...stored].map((digest) => byDigest.get(digest)!)),
        receivedAt: Math.min(receivedAt, firstAt ?? receivedAt),
        async confirm() {
          const left = digests.filter((digest) => !stored.has(digest))
          if (left.length > 0) await confirmInGroup({ sourceId, digests: left, receivedAt })
        },
      }
    },
  }
}

/** Returns the digests that each message has claimed. Of two messages with the same key, the first one has it. */
async function insertClaims(db: CellDatabase, groups: readonly KeyGroup[]): Promise<ReadonlySet<string>[]> {
  const holders = new Map<string, { place: number; sourceId: number; digest: string; receivedAt: number }>()
  for (const [place, { sourceId, digests, receivedAt }] of groups.entries()) {
    for (const digest of digests) {
      const key = `${sourceId} ${digest}`
      if (!holders.has(key)) holders.set(key, { place, sourceId, digest, receivedAt })
    }
  }
  const all = [...holders.values()]
  // A source that has just been deleted must not fail the messages of the others.
  const claimed = await db.query<{ source_id: number; digest: string }>(
    sql`
    insert into source_message_keys as k (source_id, key_digest, received_at)
    select n.source_id, decode(n.digest, 'hex'), n.at
    from unnest(
      ${all.map(({ sourceId }) => sourceId)}::integer[],
      ${all.map(({ digest }) => digest)}::text[],
      ${all.map(({ receivedAt }) => new Date(receivedAt))}::timestamptz[]
    ) as n (source_id, digest, at)
    where exists (select from sources as s where s.id = n.source_id)
    order by n.source_id, n.digest
    on conflict (source_id, key_digest) do update set received_at = excluded.received_at, is_stored = false
      where k.received_at <= excluded.received_at - make_interval(secs => ${KEY_LASTS_S})
    returning source_id, encode(key_digest, 'hex') as digest`,
    'claim keys of messages',
  )
  const own = groups.map(() => new Set<string>())
  for (const { source_id, digest } of claimed) own[holders.get(`${source_id} ${digest}`)!.place]!.add(digest)
  return own
}

async function confirmAll(db: CellDatabase, groups: readonly KeyGroup[]): Promise<null[]> {
  const all = groups.flatMap(({ sourceId, digests }) => digests.map((digest) => ({ sourceId, digest })))
  await db.query(
    sql`
    update source_message_keys as k
    set is_stored = true
    from unnest(${all.map(({ sourceId }) => sourceId)}::integer[], ${all.map(({ digest }) => digest)}::text[]) as n (source_id, digest)
    where k.source_id = n.source_id and k.key_digest = decode(n.digest, 'hex')`,
    'confirm keys of messages',
  )
  return groups.map(() => null)
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
