import sql, { type Sql } from 'sql-template-tag'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'
import { hourOf } from './closed-hours.ts'
import { type HourSums, storeHours } from './day-sums-store.ts'

/** An hour of readings takes some milliseconds to sum up; with one reading a second, some tens. */
const HOURS_AT_ONCE = 20
/** So many of them are those of devices in turn. */
const DEVICES_AT_ONCE = 10
/**
 * An hour with this many values of a field, one every six seconds, gets sums by the minute as well. They take 2 kB,
 * less than a hundredth of its readings; with fewer readings, a chart of days can read all of them.
 */
const DENSE_FROM = 600
const MINUTES_AT_ONCE = 2_000
const ADVISORY_LOCK = 5_417_003

export interface DeviceHour {
  device_id: number
  /** Start of the hour, in milliseconds since 1970. */
  hour: number
}

/** Marks hours to be aggregated, in the transaction of the readings that closed or changed them. */
export async function markHours(tx: InCell, hours: readonly DeviceHour[]): Promise<void> {
  await tx.query(sql`
    insert into hours_to_aggregate as h (device_id, hour)
    select device_id, to_timestamp(hour / 1000)
    from unnest(${hours.map((hour) => hour.device_id)}::integer[], ${hours.map(({ hour }) => hour)}::float8[])
      as i (device_id, hour)
    order by device_id, hour
    on conflict (device_id, hour) do update set marks = h.marks + 1`)
}

/** Sums up hours that are over. Returns whether there may be more. */
type AggregateHours = (now: Date) => Promise<boolean>

/**
 * Sums up count, minimum, maximum and sum of each value: of the newest hours of all devices, and of the newest hour of
 * some devices in turn, so that the many hours of one device keep nobody waiting. An hour that was marked again while it
 * was being read stays marked.
 */
export function hourAggregation(db: CellDatabase): AggregateHours {
  let lastDevice = 0
  return (now) =>
    db.transaction(async (tx) => {
      if (!(await lockSums(tx))) return false
      const marked = await listMarked(tx, new Date(hourOf(now.getTime())), lastDevice)
      lastDevice = Math.max(0, ...marked.filter(({ in_turn }) => in_turn).map(({ device_id }) => device_id))
      return aggregateMarked(tx, marked)
    })
}

export interface MarkedHour {
  device_id: number
  hour: Date
  marks: number
}

/** The hours to sum up next, of those before a time; in turn those of the devices behind one, by their number. */
const listMarked = (tx: Queryable, before: Date, behind: number) =>
  tx.query<MarkedHour & { in_turn: boolean }>(sql`
    with recursive turn (device_id) as (
      (select device_id from hours_to_aggregate where device_id > ${behind} and hour < ${before} order by device_id limit 1)
      union all
      select n.device_id
      from turn as t
      cross join lateral (
        select device_id
        from hours_to_aggregate
        where device_id > t.device_id and hour < ${before}
        order by device_id
        limit 1
      ) as n
    ),
    in_turn as materialized (
      select h.*
      from (select device_id from turn limit ${DEVICES_AT_ONCE}) as t
      cross join lateral (
        select device_id, hour, marks
        from hours_to_aggregate
        where device_id = t.device_id and hour < ${before}
        order by hour desc
        limit 1
      ) as h
    ),
    newest as (
      select device_id, hour, marks
      from hours_to_aggregate
      where hour < ${before}
      order by hour desc, device_id desc
      limit ${HOURS_AT_ONCE}
    )
    select device_id, hour, marks, true as in_turn from in_turn
    union all
    (
      select device_id, hour, marks, false
      from newest
      where (device_id, hour) not in (select device_id, hour from in_turn)
      order by hour desc, device_id desc
      limit ${HOURS_AT_ONCE - DEVICES_AT_ONCE}
    )`)

