import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { resolveIncidents } from '../resolve-incidents.ts'
import { listOpenOf } from './offline-incident-store.ts'

/** The incidents that these devices have opened one by one are merged into that of their storm. */
export async function absorbOfflineIncidents(
  tx: InCell,
  stormId: number,
  devices: readonly { id: number }[],
  now: Date,
): Promise<void> {
  const ids = await listOpenOf(
    tx,
    devices.map(({ id }) => id),
  )
  if (ids.length === 0) return
  const because = { code: 'merged_into', incident_id: stormId } as const
  const how = { resolution: 'merged', note: null, because, actor: null } as const
  await resolveIncidents(tx, sql`incident_id = any (${ids}::bigint[])`, how, now)
  await tx.query(sql`update incidents set merged_into = ${stormId} where incident_id = any (${ids}::bigint[])`)
}
