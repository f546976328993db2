import sql, { join, raw, type Sql } from 'sql-template-tag'

interface Newest {
  /** Table with its alias: `incidents as i`. */
  from: string
  /** The column that grows with each row. */
  id: string
  /** Only rows with a smaller id; null for the first page. */
  before: number | null
  /**
   * Values wanted for each of the leading columns of the index, which `-id` follows: texts, or what selects them. Null:
   * any value.
   */
  values: Readonly<Record<string, readonly string[] | Sql>> | null
  wanted: readonly Sql[]
  limit: number
}

/**
 * Selects the ids of the newest rows. Each combination of values is looked up in its own part of the index, and the
 * newest of all results are taken: for a value that never occurs, walking the rows by id would read all of them. The
 * index is on `-id` so that the planner cannot choose another one: no other index has that order.
 */
export function newestOfEach({ from, id, before, values, wanted, limit }: Newest): Sql {
  if (values === null) {
    const isBefore = before === null ? [] : [sql`${raw(id)} < ${before}::bigint`]
    return newest(from, id, [...isBefore, ...wanted], sql`${raw(id)} desc`, limit)
  }
  const isBefore = before === null ? [] : [sql`-${raw(id)} > ${-before}::bigint`]
  const is = Object.keys(values).map((column, place) => raw(`${column} = v${place}.value`))
  const ofOne = newest(from, id, [...is, ...isBefore, ...wanted], sql`-${raw(id)}`, limit)
  const each = Object.values(values).map((all, place) => {
    const wantedOnes = isSql(all) ? sql`(${all})` : sql`unnest(${[...new Set(all)]}::text[])`
    return sql`${wantedOnes} as ${raw(`v${place} (value)`)}`
  })
  return newest(
    sql`${join(each, ' cross join ')} cross join lateral (${ofOne}) as n`,
    'n.id',
    [],
    sql`n.id desc`,
    limit,
  )
}

const isSql = (values: readonly string[] | Sql): values is Sql => !Array.isArray(values)

const newest = (from: Sql | string, id: string, wanted: readonly Sql[], order: Sql, limit: number): Sql => sql`
  select ${raw(id)} as id
  from ${typeof from === 'string' ? raw(from) : from}
  where ${join([sql`true`, ...wanted], ' and ')}
  order by ${order}
  limit ${limit}`
