import sql from 'sql-template-tag'
import { CLOCK_TOLERANCE_S, secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

const DAY_S = 86_400
const TOLD_FOR_S = 7 * DAY_S

interface ClockRecord {
  /** Seconds from now until the service was last at work; usually negative. */
  alive_ahead_s: number
  /** Devices whose last reading came in the future. */
  devices_ahead: number
  stepped_back_at: Date | null
  stepped_back_s: number | null
}

/** Checks whether the clock of the service has gone back recently. */
export async function checkClock(db: Queryable, now: Date): Promise<CheckResult[]> {
  const [record] = await db.query<ClockRecord>(sql`
    select
      extract(epoch from alive_at - ${now}::timestamptz)::float8 as alive_ahead_s, stepped_back_at, stepped_back_s,
      (
        select count(*)::integer from device_states where last_seen > ${secondsAfter(now, CLOCK_TOLERANCE_S)}
      ) as devices_ahead
    from service_presence`)
  return record === undefined ? [] : [clockResult(record, now)]
}

export function clockResult(record: ClockRecord, now: Date): CheckResult {
  const { alive_ahead_s, devices_ahead, stepped_back_at, stepped_back_s } = record
  const about = 'clock steps'
  const advice = 'Synchronize the clock of each node with NTP; see docs/operators.md#when-the-clock-jumps'
  if (alive_ahead_s > CLOCK_TOLERANCE_S || devices_ahead > 0) {
    const ahead = `the last time of the service is ${Math.round(alive_ahead_s)} s in the future`
    return warn(about, `${ahead}, and so is the last reading of ${devices_ahead} devices`, advice)
  }
  if (stepped_back_at !== null && stepped_back_at > secondsAfter(now, -TOLD_FOR_S)) {
    const when = stepped_back_at.toISOString()
    const says = `the clock went back by ${Math.round(stepped_back_s ?? 0)} s at ${when}; stored times were corrected`
    return warn(about, says, advice)
  }
  return okResult(about, 'the clock has not gone back within a week')
}
