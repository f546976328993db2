import type { Queryable } from '../../../platform/database/database.ts'
import { readReadings } from '../../telemetry/history/read-readings.ts'
import type { ReadingRecord } from '../../telemetry/history/reading-record.ts'
import type { RuleReading, Values } from '../../telemetry/reading.ts'

/** Few enough to process them without delaying other work. */
const AT_ONCE = 500

/** Readings of these devices from `from` to before `to`, device by device, each in the order of time. */
export async function* readStored(
  db: Queryable,
  deviceIds: readonly number[],
  range: { from: Date; to: Date },
): AsyncGenerator<{ device_id: number; readings: RuleReading[] }> {
  for (const deviceId of deviceIds.toSorted((one, other) => one - other)) {
    const readings: RuleReading[] = []
    for await (const portion of readReadings(db, { deviceId, ...range }, { order: 'oldest first', atOnce: AT_ONCE })) {
      for (const reading of portion) readings.push(toRuleReading(reading))
    }
    if (readings.length > 0) yield { device_id: deviceId, readings }
  }
}

export function toRuleReading(row: ReadingRecord): RuleReading {
  const at = row.at.getTime()
  const received_at = row.received_at.getTime()
  return {
    module: row.module,
    ts: row.ts,
    at,
    received_at,
    arrival: row.arrival,
    evaluated_at: Math.min(at, received_at),
    clock_suspect: row.clock_suspect,
    lat: row.lat,
    lng: row.lng,
    battery: row.battery,
    signal: row.signal,
    metrics: row.metrics as Values,
    flags: row.flags as Values,
  }
}
