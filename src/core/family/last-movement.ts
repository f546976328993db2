import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { readReadings } from '../telemetry/history/read-readings.ts'
import type { ReadingRecord } from '../telemetry/history/reading-record.ts'
import { isAtRest, sentKmh } from '../vocabulary/at-rest.ts'
import type { DeviceModule } from '../vocabulary/modules/device-module.ts'
import { DEVICE_MODULES } from '../vocabulary/modules.ts'
import type { FamilyDevice } from './family-devices.ts'

const WITHIN_S = 86_400
/** One a minute. Of devices that send more often, a shorter time is looked at. */
const MOST_READINGS = 1_440
const AT_ONCE = 240

/** `at`: the last movement; null if there was none since `since`. */
export interface LastMovement {
  at: Date | null
  since: Date
}

type Measured = Pick<ReadingRecord, 'at' | 'metrics' | 'flags'>

/**
 * When somebody with the device moved last; null if its readings do not say. A place is no movement: receivers wander while
 * their person lies still.
 */
export async function findLastMovement(
  db: Queryable,
  { id, module, since }: Pick<FamilyDevice, 'id' | 'module' | 'since'>,
  now: Date,
): Promise<LastMovement | null> {
  const from = new Date(Math.max(since.getTime(), secondsAfter(now, -WITHIN_S).getTime()))
  const look = movementIn(DEVICE_MODULES[module])
  let [read, earliest] = [0, from]
  const range = { deviceId: id, from, to: secondsAfter(now, 1) }
  for await (const readings of readReadings(db, range, { order: 'newest first', atOnce: AT_ONCE })) {
    for (const reading of readings) {
      const at = look.next(reading)
      if (at !== null) return { at, since: from }
      read += 1
      earliest = reading.at
    }
    if (read >= MOST_READINGS) return look.says() ? { at: null, since: earliest } : null
  }
  return look.says() ? { at: null, since: from } : null
}

/** Looks at readings, newest first, until one shows a movement. Pure. */
export function movementIn({ movement = [], mobility }: DeviceModule) {
  const later = new Map<string, { at: Date; value: number }>()
  let saysSo = false
  return {
    /** The time of a movement that this reading shows, with those after it. */
    next({ at, metrics, flags }: Measured): Date | null {
      if (mobility === 'driven' && typeof metrics.speed_kmh === 'number') {
        const sent = { speed_kmh: metrics.speed_kmh }
        saysSo ||= sentKmh(sent) !== null
        if (sentKmh(sent) !== null && !isAtRest(sent)) return at
      }
      for (const name of movement) {
        const flag = ownProperty(flags, name)
        if (flag === true) return at
        if (flag === false) saysSo = true
        const value = ownProperty(metrics, name)
        if (typeof value !== 'number') continue
        const behind = later.get(name)
        if (behind !== undefined && behind.value > value) return behind.at
        saysSo ||= behind !== undefined
        later.set(name, { at, value })
      }
      return null
    },
    /** Whether what was seen says anything about movement. */
    says: (): boolean => saysSo,
  }
}
