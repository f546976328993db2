import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../database.ts'

export interface SchemaCopy {
  to: string
  tables: readonly string[]
  /** Sequences that belong to no column. */
  sequences: readonly string[]
  /** Whether unlogged tables become logged ones. */
  logsAll?: boolean
}

/**
 * Makes empty tables in another schema as they are in `public`, with their indexes, constraints and triggers, every view,
 * and the functions of all these. What else they refer to stays in `public`. The definitions are those of the catalog, so
 * they include whatever migrations have changed.
 */
export async function copySchema(tx: Queryable, copy: SchemaCopy): Promise<void> {
  const { to, tables, sequences, logsAll = false } = copy
  const definitions = await listDefinitions(tx, tables)
  const own = await tx.query<{ name: string }>(ownNames([...tables, ...sequences]))
  const names = own.map(({ name }) => name)
  for (const name of sequences) await run(tx, `create sequence ${to}.${name}`)
  for (const name of tables) await run(tx, await tableLike(tx, name, to, logsAll))
  await tx.query(sql`set local check_function_bodies to off`)
  for (const definition of definitions) await run(tx, inSchema(definition, names, to))
  // Functions whose text is looked up at each call: in this schema first, whoever calls them.
  for (const { statement } of await tx.query<{ statement: string }>(pathsOf(to))) await run(tx, statement)
}

/**
 * The statements that make the indexes, constraints and triggers of tables, and all views and their functions, in an order
 * in which each finds what it refers to. All names in them have their schema.
 */
export async function listDefinitions(tx: Queryable, tables: readonly string[]): Promise<string[]> {
  await tx.query(sql`set local search_path to ''`)
  const rows = await tx.query<{ definition: string }>(DEFINITIONS(tables))
  await tx.query(sql`set local search_path to public`)
  return rows.map(({ definition }) => definition)
}

/** The definition with these names in another schema than `public`. */
export const inSchema = (definition: string, names: readonly string[], schema: string): string =>
  definition.replace(new RegExp(`\\bpublic\\.(${names.join('|')})\\b`, 'g'), `${schema}.$1`)

/** Whether a row of a catalog is of our schema, not of an extension. */
export const isOwnObject = (catalog: string, row: string): Sql => sql`
  not exists (
    select from pg_depend as d where d.classid = ${catalog}::regclass and d.objid = ${raw(row)}.oid and d.deptype = 'e'
  )`

const run = (tx: Queryable, statement: string) => tx.query(sql`${raw(statement)}`)

async function tableLike(tx: Queryable, name: string, to: string, logsAll: boolean): Promise<string> {
  const [table] = await tx.query<{ kind: string; partition: string | null; options: string | null }>(sql`
    select
      case when relpersistence = 'u' and not ${logsAll}::boolean then 'unlogged table' else 'table' end as kind,
      pg_get_partkeydef(oid) as partition, array_to_string(reloptions, ', ') as options
    from pg_class
    where oid = ${`public.${name}`}::regclass`)
  const { kind, partition, options } = table!
  const how = [partition && `partition by ${partition}`, options && `with (${options})`].filter(Boolean).join(' ')
  return `create ${kind} ${to}.${name} (like public.${name} including all excluding indexes) ${how}`
}

/** The trigger functions of other tables stay where they are. */
const OWN_FUNCTIONS = (tables: readonly string[]) => sql`
  p.pronamespace = 'public'::regnamespace and (
    p.prorettype <> 'trigger'::regtype
    or p.oid in (select tgfoid from pg_trigger where tgrelid = any (${qualified(tables)}::regclass[]))
  )
  and ${isOwnObject('pg_proc', 'p')}`

const qualified = (names: readonly string[]) => names.map((name) => `public.${name}`)

const ownNames = (relations: readonly string[]) => sql`
  select unnest(${relations}::text[]) as name
  union
  select relname from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'v' and ${isOwnObject('pg_class', 'c')}
  union
  select proname from pg_proc as p where ${OWN_FUNCTIONS(relations)}`

const DEFINITIONS = (tables: readonly string[]) => sql`
  with recursive uses (id, used) as (
    select r.ev_class, d.refobjid
    from pg_depend as d
    join pg_rewrite as r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and d.refobjid <> r.ev_class
    union
    select d.objid, coalesce(nullif(t.typrelid, 0), d.refobjid)
    from pg_depend as d
    left join pg_type as t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
    where d.classid = 'pg_proc'::regclass
  ), layers (id, layer) as (
    select oid, 0 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union
    select oid, 0 from pg_proc where pronamespace = 'public'::regnamespace
    union
    select uses.id, layers.layer + 1 from layers join uses on uses.used = layers.id
  ), heights as (
    select id, max(layer) as height from layers group by id
  )
  select definition
  from (
    select 1 as step, i.indexrelid as id, pg_get_indexdef(i.indexrelid) as definition
    from pg_index as i
    where i.indrelid = any (${qualified(tables)}::regclass[])
      and not exists (select from pg_constraint as k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
    union all
    select
      case k.contype when 'f' then 3 else 2 end, k.oid,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint as k
    where k.conrelid = any (${qualified(tables)}::regclass[]) and k.contype in ('p', 'u', 'x', 'f')
    union all
    select 4 + h.height, c.oid, format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class as c
    join heights as h on h.id = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and ${isOwnObject('pg_class', 'c')}
    union all
    select 4 + h.height, p.oid, pg_get_functiondef(p.oid)
    from pg_proc as p
    join heights as h on h.id = p.oid
    where ${OWN_FUNCTIONS(tables)}
    union all
    select 1000, t.oid, pg_get_triggerdef(t.oid)
    from pg_trigger as t
    where t.tgrelid = any (${qualified(tables)}::regclass[]) and not t.tgisinternal
  ) as all_of_them
  order by step, id`

const pathsOf = (schema: string) => sql`
  select format('alter function %s set search_path to %I, public', p.oid::regprocedure, ${schema}::text) as statement
  from pg_proc as p
  where p.pronamespace = ${schema}::regnamespace and p.prosqlbody is null`
