import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { IncidentOrigin, IncidentStatus } from '../incidents/incident.ts'
import type { Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'

interface AlertPlace {
  device_id: number
  site_id: number
}

/**
 * Finds an alert and locks its device, as ingestion does before it changes alerts: changes by a person and by a reading
 * at the same moment happen one after the other. Throws 404, and 403 for a role that is too low.
 */
export async function lockAlert(tx: InCell, reach: Reach, alertId: number): Promise<AlertPlace> {
  // Checked before it is locked, too: somebody who may not act must not delay readings.
  const { device_id } = requireRole(reach, 'operator', 'Alert', await findAlertPlace(tx, alertId))
  await lockDeviceStates(tx, [device_id])
  return requireRole(reach, 'operator', 'Alert', await findAlertPlace(tx, alertId))
}

async function findAlertPlace(tx: Queryable, alertId: number): Promise<AlertPlace | undefined> {
  const [place] = await tx.query<AlertPlace>(sql`
    select a.device_id, d.site_id
    from alerts as a
    join devices as d on d.id = a.device_id
    where a.alert_id = ${alertId}`)
  return place
}

export interface LockedIncident {
  incident_id: number
  site_id: number | null
  origin: IncidentOrigin
  status: IncidentStatus
  severity: Severity
  title: string
  title_of: TitleFacts | null
  assigned_to: number | null
  resolved_at: Date | null
  resolution: string | null
  snoozed_until: Date | null
  merged_into: number | null
  /** Its own device and those of its alerts, ascending; all of them are locked. */
  device_ids: number[]
}

/** The same for incidents, with all devices of their alerts. The result has the order of the ids. Throws 404. */
export async function lockIncidents(
  tx: InCell,
  reach: Reach,
  incidentIds: readonly number[],
): Promise<LockedIncident[]> {
  const before = await findDevicesOf(tx, incidentIds)
  for (const id of incidentIds) requireRole(reach, 'operator', 'Incident', before.get(id))
  await lockDeviceStates(tx, allOf(before))
  const locked = await tx.query<Omit<LockedIncident, 'device_ids'>>(sql`
    select
      incident_id, site_id, origin, status, severity, title, title_of, assigned_to, resolved_at, resolution,
      snoozed_until, merged_into
    from incidents
    where incident_id = any (${incidentIds}::bigint[])
    order by incident_id
    for no key update`)
  for (const incident of locked) requireRole(reach, 'operator', 'Incident', incident)
  const devices = await findDevicesOf(tx, incidentIds)
  // Another incident was just merged into it, with devices that are not locked here.
  if (allOf(devices).join() !== allOf(before).join()) throw conflict('incident_busy')
  const byId = new Map(locked.map((incident) => [incident.incident_id, incident]))
  return incidentIds.map((id) => ({ ...byId.get(id)!, device_ids: devices.get(id)!.device_ids }))
}

export async function lockIncident(tx: InCell, reach: Reach, incidentId: number): Promise<LockedIncident> {
  return (await lockIncidents(tx, reach, [incidentId]))[0]!
}

interface IncidentPlace {
  site_id: number | null
  device_ids: number[]
}

async function findDevicesOf(tx: Queryable, incidentIds: readonly number[]): Promise<Map<number, IncidentPlace>> {
  const rows = await tx.query<IncidentPlace & { incident_id: number }>(sql`
    select
      i.incident_id, i.site_id,
      array(
        select i.device_id where i.device_id is not null
        union
        select a.device_id from alerts as a where a.incident_id = i.incident_id
        order by 1
      ) as device_ids
    from incidents as i
    where i.incident_id = any (${incidentIds}::bigint[])`)
  return new Map(rows.map(({ incident_id, ...place }) => [incident_id, place]))
}

const allOf = (places: ReadonlyMap<number, IncidentPlace>): number[] =>
  [...new Set([...places.values()].flatMap(({ device_ids }) => device_ids))].sort((one, other) => one - other)
