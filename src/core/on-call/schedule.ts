import type { Static } from 'typebox'
import { type FieldError, fieldError, invalidFields } from '../../platform/errors.ts'
import { isTimeZone } from '../../platform/weekly-windows.ts'
import { type Layer, LONGEST_TURN } from './rotation.ts'
import { partsOfWeek } from './rotation-hours.ts'
import type { PersonOnCallShape, ScheduleShape } from './schedule-shapes.ts'

/** A schedule as it is from its latest version on. */
export type OnCallSchedule = Static<typeof ScheduleShape> & {
  /** The site whose people see it; null: everybody does. */
  site_id: number | null
  /** Counts changes of any kind, overrides too. */
  version: number
}

/** Somebody who is, or may be, on call. */
export type PersonOnCall = Static<typeof PersonOnCallShape>

export type NamedSchedule = Pick<OnCallSchedule, 'id' | 'name'>

/** Throws 400 for zones, dates, turns and hours that cannot be. People are checked where they are stored. Pure. */
export function checkRotations({ time_zone, layers }: { time_zone: string; layers: readonly Layer[] }): void {
  const faults: FieldError[] = []
  if (!isTimeZone(time_zone)) faults.push(fieldError('/time_zone', 'no_time_zone'))
  for (const [index, layer] of layers.entries()) {
    const { start_date, unit, length } = layer
    const most = LONGEST_TURN[unit]
    if (!isDay(start_date)) faults.push(fieldError(`/layers/${index}/start_date`, 'no_day'))
    if (length > most) faults.push(fieldError(`/layers/${index}/length`, 'too_large', most))
    if (partsOfWeek(layer).length === 0) faults.push(fieldError(`/layers/${index}/hours`, 'hours_never'))
  }
  if (faults.length > 0) throw invalidFields(faults)
}

function isDay(text: string): boolean {
  try {
    const { year } = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return year >= 2000 && year < 2100
  } catch {
    // It throws only for days that are not in the calendar.
    return false
  }
}
