import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import { inReach, type Reach } from '../../reach/reach.ts'

/** Finds devices by name, ignoring case, or by `#12`. Throws 400 at the field for a name with no device or with several. */
export async function findDevicesNamed(
  db: Queryable,
  reach: Reach,
  given: readonly string[],
  field = '/devices',
): Promise<number[]> {
  if (given.length === 0) return []
  const rows = await db.query<{ text: string; ids: number[] }>(sql`
    select given.text, array(
      select d.id
      from devices as d
      where d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)}
        and (lower(d.name) = lower(given.text) or '#' || d.id = given.text)
      order by d.id
      limit 5
    ) as ids
    from unnest(${given}::text[]) as given (text)`)
  return rows.map(({ text, ids }) => {
    if (ids.length === 0) throw invalidField(field, 'no_device_called', text)
    if (ids.length > 1) {
      throw invalidField(field, 'name_of_several', text, ids.map((id) => `#${id}`).join(', '))
    }
    return ids[0]!
  })
}
