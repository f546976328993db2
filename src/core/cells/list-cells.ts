import sql from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../platform/database/database.ts'

export interface CellRecord {
  number: number
  schema: string
  /** Devices of its sites that are not deleted. */
  devices: number
  /** Its tables with their indexes on the disk. The first cell has also what all share. */
  bytes: number
  sites: { id: number; name: string }[]
  created_at: Date
}

/** All cells in order. */
export async function listCells(db: Queryable): Promise<CellRecord[]> {
  const cells = await db.query<Omit<CellRecord, 'schema' | 'bytes'>>(sql`
    select
      c.number, c.created_at,
      (
        select count(*)::integer
        from devices as d
        join sites as s on s.id = d.site_id
        where s.cell = c.number and d.deleted_at is null
      ) as devices,
      coalesce(
        (
          select json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name), s.id)
          from sites as s
          where s.cell = c.number and s.deleted_at is null
        ),
        '[]'
      ) as sites
    from cells as c
    order by c.number`)
  const sizes = await db.query<{ schema: string; bytes: number }>(sql`
    select n.nspname as schema, coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
    from pg_namespace as n
    left join pg_class as c on c.relnamespace = n.oid and c.relkind = 'r'
    where n.nspname = any (${cells.map(({ number }) => schemaOf(number))}::text[])
    group by n.nspname`)
  const bytes = new Map(sizes.map((size) => [size.schema, size.bytes]))
  return cells.map((cell) => ({ ...cell, schema: schemaOf(cell.number), bytes: bytes.get(schemaOf(cell.number)) ?? 0 }))
}
