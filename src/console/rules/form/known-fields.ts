import sql from 'sql-template-tag'
import { ofDevicesInReach, type Reach } from '../../../core/reach/reach.ts'
import { MEASURES } from '../../../core/vocabulary/measures.ts'
import { KNOWN_FLAGS } from '../../../core/vocabulary/modules.ts'
import type { Queryable } from '../../../platform/database/database.ts'

/** Path of known values that are not metrics. */
const PLACES: Record<string, string> = { battery: 'battery', signal: 'signal', impact_g_force: 'flags.impact_g_force' }

/** Known numeric fields. */
export const KNOWN_VALUES: readonly string[] = Object.keys(MEASURES).map((name) => PLACES[name] ?? `metrics.${name}`)

export const FLAG_FIELDS: readonly string[] = KNOWN_FLAGS.map((name) => `flags.${name}`)

const DEVICES_LOOKED_AT = 300

/** Other fields in the latest values of devices in reach: numbers and flags. */
export async function listSeenFields(db: Queryable, reach: Reach): Promise<{ values: string[]; flags: string[] }> {
  const rows = await db.query<{ field: string; kind: string }>(sql`
    with latest as (
      select metrics, flags
      from device_states
      where last_seen is not null and ${ofDevicesInReach(reach, sql`device_id`)}
      order by last_seen desc limit ${DEVICES_LOOKED_AT}
    )
    select distinct 'metrics.' || m.key as field, jsonb_typeof(m.value) as kind
    from latest, jsonb_each(latest.metrics) as m
    union
    select distinct 'flags.' || f.key, jsonb_typeof(f.value) from latest, jsonb_each(latest.flags) as f
    order by field`)
  const known = new Set([...KNOWN_VALUES, ...FLAG_FIELDS])
  const of = (wanted: string) =>
    rows.filter(({ field, kind }) => kind === wanted && !known.has(field)).map(({ field }) => field)
  return { values: [...new Set(of('number'))], flags: [...new Set(of('boolean'))] }
}
