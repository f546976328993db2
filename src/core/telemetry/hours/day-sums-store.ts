import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { bigints, integers, lines, textArray } from '../../../platform/database/sql-arrays.ts'
import { HOUR_MS } from './closed-hours.ts'
import { type DayRow, type DaySums, noSums, rowOf, sumsOf } from './day-sums.ts'

const DAY_MS = 24 * HOUR_MS
/** A device may have sent tens of thousands of fields in an hour, which together would keep everything else waiting. */
const DAYS_AT_ONCE = 500

/** The sums of a field of a device in an hour. */
export interface HourSums {
  device_id: number
  field: string
  /** Start of the hour, in milliseconds since 1970. */
  hour: number
  count: number
  min: number
  max: number
  sum: number
}

interface StoredDay {
  device_id: number
  field: string
  /** Days since 1970, in UTC. */
  day: number
}

/**
 * Stores the sums of these hours in the rows of their days. Sums are never replaced by sums of fewer readings: then the
 * month was dropped meanwhile, and only late readings are left. Rows are read, changed and written, so only one
 * transaction at a time may do this.
 */
export async function storeHours(tx: InCell, hours: readonly HourSums[]): Promise<void> {
  const days = new Map<string, DayOfHours>()
  for (const hour of hours) {
    const { device_id, field } = hour
    const day = Math.floor(hour.hour / DAY_MS)
    const key = keyOf({ device_id, field, day })
    const known = days.get(key)
    if (known === undefined) days.set(key, { device_id, field, day, hours: [hour] })
    else known.hours.push(hour)
  }
  const all = [...days.values()]
  for (let begin = 0; begin < all.length; begin += DAYS_AT_ONCE) {
    await storeDays(tx, all.slice(begin, begin + DAYS_AT_ONCE))
  }
}

interface DayOfHours extends StoredDay {
  /** Those to store. */
  hours: HourSums[]
}

async function storeDays(tx: InCell, days: readonly DayOfHours[]): Promise<void> {
  const stored = new Map((await readDays(tx, days)).map((row) => [keyOf(row), sumsOf(row)]))
  const changed = days.map((day) => ({ ...day, ...rowOf(withHours(stored.get(keyOf(day)) ?? noSums(), day)) }))
  await writeDays(tx, changed)
}

function withHours(day: DaySums, { day: number, hours }: DayOfHours): DaySums {
  const { counts, mins, maxs, sums } = day
  for (const { hour, count, min, max, sum } of hours) {
    const place = (hour - number * DAY_MS) / HOUR_MS
    if ((counts[place] ?? 0) > count) continue
    counts[place] = count
    mins[place] = min
    maxs[place] = max
    sums[place] = sum
  }
  return day
}

const keyOf = ({ device_id, field, day }: StoredDay): string => `${device_id} ${day} ${field}`

const readDays = (tx: Queryable, days: readonly StoredDay[]) =>
  tx.query<StoredDay & Omit<DayRow, 'type'>>(sql`
    select
      i.device_id, i.field, i.day, d.divisor, d.value_base, d.sum_base, d.count_base,
      coalesce(to_json(d.i1::integer[]), to_json(d.i2), to_json(d.i4), to_json(d.f8)) as elements
    from unnest(
      ${integers(days.map(({ device_id }) => device_id))}::integer[],
      string_to_array(${lines(days.map(({ field }) => field))}, E'\\n'),
      ${integers(days.map(({ day }) => day))}::integer[]
    ) as i (device_id, field, day)
    join hourly_metric_days as d
      on d.device_id = i.device_id and d.field = i.field and d.day = date '1970-01-01' + i.day`)

const writeDays = (tx: InCell, days: readonly (StoredDay & DayRow)[]) =>
  tx.query(sql`
    insert into hourly_metric_days (
      device_id, field, day, divisor, value_base, sum_base, count_base, i1, i2, i4, f8
    )
    select
      device_id, field, date '1970-01-01' + day, divisor, value_base, sum_base, count_base,
      case when type = 'i1' then elements::integer[]::"char"[] end,
      case when type = 'i2' then elements::smallint[] end,
      case when type = 'i4' then elements::integer[] end,
      case when type = 'f8' then elements::float8[] end
    from unnest(
      ${integers(days.map(({ device_id }) => device_id))}::integer[],
      string_to_array(${lines(days.map(({ field }) => field))}, E'\\n'),
      ${integers(days.map(({ day }) => day))}::integer[],
      ${bigints(days.map(({ divisor }) => divisor))}::bigint[],
      ${bigints(days.map(({ value_base }) => value_base))}::bigint[],
      ${bigints(days.map(({ sum_base }) => sum_base))}::bigint[],
      ${integers(days.map(({ count_base }) => count_base))}::integer[],
      string_to_array(${lines(days.map(({ type }) => type))}, E'\\n'),
      string_to_array(${lines(days.map(({ elements }) => textArray(elements)))}, E'\\n')
    ) as i (device_id, field, day, divisor, value_base, sum_base, count_base, type, elements)
    on conflict (device_id, field, day) do update set
      divisor = excluded.divisor, value_base = excluded.value_base, sum_base = excluded.sum_base,
      count_base = excluded.count_base, i1 = excluded.i1, i2 = excluded.i2, i4 = excluded.i4, f8 = excluded.f8`)
