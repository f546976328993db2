import sql, { raw } from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../database.ts'

/** Each server of Citus numbers from its group times 2^48. */
const GROUP_BITS = 48
/** Within that, a cell numbers from its number times 2^40. */
const CELL_BITS = 40

/** A sequence, and the column that it numbers. */
interface Numbered {
  sequence: string
  table: string
  column: string
}

/**
 * Sets the sequences of a cell on all servers: each gives ids that no other cell and no other server gives, and that no row
 * has, such as one that was restored.
 */
export async function separateIdsOf(db: Queryable, cell: number): Promise<void> {
  for (const { sequence, table, column } of await listNumbered(db, schemaOf(cell))) {
    const ofGroups = await db.query<{ group: number; last: number }>(sql`
      select ${raw(column)} >> ${GROUP_BITS} as group, max(${raw(column)}) as last from ${raw(table)} group by 1`)
    const lasts = ofGroups.map(({ group, last }) => `when ${group} then ${last}`)
    const last = lasts.length === 0 ? '0' : `case groupid ${lasts.join(' ')} else 0 end`
    const begin = `(groupid::bigint << ${GROUP_BITS}) + (${cell}::bigint << ${CELL_BITS})`
    const statement = `
      select setval('${sequence}', greatest(nextval('${sequence}'), ${begin}, ${last})) from pg_dist_local_group`
    const results = await db.query<{ success: boolean; result: string }>(
      sql`select success, result from run_command_on_all_nodes(${statement})`,
    )
    const failed = results.find(({ success }) => !success)
    if (failed !== undefined) throw new Error(`The sequence ${sequence} could not be set: ${failed.result}`)
  }
}

const listNumbered = (db: Queryable, schema: string) =>
  db.query<Numbered>(sql`
    with of_columns as (
      select d.objid as sequence, d.refobjid as owner, d.refobjsubid as number
      from pg_depend as d
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      union
      select d.refobjid, f.adrelid, f.adnum
      from pg_depend as d
      join pg_attrdef as f on f.oid = d.objid
      where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass
    )
    select
      format('%I.%I', s.relnamespace::regnamespace, s.relname) as sequence,
      format('%I.%I', t.relnamespace::regnamespace, t.relname) as table, quote_ident(a.attname) as column
    from of_columns as o
    join pg_class as s on s.oid = o.sequence and s.relkind = 'S'
    join pg_class as t on t.oid = o.owner
    join pg_attribute as a on a.attrelid = t.oid and a.attnum = o.number
    where s.relnamespace = ${schema}::regnamespace`)
