import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import { OFFLINE_AFTER_INTERVALS } from './offline-threshold.ts'

/** When the devices were heard that a statement updates, and the threshold of those without an own one. */
export interface Heard {
  now: Date
  offlineAfterS: number
}

/** The columns that a sign of life changes in a row of `device_states`, `s`, each with its new value. */
interface Learnt {
  usual_interval_s: Sql
  silences: Sql
  heard_since: Sql
  /** Due early enough for a threshold that has become shorter; otherwise as they are. */
  offline_check_at: Sql
  stale_check_at: Sql
}

/**
 * Learns the usual interval of devices from the times at which they are heard (see ../README.md; `usual_interval()` is in
 * migrations/0096-usual-intervals.cells.sql). The interval is in the row that a reading changes anyway, and steady devices
 * change nothing of it.
 */
export function learnt({ now, offlineAfterS }: Heard): Learnt {
  /** Shorter intervals do not matter: their threshold is the default. */
  const shortestS = offlineAfterS / OFFLINE_AFTER_INTERVALS
  const time = sql`${now}::timestamptz`
  const shortest = sql`${Math.floor(shortestS)}::integer`
  const wasSilent = sql`s.last_seen < ${secondsAfter(now, -shortestS)}::timestamptz`
  const isSteady = sql`
    (s.usual_interval_s is distinct from ${shortest} or s.silences is not null)
    and s.heard_since <= ${secondsAfter(now, -offlineAfterS)}::timestamptz
    and ${time} - s.heard_since >= make_interval(secs => coalesce(s.usual_interval_s, 0))`
  const silenceS = sql`extract(epoch from ${time} - s.last_seen)::float8`
  const silences = sql`with_silence(s.silences, ${silenceS})`
  const afterSilence = sql`usual_interval(${silences}, s.usual_interval_s)`
  const isShorter = sql`
    case
      -- The first comparison spares most silences the second, which takes longer than all the rest.
      when ${wasSilent} then ${silenceS} < s.usual_interval_s and ${afterSilence} < s.usual_interval_s
      when ${isSteady} then ${shortest} < s.usual_interval_s
    end`
  const before = (ring: Date, timer: Sql) =>
    sql`case when ${isShorter} then least(${timer}, ${ring}::timestamptz) else ${timer} end`
  return {
    usual_interval_s: sql`
      case when ${wasSilent} then ${afterSilence} when ${isSteady} then ${shortest} else s.usual_interval_s end`,
    silences: sql`case when ${wasSilent} then ${silences} when ${isSteady} then null else s.silences end`,
    heard_since: sql`case when ${wasSilent} then ${time} else coalesce(s.heard_since, ${time}) end`,
    offline_check_at: before(secondsAfter(now, offlineAfterS), sql`s.offline_check_at`),
    stale_check_at: before(now, sql`s.stale_check_at`),
  }
}

/** Whether somebody is notified of a device, `d` with its state `s`, that is offline: its silences may be normal. */
export const isIntervalKnown = sql`coalesce(d.offline_after_s, d.expected_interval_s, s.usual_interval_s) is not null`
