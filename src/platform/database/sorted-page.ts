import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from './database.ts'

/** Position of a row in a sorted list: its sort value as text, and its id. */
export type SortPlace = [value: string, id: string]

interface SortedPage {
  /** Tables with their aliases: `alerts as a`. */
  from: Sql
  /** The column that grows with each row. */
  id: string
  value: Sql
  type: 'text' | 'float8'
  descending: boolean
  /** Only rows behind this place; null for the first page. */
  behind: SortPlace | null
  wanted: readonly Sql[]
  limit: number
}

/**
 * Reads a page of a list that is sorted when it is read, so only of tables or partial indexes with few rows. Of rows
 * with the same value, the newest comes first. Each item gets its place; what is gone meanwhile is left out.
 */
export async function readSortedPage<Item>(
  db: Queryable,
  page: SortedPage,
  read: (ids: number[]) => Promise<Item[]>,
  idOf: (item: Item) => number,
): Promise<(Item & { place: SortPlace })[]> {
  const places = await db.query<{ id: number; value: string }>(sortedPlaces(page))
  const items = await read(places.map(({ id }) => id))
  const byId = new Map(items.map((item) => [idOf(item), item]))
  return places.flatMap(({ id, value }) => {
    const item = byId.get(id)
    return item === undefined ? [] : [{ ...item, place: [value, String(id)] as SortPlace }]
  })
}

function sortedPlaces({ from, id, value, type, descending, behind, wanted, limit }: SortedPage): Sql {
  const [further, direction] = descending ? [raw('<'), raw('desc')] : [raw('>'), raw('asc')]
  const after = behind === null ? [] : [isBehind(behind)]
  return sql`
    select ${raw(id)} as id, (${value})::text as value
    from ${from}
    where ${join([sql`true`, ...wanted, ...after], ' and ')}
    order by ${value} ${direction}, ${raw(id)} desc
    limit ${limit}`

  function isBehind([last, lastId]: SortPlace): Sql {
    const there = sql`${last}::${raw(type)}`
    return sql`(${value} ${further} ${there} or (${value} = ${there} and ${raw(id)} < ${lastId}::bigint))`
  }
}
