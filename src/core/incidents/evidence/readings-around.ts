import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { leftSiteAt } from '../../sites/former-sites.ts'
import { inOrder } from '../../telemetry/history/position.ts'
import { takeAround } from '../../telemetry/history/read-readings.ts'
import type { ReadingRecord } from '../../telemetry/history/reading-record.ts'

/** Readings this long before and after an alert was raised are kept … */
export const AROUND_S = 15 * 60
/** … at most this many on each side, around at most this many moments. */
const READINGS_A_SIDE = 50
const MOMENTS = 10

/** A saved reading; the fields have the names of the history. */
export type KeptReading = Omit<ReadingRecord, 'digest' | 'arrival'>

/**
 * The readings around the first moments of an incident (alerts raised, devices gone offline, opened by a person), by
 * device and oldest first. A device without any has an empty list. What a device has sent after it left the site of the
 * incident is not among them.
 */
export async function readingsAround(db: Queryable, incidentId: number): Promise<Map<number, KeptReading[]>> {
  const moments = await db.query<{ device_id: number; moment: Date; left_at: Date | null }>(sql`
    select m.device_id, m.moment, ${leftSiteAt('i.site_id')} as left_at
    from (${momentsOf(incidentId)}) as m
    join incidents as i on i.incident_id = ${incidentId}
    join devices as d on d.id = m.device_id
    order by m.device_id, m.moment`)
  const byDevice = new Map<number, Map<string, ReadingRecord>>()
  for (const { device_id, moment, left_at } of moments) {
    const found = byDevice.get(device_id) ?? new Map()
    byDevice.set(device_id, found)
    const { before, behind } = await takeAround(db, {
      deviceId: device_id,
      from: secondsAfter(moment, -AROUND_S),
      to: secondsAfter(moment, AROUND_S),
      moment,
      most: READINGS_A_SIDE,
      isWanted: wasSentBefore(left_at),
    })
    for (const reading of [...before, ...behind]) found.set(`${reading.at.getTime()} ${reading.digest}`, reading)
  }
  return new Map([...byDevice].map(([deviceId, found]) => [deviceId, [...found.values()].sort(inOrder).map(toKept)]))
}

const momentsOf = (incidentId: number): Sql => sql`
    (
      select device_id, triggered_at as moment
      from alerts
      where incident_id = ${incidentId}
      order by alert_id
      limit ${MOMENTS}
    )
    union
    (
      select device_id, joined_at
      from storm_devices
      where incident_id = ${incidentId}
      order by joined_at, device_id
      limit ${MOMENTS}
    )
    union
    select device_id, created_at
    from incidents
    where incident_id = ${incidentId} and origin = 'person' and device_id is not null`

/** Whether a reading arrived while its device was at the site; null: it is there. */
export const wasSentBefore =
  (left: Date | null) =>
  ({ received_at }: { received_at: Date }): boolean =>
    left === null || received_at < left

const toKept = ({ digest: _, arrival: __, ...reading }: ReadingRecord): KeptReading => reading
