import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, inReachOrShared, mayActIn, type Reach } from '../reach/reach.ts'

/** Rules may name larger numbers, which are no devices. */
const LARGEST_ID = 2_147_483_647

/** The lists of a rule, silence or policy that say what it is for. */
interface ScopeLists {
  device_ids?: readonly number[]
  exclude_device_ids?: readonly number[]
  tags?: readonly string[]
  exclude_tags?: readonly string[]
  rule_keys?: readonly string[]
}

/**
 * A condition on records with a `site_id`: whether they concern somebody with this reach. Those of the whole installation
 * do, unless they are only for others: `isForAll` says whether one names no devices and no tags, `isFor` whether it is
 * for the device `d`.
 */
export function isVisibleTo(reach: Reach, isForAll: Sql, isFor: Sql): Sql {
  if (mayActIn(reach, null, 'viewer')) return sql`true`
  return sql`(
    ${inReach(reach, 'viewer', sql`site_id`)}
    or site_id is null and (
      ${isForAll}
      or exists (
        select
        from devices as d
        where ${inReach(reach, 'viewer', sql`d.site_id`)} and d.deleted_at is null and ${isFor}
      )
    )
  )`
}

/**
 * Changes the scopes of what belongs to the whole installation: devices, tags and rules of others are left out of their
 * lists.
 */
export async function hideForeignScope<Row extends { site_id: number | null }>(
  db: Queryable,
  reach: Reach,
  rows: Row[],
  scopeOf: (row: Row) => ScopeLists | undefined,
  withScope: (row: Row, scope: ScopeLists) => Row,
): Promise<Row[]> {
  if (mayActIn(reach, null, 'viewer')) return rows
  const scopes = rows.flatMap((row) => (row.site_id === null ? [scopeOf(row) ?? {}] : []))
  const ids = scopes
    .flatMap(({ device_ids = [], exclude_device_ids = [] }) => [...device_ids, ...exclude_device_ids])
    .filter((id) => id <= LARGEST_ID)
  const tags = scopes.flatMap(({ tags: own = [], exclude_tags = [] }) => [...own, ...exclude_tags])
  const keys = scopes.flatMap(({ rule_keys = [] }) => rule_keys)
  if (ids.length + tags.length + keys.length === 0) return rows
  const isOwn = sql`deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}`
  const [foreign] = await db.query<Record<'ids' | 'tags' | 'keys', unknown[]>>(sql`
    select
      array(
        select id from unnest(${ids}::integer[]) as id where id not in (select id from devices where ${isOwn})
      ) as ids,
      array(
        select tag
        from unnest(${tags}::text[]) as tag
        where not exists (select from devices where tag = any (tags) and ${isOwn})
      ) as tags,
      array(
        select r.key
        from rules as r
        where r.key = any (${keys}::text[]) and not ${inReachOrShared(reach, 'viewer', sql`r.site_id`)}
      ) as keys`)
  return rows.map((row) => {
    const scope = scopeOf(row)
    return row.site_id !== null || scope === undefined ? row : withScope(row, limited(scope, foreign!))
  })
}

const LISTS = {
  device_ids: 'ids',
  exclude_device_ids: 'ids',
  tags: 'tags',
  exclude_tags: 'tags',
  rule_keys: 'keys',
} as const

function limited(scope: ScopeLists, foreign: Record<'ids' | 'tags' | 'keys', unknown[]>): ScopeLists {
  const lists = Object.entries(LISTS).flatMap(([name, kind]) => {
    const list: readonly unknown[] | undefined = scope[name as keyof ScopeLists]
    return list === undefined ? [] : [[name, list.filter((value) => !foreign[kind].includes(value))]]
  })
  return { ...scope, ...Object.fromEntries(lists) }
}
