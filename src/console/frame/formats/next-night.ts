import { localDate, momentOf } from '../../../platform/wall-clock.ts'
import type { Reader } from '../page/reader.ts'

/** When most people sleep: 03:00 in the time zone of the reader. */
export function nextNight({ now, format }: Pick<Reader, 'now' | 'format'>): Date {
  const today = localDate(now, format.zone)
  const at = (date: Temporal.PlainDate) => momentOf(date.toPlainDateTime('03:00'), format.zone)
  const tonight = at(today)
  return tonight > now ? tonight : at(today.add({ days: 1 }))
}
