import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ReadingRecord, readingColumns } from '../../telemetry/history/history-store.ts'

/** Readings this long before and after an alert was raised are kept … */
export const AROUND_S = 15 * 60
/** … at most this many on each side, around at most this many moments. */
const READINGS_A_SIDE = 50
const MOMENTS = 10

/** A saved reading; the fields have the names of the history. */
export type KeptReading = Omit<ReadingRecord, 'digest'>

/**
 * The readings around the first moments of an incident (alerts raised, devices gone offline, opened by a person), by
 * device and oldest first. A device without any has an empty list.
 */
export async function readingsAround(db: Queryable, incidentId: number): Promise<Map<number, KeptReading[]>> {
  const rows = await db.query<ReadingRecord & { device_id: number }>(sql`
    with moments as (
      (
        select device_id, triggered_at as moment
        from alerts
        where incident_id = ${incidentId}
        order by alert_id
        limit ${MOMENTS}
      )
      union all
      (
        select device_id, joined_at
        from storm_devices
        where incident_id = ${incidentId}
        order by joined_at, device_id
        limit ${MOMENTS}
      )
      union all
      select device_id, created_at
      from incidents
      where incident_id = ${incidentId} and origin = 'person' and device_id is not null
    )
    select distinct on (m.device_id, r.at, r.digest)
      m.device_id, ${readingColumns('r')}
    from moments as m
    left join lateral (
      (
        select *
        from readings as before
        where before.device_id = m.device_id
          and before.at <= m.moment and before.at > m.moment - make_interval(secs => ${AROUND_S})
        order by before.at desc
        limit ${READINGS_A_SIDE}
      )
      union all
      (
        select *
        from readings as behind
        where behind.device_id = m.device_id
          and behind.at > m.moment and behind.at <= m.moment + make_interval(secs => ${AROUND_S})
        order by behind.at
        limit ${READINGS_A_SIDE}
      )
    ) as r on true
    order by m.device_id, r.at, r.digest`)
  const byDevice = new Map<number, KeptReading[]>()
  for (const { device_id, digest: _digest, ...reading } of rows) {
    const readings = byDevice.get(device_id) ?? []
    byDevice.set(device_id, readings)
    // A device without readings has a row of nulls.
    if (reading.at !== null) readings.push(reading)
  }
  return byDevice
}
