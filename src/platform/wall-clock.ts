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
export function offsetAt(at: number, zone: string): number {
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

/** The moment of a local time; the first of two, or the moment of the change for a skipped time. */
export function momentOf(wall: number, zone: string): number {
  const guess = wall - offsetAt(wall - offsetAt(wall, zone), zone)
  const earlier = wall - offsetAt(guess - 3 * HOUR_S, zone)
  return wallClock(earlier, zone) === wall ? Math.min(earlier, guess) : guess
}
