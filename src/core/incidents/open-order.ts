import sql, { raw, type Sql } from 'sql-template-tag'
import { SEVERITIES } from '../vocabulary/severities.ts'

/** Columns that lists of open alerts and incidents are sorted by. */
export const OPEN_SORTS = ['severity', 'status', 'device', 'time'] as const
export interface OpenOrder {
  by: (typeof OPEN_SORTS)[number]
  descending: boolean
}

/** The most severe first; of these, those that nobody has acknowledged; of these, the newest. */
export const MOST_URGENT: OpenOrder = { by: 'severity', descending: true }

export const openSortType = ({ by }: Pick<OpenOrder, 'by'>): 'text' | 'float8' => (by === 'device' ? 'text' : 'float8')

/** The sort value of a table with these columns, joined with its devices as `d`. */
export function sortedBy(
  { by, descending }: OpenOrder,
  { severity, status, device, id }: { severity: string; status: string; device: Sql; id: string },
): { value: Sql; type: 'text' | 'float8'; descending: boolean } {
  const rank = sql`array_position(${SEVERITIES}::text[], ${raw(severity)})`
  const isAcknowledged = raw(`(${status} = 'acknowledged')::integer`)
  const values: Record<OpenOrder['by'], Sql> = {
    severity: sql`2 * ${rank} - ${isAcknowledged}`,
    status: sql`${SEVERITIES.length}::integer * ${isAcknowledged} - ${rank}`,
    device: sql`coalesce(lower(${device}), '')`,
    time: raw(id),
  }
  return { value: values[by], type: openSortType({ by }), descending }
}
