/** When a day of the calendar begins in a zone; null for what is no day. Days without a midnight begin a little later. */
export function startOfDay(day: string, zone: string, daysLater = 0): Date | null {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: daysLater })
    return new Date(date.toZonedDateTime(zone).epochMilliseconds)
  } catch {
    // It throws for what it does not understand, and only then.
    return null
  }
}

/** As `<input type=datetime-local>` has it. */
export const localText = (time: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
