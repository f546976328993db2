import type { Database } from '../../../platform/database/database.ts'
import { countReadings } from '../reading-counts.ts'
import { compactHistory } from './compact-history.ts'
import type { Compacted } from './compact-readings.ts'

const HOUR_MS = 3_600_000
/** Compaction rests nineteen times as long as it worked: it takes a twentieth of the time of one core … */
const REST = 19
/** … or more, if the readings that arrive need it: it then works this much faster than they come. */
const AHEAD = 1.5
/** Readings wait this long for their turn before compaction waits for them. */
const BUSY_MS = 50

export interface BackgroundCompaction {
  /** Age in hours at which readings are compacted. */
  afterH: number | 'off'
  /** How long the next reading has waited to be stored. */
  waitedMs: () => number
}

/** The step of a job that compacts readings slowly enough for nobody to notice. */
export function compactInBackground(db: Database, { afterH, waitedMs }: BackgroundCompaction) {
  let round: AsyncGenerator<Compacted> | null = null
  let restsUntil = 0

  return async (now: Date): Promise<boolean> => {
    const began = performance.now()
    if (afterH === 'off' || began < restsUntil || waitedMs() > BUSY_MS) return false
    round ??= compactHistory(db, { until: new Date(now.getTime() - afterH * HOUR_MS), now })
    const working = round
    round = null
    const { value, done } = await working.next()
    if (!done) round = working
    const took = performance.now() - began
    const arrived = done ? 0 : (await countReadings(db, now)).last_minute / 60_000
    const rest = done || arrived === 0 ? took * REST : Math.min(took * REST, value.readings / (arrived * AHEAD) - took)
    restsUntil = performance.now() + rest
    return rest <= 0
  }
}
