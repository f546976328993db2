import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { IncidentOrigin, IncidentStatus } from '../incidents/incident.ts'
import type { Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'
import type { Severity } from '../vocabulary/severities.ts'

/**
 * Finds an alert and locks its device, as ingestion does before it changes alerts: changes by a person and by a reading
 * at the same moment happen one after the other. Throws 404, and 403 for a role that is too low.
 */
export async function lockAlert(
  tx: Queryable,
  reach: Reach,
  alertId: number,
): Promise<{ device_id: number; site_id: number }> {
  const [alert] = await tx.query<{ device_id: number }>(sql`
    select device_id from alerts where alert_id = ${alertId}`)
  if (alert === undefined) throw notFound('Alert')
  await lockDeviceStates(tx, [alert.device_id])
  const [device] = await tx.query<{ site_id: number }>(
    sql`select site_id from devices where id = ${alert.device_id} for key share`,
  )
  const { site_id } = requireRole(reach, 'operator', 'Alert', device)
  return { ...alert, site_id }
}

export interface LockedIncident {
  incident_id: number
  site_id: number | null
  origin: IncidentOrigin
  status: IncidentStatus
  severity: Severity
  title: string
  assigned_to: number | null
  resolved_at: Date | null
  resolution: string | null
  merged_into: number | null
  /** Its own device and those of its alerts, ascending; all of them are locked. */
  device_ids: number[]
}

/** The same for incidents, with all devices of their alerts. The result has the order of the ids. Throws 404. */
export async function lockIncidents(
  tx: Queryable,
  reach: Reach,
  incidentIds: readonly number[],
): Promise<LockedIncident[]> {
  const before = await findDevicesOf(tx, incidentIds)
  if (before.size < new Set(incidentIds).size) throw notFound('Incident')
  await lockDeviceStates(tx, allOf(before))
  const locked = await tx.query<Omit<LockedIncident, 'device_ids'>>(sql`
    select incident_id, site_id, origin, status, severity, title, assigned_to, resolved_at, resolution, merged_into
    from incidents
    where incident_id = any (${incidentIds}::bigint[])
    order by incident_id
    for no key update`)
  for (const incident of locked) requireRole(reach, 'operator', 'Incident', incident)
  const devices = await findDevicesOf(tx, incidentIds)
  // Another incident was just merged into it, with devices that are not locked here.
  if (allOf(devices).join() !== allOf(before).join()) throw conflict('incident_busy')
  const byId = new Map(locked.map((incident) => [incident.incident_id, incident]))
  return incidentIds.map((id) => ({ ...byId.get(id)!, device_ids: devices.get(id)! }))
}

export async function lockIncident(tx: Queryable, reach: Reach, incidentId: number): Promise<LockedIncident> {
  return (await lockIncidents(tx, reach, [incidentId]))[0]!
}

async function findDevicesOf(tx: Queryable, incidentIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx.query<{ incident_id: number; device_ids: number[] }>(sql`
    select
      i.incident_id,
      array(
        select i.device_id where i.device_id is not null
        union
        select a.device_id from alerts as a where a.incident_id = i.incident_id
        order by 1
      ) as device_ids
    from incidents as i
    where i.incident_id = any (${incidentIds}::bigint[])`)
  return new Map(rows.map(({ incident_id, device_ids }) => [incident_id, device_ids]))
}

const allOf = (devices: ReadonlyMap<number, number[]>): number[] =>
  [...new Set([...devices.values()].flat())].sort((one, other) => one - other)
