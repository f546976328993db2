import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { IncidentRecord } from '../incidents/incident-shape.ts'
import { selectIncidents } from '../incidents/list-incidents.ts'
import type { User } from '../people/user.ts'
import { type FamilyDevice, listFamilyDevices, reachOfFamily } from './family-devices.ts'
import { type FamilyState, familyState } from './family-state.ts'
import { findLastMovement, type LastMovement } from './last-movement.ts'

const PAST_S = 7 * 86_400
/** The most of each device, counting open ones first. */
const MOST_INCIDENTS = 50

/** A device in the list. */
export interface FamilySummary {
  device: FamilyDevice
  state: FamilyState
}

/** The page of a device. */
export interface FamilyPage extends FamilySummary {
  movement: LastMovement | null
  /** Open ones and those of the last days, newest first. */
  incidents: IncidentRecord[]
}

export async function listFamilySummaries(db: Queryable, owner: User, now: Date): Promise<FamilySummary[]> {
  const devices = await listFamilyDevices(db, owner)
  const incidents = await listIncidentsOf(db, devices, secondsAfter(now, -PAST_S))
  return devices.map((device) => ({ device, state: familyState(device, incidents.get(device.id) ?? []) }))
}

/** Null for a device that this person does not see. */
export async function readFamilyPage(
  db: Queryable,
  owner: User,
  deviceId: number,
  now: Date,
): Promise<FamilyPage | null> {
  const device = (await listFamilyDevices(db, owner)).find(({ id }) => id === deviceId)
  if (device === undefined) return null
  const [all, movement] = await Promise.all([
    listIncidentsOf(db, [device], secondsAfter(now, -PAST_S)),
    findLastMovement(db, device, now),
  ])
  const incidents = all.get(device.id) ?? []
  return { device, state: familyState(device, incidents), movement, incidents }
}

/**
 * Open incidents about these devices, and those resolved since a time, but for what began before the family saw the
 * device. Newest first, by device.
 */
async function listIncidentsOf(
  db: Queryable,
  devices: readonly FamilyDevice[],
  resolvedSince: Date,
): Promise<Map<number, IncidentRecord[]>> {
  const ids = devices.map(({ id }) => id)
  const links = await db.query<{ device_id: number; incident_id: number }>(sql`
    with about as (
      select o.device_id, o.incident_id from incidents as o where o.device_id = any (${ids}::integer[])
      union
      select a.device_id, a.incident_id from alerts as a where a.device_id = any (${ids}::integer[])
      union
      select s.device_id, s.incident_id from storm_devices as s where s.device_id = any (${ids}::integer[])
    )
    select about.device_id, i.incident_id
    from about
    join incidents as i on i.incident_id = about.incident_id
    where i.merged_into is null
      and (i.status <> 'resolved' or i.resolved_at >= ${resolvedSince}::timestamptz)
    order by i.status = 'resolved', i.incident_id desc
    limit ${MOST_INCIDENTS * devices.length}`)
  const sites = devices.map(({ site }) => site.id)
  const chosen = links.map(({ incident_id }) => incident_id)
  const incidents = await selectIncidents(
    db,
    reachOfFamily(sites),
    sql`i.incident_id = any (${chosen}::bigint[]) order by i.created_at desc, i.incident_id desc`,
  )
  return new Map(
    devices.map(({ id, site, since }) => {
      const own = new Set(links.filter(({ device_id }) => device_id === id).map(({ incident_id }) => incident_id))
      return [
        id,
        incidents.filter(
          (incident) =>
            own.has(incident.incident_id) &&
            incident.site?.id === site.id &&
            (incident.status !== 'resolved' || incident.created_at >= since),
        ),
      ]
    }),
  )
}
