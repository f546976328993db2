import { startOfDate } from '../../../platform/wall-clock.ts'

/** Start of a calendar day in a zone; null if it is not a valid day. Days without a midnight begin a little later. */
export function startOfDay(day: string, zone: string, daysLater = 0): Date | null {
  try {
    return startOfDate(Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: daysLater }), zone)
  } catch {
    // It throws only for invalid input.
    return null
  }
}

/** As `<input type=datetime-local>` has it. */
export const localText = (time: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** Whether two times are on the same calendar day in a zone. */
export const isSameDay = (one: Date, other: Date, zone: string): boolean =>
  localText(one, zone).slice(0, 10) === localText(other, zone).slice(0, 10)
