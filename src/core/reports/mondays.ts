import { localDate, momentOf, startOfDate } from '../../platform/wall-clock.ts'

const DAYS_OF_WEEK = 7
/** When people come to work. */
const HOUR = { hour: 7 }

const mondayOf = (date: Temporal.PlainDate): Temporal.PlainDate => date.subtract({ days: date.dayOfWeek - 1 })

/** The first Monday at seven in the morning in a zone that is later than this. Pure. */
export function nextMonday(after: Date, zone: string): Date {
  const monday = mondayOf(localDate(after, zone))
  const at = (date: Temporal.PlainDate) => momentOf(date.toPlainDateTime(HOUR), zone)
  return at(monday) > after ? at(monday) : at(monday.add({ days: DAYS_OF_WEEK }))
}

/** The last whole week before this in a zone, from Monday to Monday. Pure. */
export function lastWeek(before: Date, zone: string): { from: Date; to: Date } {
  const monday = mondayOf(localDate(before, zone))
  return { from: startOfDate(monday.subtract({ days: DAYS_OF_WEEK }), zone), to: startOfDate(monday, zone) }
}
