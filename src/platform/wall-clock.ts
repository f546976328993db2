const HOUR_S = 3_600
/** Zones and moments may come from requests. */
const MOST_CACHED = 10_000
/** Cached, because creating one takes longer than all the rest. */
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= MOST_CACHED) formats.clear()
  formats.set(zone, made)
  return made
}

/** Offset of a zone from UTC at a moment, in seconds. It changes only at quarter hours. */
function offsetAt(at: number, zone: string): number {
  const quarter = Math.floor(at / (HOUR_S / 4))
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const moment = quarter * (HOUR_S / 4)
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment * 1_000)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!) / 1_000
  const offset = local - moment
  if (offsets.size >= MOST_CACHED) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** The local time as if it were UTC. */
export const wallClock = (at: number, zone: string): number => at + offsetAt(at, zone)

/**
 * The moment at which the clocks of a zone show a local time; every local time becomes a moment here. A time that clocks
 * skip is the moment at which they change. Of a time that occurs twice it is the first, or the last: what ends then, ends
 * the second time (docs/concepts.md). Throws for an unknown zone.
 */
export function momentOf(local: Temporal.PlainDateTime, zone: string, ofTwo: 'first' | 'last' = 'first'): Date {
  const shown = local.toZonedDateTime(zone, { disambiguation: ofTwo === 'first' ? 'earlier' : 'later' })
  if (shown.toPlainDateTime().equals(local)) return new Date(shown.epochMilliseconds)
  // A skipped time, reckoned with the offset after the change, lies before it.
  const before = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return new Date(before.getTimeZoneTransition('next')!.epochMilliseconds)
}

/** The day that the calendars of a zone show. */
export const localDate = (at: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** The moment at which a day begins. Some days have no midnight, or two. */
export const startOfDate = (date: Temporal.PlainDate, zone: string): Date => momentOf(date.toPlainDateTime(), zone)
