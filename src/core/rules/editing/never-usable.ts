import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import { usesOf } from '../../conditions/condition.ts'
import type { FieldUse } from '../../conditions/kinds/kind.ts'
import { listDevicesInReach } from '../../devices/device-store.ts'
import type { Reach } from '../../reach/reach.ts'
import { NUMBER_FLAG, TEXT_METRIC } from '../../telemetry/reading.ts'
import { isInScope } from '../engine/rule-set.ts'
import { type RuleDefinition, withDefaults } from '../rule.ts'
import type { StoredRule } from '../rule-store.ts'

/** Nobody waits for the latest values of more devices: one of them may have sent the value. */
const MOST_DEVICES = 1_000

/** Warnings about a stored rule, for somebody who sees these devices. */
export async function ruleWarnings(
  db: Queryable,
  reach: Reach,
  { definition, version, site_id }: Pick<StoredRule, 'definition' | 'version' | 'site_id'>,
): Promise<FieldError[]> {
  const rule = withDefaults(definition, version, site_id)
  const devices = (await listDevicesInReach(db, reach)).filter((device) => isInScope(rule, device))
  return neverUsable(
    db,
    definition,
    devices.map(({ id }) => id),
  )
}

/**
 * The fields of a rule that none of these devices has ever sent such that the rule can use it: it may never fire. Looks at
 * the latest values, where each field keeps its last one.
 */
export async function neverUsable(
  db: Queryable,
  { condition }: Pick<RuleDefinition, 'condition'>,
  deviceIds: readonly number[],
): Promise<FieldError[]> {
  const uses = usesOf(condition, '/condition')
  const impossible = uses.filter(({ field, kind }) => kind !== null && kind !== kindOf(field))
  const others = uses.filter((use) => !impossible.includes(use))
  const unsent = await listUnsent(db, others, deviceIds)
  return [...impossible, ...unsent].map(({ at, field, kind }) =>
    fieldError(at, kind === null ? 'never_sent' : kind === 'number' ? 'never_number' : 'never_flag', field),
  )
}

/** The kind of value that readings may hold there. */
function kindOf(field: string): 'number' | 'boolean' | 'text' {
  if (field === `metrics.${TEXT_METRIC}`) return 'text'
  return field.startsWith('flags.') && field !== `flags.${NUMBER_FLAG}` ? 'boolean' : 'number'
}

/** None if no device has sent anything yet. */
async function listUnsent(db: Queryable, uses: readonly FieldUse[], deviceIds: readonly number[]): Promise<FieldUse[]> {
  if (uses.length === 0 || deviceIds.length === 0 || deviceIds.length > MOST_DEVICES) return []
  const parts = uses.map(({ field }) => field.split('.') as [string, string?])
  const rows = await db.query<{ place: number }>(sql`
    with latest as materialized (
      select metrics, flags, battery, signal
      from device_states
      where device_id = any (${[...deviceIds]}::integer[]) and last_seen is not null
    )
    select u.place::integer
    from unnest(${parts.map(([part]) => part)}::text[], ${parts.map(([, key]) => key ?? '')}::text[])
      with ordinality as u (part, key, place)
    where exists (select from latest) and not exists (
      select
      from latest as l
      where case u.part
        when 'metrics' then l.metrics ? u.key
        when 'flags' then l.flags ? u.key
        when 'battery' then l.battery is not null
        else l.signal is not null
      end
    )
    order by u.place`)
  return rows.map(({ place }) => uses[place - 1]!)
}
