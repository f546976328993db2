import sql, { empty, type Sql } from 'sql-template-tag'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { leftSiteAt } from '../../sites/former-sites.ts'
import { AROUND_S, type KeptReading, readingsAround, wasSentBefore } from './readings-around.ts'

/** By then, the readings after the last alert have arrived, late ones apart. */
export const KEEP_READINGS_AFTER_S = AROUND_S
const AT_ONCE = 50

/** Saves the readings around incidents that were resolved some time ago. Returns whether there may be more. */
export async function keepDueReadings(db: CellDatabase, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await tx.query<{ incident_id: number }>(sql`
      update incidents
      set keep_readings_at = null
      where incident_id in (
        select due.incident_id
        from incidents as due
        where due.keep_readings_at <= ${now}
        order by due.incident_id
        limit ${AT_ONCE}
        for no key update skip locked
      )
      returning incident_id`)
    for (const { incident_id } of due) await keepReadings(tx, incident_id, now)
    return due.length === AT_ONCE
  })
}

/**
 * Saves the readings around incidents in a month that is about to be dropped, or around those of a device in it, unless
 * they are saved already. Returns whether there may be more.
 */
export async function keepReadingsOfMonth(
  tx: InCell,
  month: { from: number; to: number; deviceId?: number },
  now: Date,
): Promise<boolean> {
  const from = new Date(month.from - AROUND_S * 1_000)
  const to = new Date(month.to + AROUND_S * 1_000)
  const isOf = (column: Sql): Sql => (month.deviceId === undefined ? empty : sql`and ${column} = ${month.deviceId}`)
  const incidents = await tx.query<{ incident_id: number }>(sql`
    select distinct moments.incident_id
    from (
      select a.incident_id, a.device_id
      from alerts as a
      where a.triggered_at >= ${from} and a.triggered_at < ${to} ${isOf(sql`a.device_id`)}
      union all
      select s.incident_id, s.device_id
      from storm_devices as s
      where s.joined_at >= ${from} and s.joined_at < ${to} ${isOf(sql`s.device_id`)}
      union all
      select i.incident_id, i.device_id
      from incidents as i
      where i.origin = 'person' and i.device_id is not null and i.created_at >= ${from} and i.created_at < ${to}
        ${isOf(sql`i.device_id`)}
    ) as moments
    join incidents as i on i.incident_id = moments.incident_id
    -- Nothing is saved of a deleted device, so it would be found again and again.
    join devices as d on d.id = moments.device_id and d.deleted_at is null
    where not exists (select from incident_readings as k where k.incident_id = moments.incident_id)
    order by moments.incident_id
    limit ${AT_ONCE}`)
  for (const { incident_id } of incidents) await keepReadings(tx, incident_id, now)
  return incidents.length === AT_ONCE
}

async function keepReadings(tx: InCell, incidentId: number, now: Date): Promise<void> {
  const rows = [...(await readingsAround(tx, incidentId))].map(([device_id, readings]) => ({ device_id, readings }))
  // The readings of a reopened incident are saved again; by then, the first of them may be gone.
  await tx.query(sql`
    insert into incident_readings as k (incident_id, device_id, kept_at, readings)
    select ${incidentId}, r.device_id, ${now}, r.readings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id integer, readings jsonb)
    join devices as d on d.id = r.device_id and d.deleted_at is null
    on conflict (incident_id, device_id) do update
    set kept_at = excluded.kept_at, readings = excluded.readings
    where jsonb_array_length(excluded.readings) >= jsonb_array_length(k.readings)`)
}

const fromJson = (reading: KeptReading): KeptReading => ({
  ...reading,
  at: new Date(reading.at),
  received_at: new Date(reading.received_at),
})

export interface DeviceReadings {
  device_id: number
  readings: KeptReading[]
}

/** The readings around an incident: the saved ones or the stored ones, whichever are more. */
export async function findIncidentReadings(
  db: Queryable,
  incidentId: ReachedId<'incident'>,
): Promise<DeviceReadings[]> {
  const present = await readingsAround(db, incidentId)
  const kept = await db.query<DeviceReadings & { left_at: Date | null }>(sql`
    select k.device_id, k.readings, ${leftSiteAt('i.site_id')} as left_at
    from incident_readings as k
    join incidents as i on i.incident_id = k.incident_id
    join devices as d on d.id = k.device_id
    where k.incident_id = ${incidentId}`)
  for (const { device_id, readings, left_at } of kept) {
    const seen = readings.map(fromJson).filter(wasSentBefore(left_at))
    if (seen.length > (present.get(device_id)?.length ?? 0)) present.set(device_id, seen)
  }
  return [...present]
    .map(([device_id, readings]) => ({ device_id, readings }))
    .sort((a, b) => a.device_id - b.device_id)
}
