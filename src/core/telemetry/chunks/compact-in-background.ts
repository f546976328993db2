import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase } from '../../../platform/database/database.ts'
import { INSTALLATION } from '../../reach/reach.ts'
import { countReadings } from '../reading-counts.ts'
import { compactHistory } from './compact-history.ts'
import type { Compacted } from './compact-readings.ts'

/** Compaction rests nineteen times as long as it worked: it takes a twentieth of the time of one core. */
const REST = 19
/** If the readings that arrive need it, it takes more: it then works this much faster than they come. */
const AHEAD = 1.5
/** After a round that has compacted nothing, or has failed, it rests this many times longer. */
const IDLE = 10
const SHORTEST_IDLE_MS = 1_000
/** Devices that have nothing to compact are passed over for this long at a time. */
const LOOK_MS = 20
/** Readings wait this long for their turn before compaction waits for them. */
const BUSY_MS = 50

interface BackgroundCompaction {
  /** Age in hours at which readings are compacted. */
  afterH: number | 'off'
  /** How long the next reading has waited to be stored. */
  waitedMs: () => number
}

/** The step of a job that compacts readings slowly enough for nobody to notice. */
export function compactInBackground(db: CellDatabase, { afterH, waitedMs }: BackgroundCompaction) {
  let round: AsyncGenerator<Compacted> | null = null
  /** Readings compacted in this round, and the time it has taken. */
  let compacted = 0
  let workedMs = 0
  let restsUntil = 0

  const restFor = (ms: number) => {
    restsUntil = performance.now() + ms
  }
  function endRound({ isIdle }: { isIdle: boolean }): void {
    if (isIdle) restFor(Math.max(SHORTEST_IDLE_MS, workedMs * REST * IDLE))
    round = null
    compacted = 0
    workedMs = 0
  }

  return async (now: Date): Promise<boolean> => {
    const began = performance.now()
    if (afterH === 'off' || began < restsUntil || waitedMs() > BUSY_MS) return false
    round ??= compactHistory(db, { until: secondsAfter(now, -afterH * 3_600), now })
    try {
      const { readings, isDone } = await workOn(round, began + LOOK_MS)
      const tookMs = performance.now() - began
      const arriving = readings > 0 ? (await countReadings(db, INSTALLATION, now)).last_minute / 60_000 : 0
      const restMs = Math.min(tookMs * REST, arriving > 0 ? readings / (arriving * AHEAD) - tookMs : Infinity)
      restFor(restMs)
      compacted += readings
      workedMs += tookMs
      if (isDone) endRound({ isIdle: compacted === 0 })
      return restMs <= 0
    } catch (error) {
      endRound({ isIdle: true })
      throw error
    }
  }
}

/** Goes on until readings are compacted, or until this time if there is nothing to compact. */
async function workOn(round: AsyncGenerator<Compacted>, until: number) {
  for (;;) {
    const { value, done } = await round.next()
    if (done) return { readings: 0, isDone: true }
    if (value.readings > 0 || performance.now() > until) return { readings: value.readings, isDone: false }
  }
}
