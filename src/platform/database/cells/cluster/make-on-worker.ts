import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../database.ts'
import { CELL_TABLES, DETOUR_COLUMN } from '../cell-tables.ts'
import { copySchema, type SchemaCopy } from '../copy-schema.ts'
import { shareTables } from './share-tables.ts'

/** Makes the schema of a cell on the worker that Citus chooses: the one with the fewest. */
export async function makeOnWorker(tx: Queryable, copy: SchemaCopy): Promise<void> {
  const run = (statement: string) => tx.query(sql`${raw(statement)}`)
  // Each table is made on all servers in turn, which takes as long as the slowest of them.
  await run('set local statement_timeout = 0')
  // Tables with foreign keys to shared ones demand it.
  await run(`set local citus.multi_shard_modify_mode to 'sequential'`)
  // Triggers of a cell write in the same cell, so on the same server.
  await run('set local citus.enable_unsafe_triggers to on')
  await shareTables(tx)
  await run('set local citus.enable_schema_based_sharding to on')
  await run(`create schema ${copy.to}`)
  // Citus moves a cell by its log, while the cell is written to.
  await copySchema(tx, { ...copy, logsAll: true })
  for (const table of CELL_TABLES)
    if (!NEEDS_NO_DETOUR.includes(table)) await run(`alter table ${copy.to}.${table} ${DETOUR}`)
  // Citus makes a sequence on all servers only if a column uses it.
  await run(`alter table ${copy.to}.alerts alter alert_id set default nextval('${copy.to}.alert_ids')`)
  await run(`alter table ${copy.to}.incidents alter incident_id set default nextval('${copy.to}.incident_ids')`)
  await run(`
    create or replace function ${copy.to}.publish_event(topic text, event text, device_id integer, site_id integer, data jsonb)
    returns void language sql set search_path to ${copy.to}, public
    as $$
      insert into live_events (topic, event, device_id, site_id, data) values (topic, event, device_id, site_id, data)
    $$`)
}

/**
 * A column that nobody writes. Citus 13 and 14 reject most INSERT … SELECT into a table without a distribution key, with
 * `syntax error at or near "NOT"`: they add a condition on that key. Where a default is volatile, they fetch the rows
 * first and insert them then, which works. This one is always null.
 */
const NEEDS_NO_DETOUR: readonly string[] = ['reading_chunks', 'device_states', 'reading_rows']
const DETOUR = `add column ${DETOUR_COLUMN} boolean, alter ${DETOUR_COLUMN} set default (case when random() < 0 then true end)`