/** Sums up these hours; returns whether any of them was not marked again meanwhile. */
export async function aggregateMarked(tx: InCell, marked: readonly MarkedHour[]): Promise<boolean> {
  if (marked.length === 0) return false
  const hours = marked.map(({ device_id, hour }) => ({ device_id, hour: hour.getTime() }))
  await aggregate(tx, hours)
  const done = await tx.query(sql`
      delete from hours_to_aggregate
      where (device_id, hour) in (
        select h.device_id, h.hour
        from hours_to_aggregate as h
        join unnest(
          ${hours.map(({ device_id }) => device_id)}::integer[],
          ${hours.map(({ hour }) => hour)}::float8[],
          ${marked.map(({ marks }) => marks)}::bigint[]
        ) as i (device_id, hour, marks)
          on h.device_id = i.device_id and h.hour = to_timestamp(i.hour / 1000) and h.marks = i.marks
        for update of h skip locked
      )
      returning device_id`)
  return done.length > 0
}

/** How many hours of a time range (ms) wait to be summed up. */
export async function countMarked(db: Queryable, from: number, to: number): Promise<number> {
  const [waiting] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from hours_to_aggregate where hour >= ${new Date(from)} and hour < ${new Date(to)}`)
  return waiting!.count
}

/** Returns whether no other transaction is changing sums: they are read, changed and written. */
async function lockSums(tx: Queryable): Promise<boolean> {
  const [lock] = await tx.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}, hashtext(current_schema())) as mine`,
  )
  return lock!.mine
}

