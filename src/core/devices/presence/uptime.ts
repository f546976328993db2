import { UPTIME_DAYS } from './downtime-by-day.ts'

const DAY_MS = 86_400_000

/** Recorded offline time of a device. */
export interface OfflineTime {
  /** When recording began; null if the device has never sent anything. */
  since: Date | null
  /** When it went offline, if it is. */
  offlineSince: Date | null
  /** Seconds by day (UTC), as `2026-11-24`. Without the present one. */
  days: Readonly<Record<string, number>>
}

/** A day (UTC) of a device. */
export interface UptimeDay {
  day: Date
  /** Share of the recorded time for which it was online, from 0 to 1; null if nothing was recorded. */
  share: number | null
}

/** The last days, oldest first, and the share of all of them. Pure. */
export function uptimeOf(time: OfflineTime, now: Date): { days: UptimeDay[]; share: number | null } {
  const today = now.getTime() - (now.getTime() % DAY_MS)
  const parts = Array.from({ length: UPTIME_DAYS }, (_, place) =>
    partOf(time, today - (UPTIME_DAYS - 1 - place) * DAY_MS, now.getTime()),
  )
  return {
    days: parts.map(({ start, ...part }) => ({ day: new Date(start), share: shareOf(part) })),
    share: shareOf(sumOf(parts)),
  }
}

/** The same of the days (UTC) that a period touches, as one number, with the seconds for which it was offline. Pure. */
export function uptimeBetween(
  time: OfflineTime,
  { from, to }: { from: Date; to: Date },
  now: Date,
): { share: number | null; offline_s: number } {
  const parts: Part[] = []
  for (let start = from.getTime() - (from.getTime() % DAY_MS); start < to.getTime(); start += DAY_MS)
    parts.push(partOf(time, start, now.getTime()))
  const sum = sumOf(parts)
  return { share: shareOf(sum), offline_s: sum.offlineMs / 1_000 }
}

/** When recording began, if that was after the beginning of the day (UTC) of `from`. Pure. */
export function sinceWithin({ since }: Pick<OfflineTime, 'since'>, from: Date): Date | null {
  const start = from.getTime() - (from.getTime() % DAY_MS)
  return since !== null && since.getTime() > start ? since : null
}

interface Part {
  recordedMs: number
  offlineMs: number
}

const sumOf = (parts: readonly Part[]): Part => ({
  recordedMs: parts.reduce((total, { recordedMs }) => total + recordedMs, 0),
  offlineMs: parts.reduce((total, { offlineMs }) => total + offlineMs, 0),
})

function partOf({ since, offlineSince, days }: OfflineTime, start: number, now: number) {
  const end = Math.min(start + DAY_MS, now)
  const overlap = (from: Date | null) => (from === null ? 0 : Math.max(0, end - Math.max(start, from.getTime())))
  const recordedMs = overlap(since)
  const stored = (days[new Date(start).toISOString().slice(0, 10)] ?? 0) * 1_000
  return { start, recordedMs, offlineMs: Math.min(recordedMs, stored + overlap(offlineSince)) }
}

const shareOf = ({ recordedMs, offlineMs }: Part): number | null =>
  recordedMs === 0 ? null : 1 - offlineMs / recordedMs
