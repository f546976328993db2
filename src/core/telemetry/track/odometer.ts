import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { OwnMetrics } from '../../vocabulary/own-metrics.ts'
import { type ReadingOrder, type ReadingRange, readReadings } from '../history/read-readings.ts'

const ODOMETER = 'odometer'
/** Trackers send metres (traccar.org/position-attributes); for a device whose own unit is another one, metres in that. */
const METRES: ReadonlyMap<string | undefined, number> = new Map([
  ['km', 1_000],
  ['mi', 1_609.344],
])
const KEPT = {
  isWanted: ({ metrics }) => typeof metrics[ODOMETER] === 'number',
  rows: sql`jsonb_typeof(metrics -> ${ODOMETER}) = 'number'`,
  chunks: sql`${`metrics.${ODOMETER}`} = any (c.fields)`,
} satisfies ReadingOrder['only']

/**
 * Metres that the odometer of a device counted in a range: the last value less the first one. Null for a device whose
 * latest values have no odometer, without a value in the range, or if it was set back.
 */
export async function readOdometer(db: Queryable, range: ReadingRange): Promise<number | null> {
  const [device] = await db.query<{ metrics: OwnMetrics }>(sql`
    select d.metrics from devices as d join device_states as s on s.device_id = d.id
    where d.id = ${range.deviceId} and s.metrics ? ${ODOMETER}`)
  if (device === undefined) return null
  const first = await oneValue(db, range, 'oldest first')
  const last = await oneValue(db, range, 'newest first')
  if (first === null || last === null || last < first) return null
  return (last - first) * (METRES.get(device.metrics[ODOMETER]?.unit) ?? 1)
}

async function oneValue(db: Queryable, range: ReadingRange, order: ReadingOrder['order']): Promise<number | null> {
  for await (const readings of readReadings(db, range, { order, atOnce: 1, only: KEPT }))
    for (const { metrics } of readings) return Number(metrics[ODOMETER])
  return null
}