/** The same, waiting for that transaction to end. */
export const waitForSums = (tx: Queryable) =>
  tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK}, hashtext(current_schema()))`)

/**
 * Recomputes the sums of these hours from their readings, in decimal numbers: 0.1 and 0.2 are 0.3. Values beyond 1e140 are
 * clamped, since a sum of the largest numbers would overflow.
 */
async function aggregate(tx: InCell, hours: readonly DeviceHour[]): Promise<void> {
  type Tuple = [device_id: number, field: string, hour: number, count: number, min: number, max: number, sum: number]
  // As one list, which is read much faster than as many rows.
  const [found] = await tx.query<{ sums: Tuple[] | null }>(sql`
    with by_minute as (
      select h.device_id, v.field, h.hour, v.minute, count(*) as count, min(v.value) as min, max(v.value) as max,
        sum(least(greatest(v.value, -1e140), 1e140)) as sum
      from (
        select device_id, to_timestamp(hour / 1000) as hour
        from unnest(${hours.map((hour) => hour.device_id)}::integer[], ${hours.map(({ hour }) => hour)}::float8[])
          as i (device_id, hour)
      ) as h
      cross join lateral (
        select exists (select from ${chunksBetween(sql`h.device_id`, sql`h.hour`, sql`h.hour + interval '1 hour'`)} as c) as has_chunks
      ) as c
      cross join lateral (
        select m.field, m.value, r.minute
        -- The offset keeps this a look-up per hour: joined, all readings of the device would be read.
        from (
          select metrics, battery, signal,
            case
              when c.has_chunks or count(*) over () >= ${DENSE_FROM} then ${MINUTE}
            end as minute
          from reading_rows
          where device_id = h.device_id and at >= h.hour and at < h.hour + interval '1 hour'
          offset 0
        ) as r
        cross join lateral (
          select 'metrics.' || key as field, value::numeric as value
          from jsonb_each(r.metrics)
          where jsonb_typeof(value) = 'number'
          union all select 'battery', r.battery::text::numeric where r.battery is not null
          union all select 'signal', r.signal::text::numeric where r.signal is not null
        ) as m
        union all
        select n.field, coalesce(n.whole::numeric / n.divisor, n.value::text::numeric), ${MINUTE}
        from ${chunksBetween(sql`h.device_id`, sql`h.hour`, sql`h.hour + interval '1 hour'`)} as b
        join chunk_numbers as n
          on n.device_id = h.device_id and n.first_at = b.first_at and n.first_digest = b.first_digest
        where c.has_chunks and (n.field like 'metrics.%' or n.field in ('battery', 'signal')) and n.value is not null
          and n.at >= h.hour and n.at < h.hour + interval '1 hour'
      ) as v
      group by h.device_id, v.field, h.hour, v.minute
    ),
    minutes as (
      insert into minute_metrics (device_id, field, hour, minutes, counts, mins, maxs, sums)
      select
        device_id, field, hour, array_agg(minute), array_agg(count::integer), array_agg(min::float8),
        array_agg(max::float8), array_agg(${floatOf(sql`sum`)})
      from by_minute
      group by device_id, field, hour
      having sum(count) >= ${DENSE_FROM}
      on conflict (device_id, field, hour) do update set
        minutes = excluded.minutes, counts = excluded.counts, mins = excluded.mins, maxs = excluded.maxs,
        sums = excluded.sums
    )
    select json_agg(json_build_array(device_id, field, hour, count, min, max, sum)) as sums
    from (
      select
        device_id, field, date_part('epoch', hour) * 1000 as hour, sum(count)::integer as count, min(min)::float8 as min,
        max(max)::float8 as max, ${floatOf(sql`sum(sum)`)} as sum
      from by_minute
      group by device_id, field, hour
    ) as summed`)
  const sums = (found!.sums ?? []).map(
    ([device_id, field, hour, count, min, max, sum]): HourSums => ({ device_id, field, hour, count, min, max, sum }),
  )
  await storeHours(tx, sums)
}

/** The minute of `at` in its hour. */
const MINUTE = sql`floor(date_part('epoch', at - h.hour) / 60)::smallint`

/** Rounds what is nearer to zero than any float8, which PostgreSQL refuses to do. */
const floatOf = (number: Sql): Sql => sql`(case when abs(${number}) >= 5e-324 then ${number} else 0 end)::float8`

/**
 * Sums up the hours of one device in a time range (ms), before its readings there are deleted: those that are marked, and
 * the last one if it has sent nothing since. `busy`: another transaction changes sums, and this one does not wait.
 */
export async function sumUpBefore(
  tx: InCell,
  deviceId: number,
  { from, to }: { from: number; to: number },
  { waits }: { waits: boolean },
): Promise<'done' | 'begun' | 'busy'> {
  const [start, end] = [new Date(from), new Date(to)]
  const marked = await tx.query<MarkedHour>(sql`
    select device_id, hour, marks
    from hours_to_aggregate
    where device_id = ${deviceId} and hour >= ${start} and hour < ${end}
    order by hour
    limit ${HOURS_AT_ONCE}`)
  const [open] = await tx.query<{ at: Date }>(sql`
    select evaluated_at as at
    from device_states
    where device_id = ${deviceId} and evaluated_at >= ${start} and evaluated_at < ${end}`)
  if (marked.length === 0 && open === undefined) return 'done'
  if (waits) await waitForSums(tx)
  else if (!(await lockSums(tx))) return 'busy'
  if (marked.length > 0) return (await aggregateMarked(tx, marked)) ? 'begun' : 'busy'
  await aggregate(tx, [{ device_id: deviceId, hour: hourOf(open!.at.getTime()) }])
  return 'done'
}

/** Deletes some of the minute sums before a time (ms); returns whether there may be more. */
export async function dropMinutes(tx: InCell, before: number): Promise<boolean> {
  const dropped = await tx.query(sql`
    delete from minute_metrics
    where (device_id, field, hour) in (
      select device_id, field, hour
      from minute_metrics
      where hour < ${new Date(before)}
      order by hour
      limit ${MINUTES_AT_ONCE}
    )
    returning device_id`)
  return dropped.length > 0
}

/**
 * Sums up the rest of a time range (ms) before its readings are dropped: the last hours of devices that have sent
 * nothing since, which no later reading has closed. Returns false while marked hours wait in it, or another transaction
 * changes sums, unless this one `waits` for it.
 */
export async function aggregateLastHours(
  tx: InCell,
  { from, to }: { from: number; to: number },
  { waits }: { waits: boolean },
): Promise<boolean> {
  const [start, end] = [new Date(from), new Date(to)]
  if ((await countMarked(tx, from, to)) > 0) return false
  if (waits) await waitForSums(tx)
  else if (!(await lockSums(tx))) return false
  const open = await tx.query<{ device_id: number; at: Date }>(sql`
    select device_id, evaluated_at as at from device_states where evaluated_at >= ${start} and evaluated_at < ${end}`)
  for (let place = 0; place < open.length; place += HOURS_AT_ONCE) {
    const some = open.slice(place, place + HOURS_AT_ONCE)
    await aggregate(
      tx,
      some.map(({ device_id, at }) => ({ device_id, hour: hourOf(at.getTime()) })),
    )
  }
  return true
}
