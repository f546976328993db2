import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../database.ts'
import { isOwnObject, listDefinitions } from '../copy-schema.ts'

/**
 * Tables that all cells share and statements of cells read or refer to: each server gets a copy. A table follows those
 * that it refers to. All other tables stay on the coordinator alone.
 */
export const SHARED_TABLES = [
  'cells',
  'users',
  'sites',
  'identities',
  'access_tokens',
  'sessions',
  'devices',
  'rules',
  'rule_versions',
  'webhooks',
  'silences',
  'contact_methods',
  'escalation_policies',
  'schedules',
  'schedule_versions',
  'schedule_overrides',
  'site_members',
  'family_devices',
  'token_sites',
  'status_pages',
  'status_page_devices',
  'status_page_tags',
  'status_notices',
  'former_sites',
  'geofences',
  'sources',
  'source_states',
  'external_ids',
  'source_replays',
  'demo',
  'demo_devices',
  'notification_preferences',
  'settings',
] as const

/**
 * Makes them reference tables of Citus, if they are not. Citus moves the rows of the tables around them, such as those of
 * the first cell, into tables that it knows; it cannot do that beneath views, so these are made anew.
 */
export async function shareTables(tx: Queryable): Promise<void> {
  const missing = await tx.query<{ name: string }>(sql`
    select t.name
    from unnest(${SHARED_TABLES}::text[]) with ordinality as t (name, place)
    where not exists (
      select from pg_dist_partition where logicalrelid = to_regclass('public.' || t.name) and repmodel = 't'
    )
    order by t.place`)
  if (missing.length === 0) return
  await fireTriggersAtHome(tx)
  const grants = await listGrants(tx)
  const sequences = await tx.query<{ name: string; last: number }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value as last
    from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  const definitions = await listDefinitions(tx, [])
  await dropViews(tx)
  for (const { name } of missing) {
    await tx.query(sql`select create_reference_table(${`public.${name}`})`)
    await tx.query(sql`select truncate_local_data_after_distributing_table(${`public.${name}`})`)
  }
  // Tables that Citus has replaced would number from one again.
  for (const { name, last } of sequences) await tx.query(sql`select setval(${name}::regclass, ${last}::bigint)`)
  for (const definition of definitions) await run(tx, definition)
  for (const { statement } of grants) await run(tx, statement)
}

/**
 * Each server changes its copy of a shared table, and so fires its triggers. What they write and tell belongs to the
 * coordinator: the others pass over them.
 */
async function fireTriggersAtHome(tx: Queryable): Promise<void> {
  await run(
    tx,
    'create or replace function is_home() returns boolean language sql stable as $$ select groupid = 0 from pg_dist_local_group $$',
  )
  const triggers = await tx.query<{ name: string; table: string; definition: string }>(sql`
    select tgname as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition
    from pg_trigger
    where not tgisinternal and tgrelid = any (${SHARED_TABLES.map((name) => `public.${name}`)}::regclass[])
      and pg_get_triggerdef(oid) not like '%is_home()%'`)
  for (const { name, table, definition } of triggers) {
    const [head, condition, call] = /^(.* FOR EACH ROW )(?:WHEN \((.*)\) )?(EXECUTE FUNCTION .*)$/s
      .exec(definition)!
      .slice(1)
    await run(tx, `drop trigger ${name} on ${table}`)
    await run(tx, `${head}when (is_home()${condition === undefined ? '' : ` and (${condition})`}) ${call}`)
  }
}

const run = (tx: Queryable, statement: string) => tx.query(sql`${raw(statement)}`)

const OWN_VIEWS = sql`
  c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  and ${isOwnObject('pg_class', 'c')}`

async function dropViews(tx: Queryable): Promise<void> {
  const views = await tx.query<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class as c where ${OWN_VIEWS}`)
  await run(tx, `drop view ${views.map(({ name }) => name).join(', ')} cascade`)
}

const listGrants = (tx: Queryable) =>
  tx.query<{ statement: string }>(sql`
    select format('grant select on %s to %s', c.oid::regclass, g.grantee::regrole) as statement
    from pg_class as c
    cross join lateral aclexplode(c.relacl) as g
    where ${OWN_VIEWS} and g.privilege_type = 'SELECT' and g.grantee not in (0, c.relowner)`)
