import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { SOURCE_CHANGED } from '../source-store.ts'
import type { ExternalIdRecord, ExternalIdState } from './external-id-shapes.ts'
import { proposedDevice } from './propose-device.ts'

/** Most external IDs of a source that wait to be adopted. */
export const MOST_PENDING = 1_000

type Row = Omit<ExternalIdRecord, 'proposal'> & { module: Module }

/** In the order of their external IDs. */
export const listExternalIds = (
  db: Queryable,
  sourceId: ReachedId<'source'>,
  { state, after, limit }: { state?: ExternalIdState | undefined; after: string; limit: number },
): Promise<ExternalIdRecord[]> => {
  const isWanted: Sql = state === undefined ? sql`true` : sql`e.state = ${state}`
  return select(db, sourceId, sql`e.external_id > ${after} and ${isWanted}`, limit)
}

/** Those of these names that there are, by name. */
export async function listExternalIdsNamed(
  db: Queryable,
  sourceId: ReachedId<'source'>,
  names: readonly string[],
): Promise<Map<string, ExternalIdRecord>> {
  const rows = await select(db, sourceId, sql`e.external_id = any (${names}::text[])`, names.length)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** How many messages are in quarantine because their devices wait to be adopted. */
export async function sumHeldMessages(db: Queryable, sourceId: ReachedId<'source'>): Promise<number> {
  const [row] = await db.query<{ held: number }>(sql`
    select coalesce(sum(quarantined), 0)::integer as held
    from external_ids
    where source_id = ${sourceId} and state = 'pending'`)
  return row!.held
}

async function select(db: Queryable, sourceId: number, where: Sql, limit: number): Promise<ExternalIdRecord[]> {
  const rows = await db.query<Row>(sql`
    select
      e.external_id, e.label, e.model, e.state, e.device_id, e.first_seen, e.last_seen, e.messages, e.quarantined, s.module
    from external_ids as e
    join sources as s on s.id = e.source_id
    where e.source_id = ${sourceId} and ${where}
    order by e.external_id
    limit ${limit}`)
  return rows.map(({ module, ...row }) => ({ ...row, proposal: proposedDevice({ ...row, module }) }))
}

/** These external IDs, locked until the transaction ends. */
export function lockExternalIds(
  tx: Queryable,
  sourceId: number,
  externalIds: readonly string[],
): Promise<{ external_id: string; state: ExternalIdState; device_id: number | null; quarantined: number }[]> {
  return tx.query(sql`
    select external_id, state, device_id, quarantined
    from external_ids
    where source_id = ${sourceId} and external_id = any (${externalIds}::text[])
    order by external_id
    for no key update`)
}

/** Adopted ones get their device, others none. All nodes hear of it. */
export async function setExternalIdStates(
  tx: Queryable,
  sourceId: number,
  items: readonly { external_id: string; state: ExternalIdState; device_id: number | null }[],
): Promise<void> {
  await tx.query(sql`
    update external_ids as e
    set state = n.state, device_id = n.device_id
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as n (external_id text, state text, device_id integer)
    where e.source_id = ${sourceId} and e.external_id = n.external_id`)
  await tx.notify(SOURCE_CHANGED, String(sourceId))
}

/**
 * Takes its external IDs from a device, so that nothing more comes to it from sources: they are pending again. Returns
 * them.
 */
export async function releaseDevice(
  tx: Queryable,
  deviceId: number,
): Promise<{ source_id: number; external_id: string }[]> {
  const released = await tx.query<{ source_id: number; external_id: string }>(sql`
    update external_ids
    set state = 'pending', device_id = null
    where device_id = ${deviceId}
    returning source_id, external_id`)
  for (const id of new Set(released.map(({ source_id }) => source_id))) await tx.notify(SOURCE_CHANGED, String(id))
  return released
}
