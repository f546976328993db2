import sql, { join, raw, type Sql } from 'sql-template-tag'
import { inEachCell } from '../../core/cells/in-each-cell.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { isCellTable } from '../../platform/database/cells/cell-tables.ts'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { type AheadOfClock, STORED_TIMES } from './stored-times.ts'

/**
 * Corrects every stored time that lies further ahead of `now` than `STORED_TIMES` allows. Returns the number of
 * corrected rows per table.
 */
export async function correctFutureTimes(tx: Queryable, now: Date): Promise<Record<string, number>> {
  // Locked first, like everywhere that changes several devices, so that no reading is halfway through.
  await inEachCell(tx, (cell) => cell.query(sql`select from device_states order by device_id for no key update`))
  await inEachCell(tx, (cell) => markForgottenHours(cell, now))
  const changed: Record<string, number> = {}
  for (const [table, { where = 'true', columns }] of Object.entries(STORED_TIMES)) {
    const times = Object.entries(columns).filter(([, ahead]) => ahead !== 'stays')
    if (times.length === 0) continue
    const isAhead = join(
      times.map(([column, ahead]) => sql`${raw(column)} > ${limitOf(ahead, now)}`),
      ' or ',
    )
    const change = times.some(([, ahead]) => ahead === 'drop the row')
      ? sql`delete from ${raw(table)}`
      : sql`update ${raw(table)} set ${join(times.map(([column, ahead]) => broughtBack(column, ahead, now)))}`
    const corrected = await inEachTable(tx, table, sql`${change} where ${raw(where)} and (${isAhead}) returning 1`)
    if (corrected > 0) changed[table] = corrected
  }
  return changed
}

/** Runs a statement on the table of each cell, or on the one that they share. Returns the number of rows. */
async function inEachTable(tx: Queryable, table: string, statement: Sql): Promise<number> {
  if (!isCellTable(table)) return (await tx.query(statement)).length
  const rows = await inEachCell(tx, (cell) => cell.query(statement))
  return rows.flat().length
}

const limitOf = (ahead: AheadOfClock, now: Date): Date => (typeof ahead === 'number' ? secondsAfter(now, ahead) : now)

function broughtBack(column: string, ahead: AheadOfClock, now: Date): Sql {
  const limit = limitOf(ahead, now)
  const name = raw(column)
  return ahead === 'forgotten'
    ? sql`${name} = case when ${name} <= ${limit} then ${name} end`
    : // Not `least`, which would set a time that is null.
      sql`${name} = case when ${name} > ${limit} then ${limit}::timestamptz else ${name} end`
}

/**
 * Marks the hours that devices seemed to be in. Without the mark, nothing would sum them up when they have really
 * passed.
 */
async function markForgottenHours(tx: InCell, now: Date): Promise<void> {
  await tx.query(sql`
    insert into hours_to_aggregate as h (device_id, hour)
    select device_id, date_trunc('hour', evaluated_at, 'UTC') from device_states where evaluated_at > ${now}
    on conflict (device_id, hour) do update set marks = h.marks + 1`)
}
