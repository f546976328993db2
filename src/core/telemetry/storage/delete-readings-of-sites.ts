import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { sumUpBefore } from '../hours/hourly-metrics.ts'
import type { SaveReadings } from './drop-old-readings.ts'
import { holdMonths, listTables } from './reading-months.ts'
import { type RetentionCuts, readRetentionCuts } from './retention-cuts.ts'

/** Few enough to release the locks after a moment. */
const AT_ONCE = 2_000
const DEVICES_AT_ONCE = 100
/** Looking through all devices and months takes a second on the largest installations. */
const REST_MS = 600_000
/** Readings wait this long for their turn before the deletion waits for them. */
const BUSY_MS = 50

interface Range {
  from: number
  to: number
}

/**
 * Deletes readings that sites of a cell no longer keep, out of months that stay: what dropping the month would delete,
 * for each of their devices. Found by index, so nothing has to be remembered: it can be ended at any time, and finds what
 * a moved device or a late reading brings. Yields after each transaction. A device that somebody else holds is left for
 * the next time.
 */
export async function* deleteReadingsOfSites(
  db: CellDatabase,
  { whole, sites }: RetentionCuts,
  saveReadings: SaveReadings,
  now: Date,
  options: { waits?: boolean } = {},
): AsyncGenerator<void> {
  for (const { cut, siteIds } of sites) {
    const tables = (await listTables(db)).filter(({ from, to }) => from < cut && to > (whole ?? -Infinity))
    for (const { from, to } of tables) {
      const range = { from, to: Math.min(to, cut) }
      for (let behind = 0; ; ) {
        const devices = await findDevicesWithReadings(db, siteIds, range, behind)
        if (devices.length === 0) break
        for (const deviceId of devices) {
          const save = (tx: InCell) => saveReadings(tx, { ...range, deviceId }, now)
          const deletePart = (tx: InCell) => deletePartOf(tx, { deviceId, siteIds }, range, save, options)
          while (await db.transaction(deletePart)) yield
          yield
        }
        behind = devices.at(-1)!
      }
    }
  }
}

/** The step of a job that does so from time to time, while no reading waits. A changed retention begins it anew. */
export function siteRetention(db: CellDatabase, waitedMs: () => number) {
  let round: { cuts: RetentionCuts; steps: AsyncGenerator<void> } | null = null
  let endedAt = -Infinity

  return async (retentionDays: number | null, saveReadings: SaveReadings, now: Date): Promise<boolean> => {
    if (waitedMs() > BUSY_MS || (round === null && Math.abs(now.getTime() - endedAt) < REST_MS)) return false
    const cuts = await readRetentionCuts(db, retentionDays, now)
    if (round === null || !isDeepStrictEqual(cuts, round.cuts)) {
      round = { cuts, steps: deleteReadingsOfSites(db, cuts, saveReadings, now) }
    }
    let isDone: boolean | undefined = true
    try {
      isDone = (await round.steps.next()).done
    } finally {
      if (isDone) {
        round = null
        endedAt = now.getTime()
      }
    }
    return !isDone
  }
}

async function findDevicesWithReadings(
  db: Queryable,
  siteIds: readonly number[],
  { from, to }: Range,
  behind: number,
): Promise<number[]> {
  const devices = await db.query<{ id: number }>(sql`
    select d.id
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.site_id = any (${siteIds}::integer[]) and d.deleted_at is null and d.id > ${behind} and (
      exists (
        select from reading_rows as r where r.device_id = d.id and r.at >= ${new Date(from)} and r.at < ${new Date(to)}
      )
      or exists (
        select
        from reading_chunks as c
        where c.device_id = d.id and c.first_at >= ${new Date(from)} and c.first_at < ${new Date(to)}
      )
    )
    order by d.id
    limit ${DEVICES_AT_ONCE}`)
  return devices.map(({ id }) => id)
}

/** Returns whether there may be more. Hours are summed up first; chunks lie within a month, and are deleted whole. */
async function deletePartOf(
  tx: InCell,
  { deviceId, siteIds }: { deviceId: number; siteIds: readonly number[] },
  range: Range,
  save: (tx: InCell) => Promise<boolean>,
  { waits = false }: { waits?: boolean },
): Promise<boolean> {
  await holdMonths(tx)
  const summedUp = await sumUpBefore(tx, deviceId, range, { waits })
  if (summedUp !== 'done') return summedUp === 'begun'
  if (await save(tx)) return true
  // Compaction moves rows of a device into chunks while it holds the device.
  const [held] = await tx.query(sql`
    select
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.device_id = ${deviceId} and d.site_id = any (${siteIds}::integer[])
    for no key update of s skip locked`)
  if (held === undefined) return false
  // Once more: a late reading may have raised an alert before the device was held.
  if (await save(tx)) return true
  const [from, to] = [new Date(range.from), new Date(range.to)]
  // First: a device is found by its readings alone, also after it was ended halfway.
  await tx.query(sql`
    delete from minute_metrics where device_id = ${deviceId} and hour >= ${from} and hour < ${to}`)
  const rows = await tx.query(sql`
    delete from reading_rows
    where (device_id, at, digest) in (
      select device_id, at, digest
      from reading_rows
      where device_id = ${deviceId} and at >= ${from} and at < ${to}
      order by at, digest
      limit ${AT_ONCE}
    )
    returning device_id`)
  if (rows.length === AT_ONCE) return true
  const chunks = await tx.query(sql`
    delete from reading_chunks
    where (device_id, field, first_at, first_digest) in (
      select device_id, field, first_at, first_digest
      from reading_chunks
      where device_id = ${deviceId} and first_at >= ${from} and first_at < ${to}
      limit ${AT_ONCE}
    )
    returning device_id`)
  return chunks.length === AT_ONCE
}

/** Counts the rows that would be deleted, by table. */
export async function countReadingsOfSites(
  cell: Queryable,
  { whole, sites }: RetentionCuts,
): Promise<{ table: string; rows: number }[]> {
  const found: { table: string; rows: number }[] = []
  for (const { cut, siteIds } of sites) {
    const between = [
      whole === null ? sql`'-infinity'::timestamptz` : sql`${new Date(whole)}::timestamptz`,
      new Date(cut),
    ]
    found.push(
      ...(await cell.query<{ table: string; rows: number }>(sql`
        with of_sites as materialized (
          select d.id
          from devices as d
          join device_states as s on s.device_id = d.id
          where d.site_id = any (${siteIds}::integer[]) and d.deleted_at is null
        )
        select t.relname::text as table, sum(counted.rows)::bigint as rows
        from (
          select r.tableoid as oid, count(*) as rows
          from of_sites as d
          join reading_rows as r on r.device_id = d.id and r.at >= ${between[0]} and r.at < ${between[1]}
          group by 1
          union all
          select c.tableoid, count(*)
          from of_sites as d
          join reading_chunks as c on c.device_id = d.id and c.first_at >= ${between[0]} and c.first_at < ${between[1]}
          group by 1
          union all
          select m.tableoid, count(*)
          from of_sites as d
          join minute_metrics as m on m.device_id = d.id and m.hour >= ${between[0]} and m.hour < ${between[1]}
          group by 1
        ) as counted
        join pg_class as t on t.oid = counted.oid
        group by 1
        order by 1`)),
    )
  }
  return found
}
