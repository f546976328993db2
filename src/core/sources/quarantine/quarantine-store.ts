import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { MOST_PENDING } from '../external-ids/external-id-store.ts'
import { findMovedAway } from '../source-store.ts'
import { changeQuarantine, lockSourceStates } from './change-quarantine.ts'
import { bytesOf, digestOfMessage, type QuarantinedMessage } from './quarantined-message.ts'

/** Most messages of a pending device that are kept; more are only counted. */
export const MOST_OF_ONE = 50
/** Most bytes that are kept for a source. */
export const QUARANTINE_LIMIT_BYTES = 64 * 1024 * 1024
/** The share of it from which people are told, before messages are refused. */
export const QUARANTINE_FULL_FROM = 0.8
/** A row takes more than its message. */
const ROW_BYTES = 256

/**
 * Fate of a message: it is in quarantine; counted, since its device has enough there; there is no room; its
 * device is no longer pending; or its site has moved to another cell meanwhile.
 */
export type Quarantining = 'kept' | 'counted' | 'full' | 'not pending' | 'elsewhere'

/**
 * Puts messages into quarantine, and their devices into the list of those that wait. One row of each source is locked
 * first, so that limits are kept whoever writes at the same time.
 */
export async function putIntoQuarantine(tx: InCell, messages: readonly QuarantinedMessage[]): Promise<Quarantining[]> {
  const sourceIds = [...new Set(messages.map(({ sourceId }) => sourceId))].sort((one, other) => one - other)
  const states = await lockSourceStates(tx, sql`select unnest(${sourceIds}::integer[])`)
  // In statements of their own: they see what the lock has waited for.
  const pending = messages.some(isPending) ? await countPending(tx, sourceIds) : NONE
  const roomOf = new Map(
    states.map(({ source_id, quarantined_bytes }) => [
      source_id,
      { bytes: QUARANTINE_LIMIT_BYTES - quarantined_bytes, ids: MOST_PENDING - (pending.get(source_id) ?? 0) },
    ]),
  )
  const movedAway = await findMovedAway(tx, sourceIds)
  const known = await knowDevices(tx, messages, (sourceId) => roomOf.get(sourceId)?.ids ?? 0)
  const kept: { message: QuarantinedMessage; bytes: number; place: number }[] = []
  const outcomes = messages.map((message, place): Quarantining => {
    const room = roomOf.get(message.sourceId)
    // The source has been deleted meanwhile.
    if (room === undefined) return 'counted'
    if (movedAway.has(message.sourceId)) return 'elsewhere'
    const bytes = bytesOf(message) + ROW_BYTES
    if (isPending(message)) {
      const device = known.get(keyOf(message))
      if (device === undefined) return 'counted'
      if (device.state !== 'pending') return 'not pending'
      if (device.quarantined >= MOST_OF_ONE) return 'counted'
      device.quarantined += 1
    }
    if (bytes > room.bytes) return 'full'
    room.bytes -= bytes
    kept.push({ message, bytes, place })
    return 'kept'
  })
  if (kept.length > 0) await insertMessages(tx, kept)
  return outcomes
}

const isPending = ({ externalId, reason }: QuarantinedMessage): boolean =>
  externalId !== null && reason.code === 'pending'

const NONE: ReadonlyMap<number, number> = new Map()

async function countPending(tx: InCell, sourceIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await tx.query<{ source_id: number; count: number }>(sql`
    select source_id, count(*)::integer as count
    from external_ids
    where source_id = any (${sourceIds}::integer[]) and state = 'pending'
    group by source_id`)
  return new Map(counts.map(({ source_id, count }) => [source_id, count]))
}

const keyOf = ({ sourceId, externalId }: Pick<QuarantinedMessage, 'sourceId' | 'externalId'>) =>
  `${sourceId} ${externalId}`

interface WaitingDevice {
  state: string
  quarantined: number
}

/** Adds the devices that are not known yet, as many as there is room for. */
async function knowDevices(
  tx: InCell,
  messages: readonly QuarantinedMessage[],
  roomOf: (sourceId: number) => number,
): Promise<Map<string, WaitingDevice>> {
  const byKey = new Map(messages.filter(isPending).map((message) => [keyOf(message), message]))
  if (byKey.size === 0) return new Map()
  const wanted = [...byKey.values()]
  const select = sql`
    select e.source_id, e.external_id, e.state, e.quarantined
    from unnest(${wanted.map(({ sourceId }) => sourceId)}::integer[], ${wanted.map(({ externalId }) => externalId)}::text[]) as n (source_id, external_id)
    join external_ids as e on e.source_id = n.source_id and e.external_id = n.external_id`
  type Row = WaitingDevice & { source_id: number; external_id: string }
  const entries = (rows: Row[]) =>
    rows.map(({ source_id, external_id, ...device }): [string, WaitingDevice] => [
      `${source_id} ${external_id}`,
      device,
    ])
  const known = new Map(entries(await tx.query<Row>(select)))
  const left = new Map<number, number>()
  const added = wanted.filter((message) => {
    if (known.has(keyOf(message))) return false
    const room = left.get(message.sourceId) ?? roomOf(message.sourceId)
    left.set(message.sourceId, room - 1)
    return room > 0
  })
  if (added.length === 0) return known
  const rows = added.map(({ sourceId, externalId, label, model, receivedAt }) => ({
    ...{ source_id: sourceId, external_id: externalId, label, model },
    seen: new Date(receivedAt),
  }))
  const inserted = await tx.query<Row>(sql`
    insert into external_ids (source_id, external_id, state, label, model, first_seen, last_seen)
    select n.source_id, n.external_id, 'pending', n.label, n.model, n.seen, n.seen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (source_id integer, external_id text, label text, model text, seen timestamptz)
    on conflict (source_id, external_id) do nothing
    returning source_id, external_id, state, quarantined`)
  return new Map([...known, ...entries(inserted)])
}

async function insertMessages(
  tx: InCell,
  kept: readonly { message: QuarantinedMessage; bytes: number; place: number }[],
): Promise<void> {
  const rows = kept.map(({ message, bytes }) => {
    const { sourceId, receivedAt, path, query, media, parts, body, places, externalId, reason } = message
    return {
      ...{ source_id: sourceId, received_at: new Date(receivedAt), path, query, media, places, bytes },
      ...{ external_id: externalId, reason, is_pending: reason.code === 'pending' },
      parts: parts === null ? null : Buffer.from(parts).toString('base64'),
      body: body?.toString('base64') ?? null,
      digest: digestOfMessage(message).toString('base64'),
    }
  })
  await changeQuarantine(
    tx,
    'add',
    sql`
      insert into source_messages (
        source_id, received_at, path, query, media, parts, body, places, external_id, outcome, reason, readings, digest, bytes
      )
      select
        n.source_id, n.received_at, n.path, n.query, n.media, decode(n.parts, 'base64'), decode(n.body, 'base64'), n.places,
        n.external_id, 'quarantined', n.reason, '[]', decode(n.digest, 'base64'), n.bytes
      from json_to_recordset(${JSON.stringify(rows)}::json) as n (
        source_id integer, received_at timestamptz, path text, query text, media text, parts text, body text, places text[],
        external_id text, reason jsonb, digest text, bytes integer
      )
      on conflict (source_id, digest) where outcome = 'quarantined' do nothing
      returning source_id, external_id, bytes`,
  )
}
