import sql from 'sql-template-tag'
import type { Database, InCell } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { cellOfIncident, inCellOfIncident } from '../cells/find-cell.ts'
import { rescheduleAutoResolve, touchIncidents } from '../incidents/incident-store.ts'
import { tellSnoozeEnded } from '../incidents/open-again.ts'
import { resolveIncidents } from '../incidents/resolve-incidents.ts'
import { snoozeAsItsAlerts } from '../incidents/snooze-store.ts'
import { type LockedIncident, lockIncident, lockIncidents } from './find-place.ts'
import { recordResponse } from './record-response.ts'

/**
 * Merges incidents with the same cause. Their alerts, and further alerts of their devices, go to `intoId`; the others
 * are resolved as `merged`. Throws 400 for none, 404, and 409 when one of them is resolved or of another site.
 */
export async function mergeIncidents(
  db: Database,
  intoId: number,
  incidentIds: readonly number[],
  by: ChangeBy,
  now: Date,
): Promise<void> {
  if (incidentIds.includes(intoId)) throw invalidField('/incident_ids', 'holds_itself')
  await refuseOtherCells(db, by, [intoId, ...incidentIds])
  const cell = await inCellOfIncident(db, intoId)
  await cell.transaction(async (tx) => {
    const [into, ...merged] = await lockIncidents(tx, by.reach, [intoId, ...incidentIds])
    if (merged.length === 0) throw invalidField('/incident_ids', 'holds_none')
    const over = [into!, ...merged].find((incident) => incident.status === 'resolved')
    if (over !== undefined) throw conflict('incident_resolved_id', over.incident_id)
    if (merged.some(({ site_id }) => site_id !== into!.site_id)) throw conflict('incidents_of_sites')
    const because = { code: 'merged_into', incident_id: intoId } as const
    const how = { resolution: 'merged', note: null, because, actor: by.actor } as const
    await resolveIncidents(tx, sql`incident_id = any (${incidentIds}::bigint[])`, how, now)
    await moveAlerts(tx, intoId, incidentIds)
    const touches = merged.map(({ severity, title, title_of }) => ({
      ...{ incident_id: intoId, severity, title, title_of },
      reopen: false,
    }))
    const woken = await touchIncidents(tx, touches, now)
    await snoozeAsItsAlerts(tx, intoId)
    await rescheduleAutoResolve(tx, [into!], now)
    for (const incident of merged) await recordMerge(tx, into!, incident, by, now)
    await tellSnoozeEnded(tx, woken, 'became_more_severe', now)
  })
}

/** Incidents in different cells are of different sites. */
async function refuseOtherCells(db: Database, { reach }: ChangeBy, ids: readonly number[]): Promise<void> {
  const cells = new Set<number>()
  for (const id of ids) cells.add(await cellOfIncident(db, id))
  if (cells.size === 1) return
  for (const id of ids) await (await inCellOfIncident(db, id)).transaction((tx) => lockIncident(tx, reach, id))
  throw conflict('incidents_of_sites')
}

async function moveAlerts(tx: InCell, intoId: number, incidentIds: readonly number[]): Promise<void> {
  const from = sql`incident_id = any (${incidentIds}::bigint[])`
  await tx.query(sql`update alerts set incident_id = ${intoId} where ${from}`)
  await tx.query(sql`update current_incidents set incident_id = ${intoId} where ${from}`)
  await tx.query(sql`
    insert into storm_devices (incident_id, device_id, joined_at)
    select ${intoId}, device_id, min(joined_at) from storm_devices where ${from} group by device_id
    on conflict do nothing`)
  await tx.query(sql`update incidents set merged_into = ${intoId} where ${from}`)
}

async function recordMerge(
  tx: InCell,
  into: LockedIncident,
  incident: LockedIncident,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const { incident_id, title, title_of } = incident
  const says = { code: 'merged', incident_id, title, title_of } as const
  const after = { merged: incident_id }
  await recordResponse(tx, into, by, { kind: 'merged', says, action: 'incident.merged', before: null, after }, now)
}
