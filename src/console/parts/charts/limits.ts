import type { Op } from '../../../core/conditions/condition.ts'
import { type Evaluated, whereFilter } from '../../../core/conditions/kinds/read-field.ts'
import { isWithin } from '../../../core/conditions/schedule.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import { rank, type Severity } from '../../../core/vocabulary/severities.ts'
import { breaks, type ChartLimit } from './chart-data.ts'

/** A limit of a rule, in the stored unit. */
export type LevelLimit = Pick<ChartLimit, 'value' | 'severity' | 'op'>

/**
 * The limits of these rules for one field of a device, as far as they apply to its values. A rule on one gas does not
 * apply to a device that measures another, so the device's last values decide. Pure.
 */
export function limitsOf(rules: readonly CompiledRule[], field: string, device: DeviceRecord): LevelLimit[] {
  const last = lastOf(device)
  const all = rules
    .filter((rule) => rule.field === field && appliesTo(rule.condition, last))
    .flatMap(({ condition, levels }) => ownLimits(condition, levels))
  return [...new Map(all.map((limit) => [`${limit.value} ${limit.severity} ${limit.op}`, limit])).values()]
}

const lastOf = ({ latest, battery, signal, lat, lng }: DeviceRecord): Evaluated => ({
  metrics: (latest?.metrics ?? {}) as Evaluated['metrics'],
  flags: (latest?.flags ?? {}) as Evaluated['flags'],
  ...{ battery, signal, lat, lng },
})

const appliesTo = (condition: CompiledRule['condition'], last: Evaluated): boolean =>
  !('where' in condition) || whereFilter(condition.where)(last)

function ownLimits(condition: CompiledRule['condition'], levels: CompiledRule['levels']): LevelLimit[] {
  if (condition.type === 'range' && condition.mode === 'outside') {
    const { severity } = levels.at(-1)!
    return [
      { value: condition.min, severity, op: 'lt' },
      { value: condition.max, severity, op: 'gt' },
    ]
  }
  if (condition.type !== 'threshold' && !isOfValues(condition)) return []
  const { op } = condition as { op: Op }
  if (op === 'eq' || op === 'neq') return []
  return levels.flatMap(({ value, severity }) => (value === null ? [] : [{ value, severity, op }]))
}

/** Aggregates in the same unit as the values. */
const isOfValues = (condition: CompiledRule['condition']): boolean =>
  condition.type === 'aggregate' && ['avg', 'min', 'max', 'all', 'any'].includes(condition.fn)

/**
 * Severity of a field's last value by rules that compare it directly; null if no limit is breached. A single value says
 * nothing about an average over a window, or a rule outside of its hours.
 */
export function severityNow(
  rules: readonly CompiledRule[],
  field: string,
  device: DeviceRecord,
  value: number,
  now: Date,
): Severity | null {
  const inForce = rules.filter(
    ({ condition, schedule }) =>
      condition.type !== 'aggregate' && (schedule === null || isWithin(schedule, now.getTime())),
  )
  const broken = limitsOf(inForce, field, device).filter((limit) => breaks(limit, value))
  return broken.map(({ severity }) => severity).sort((one, other) => rank(other) - rank(one))[0] ?? null
}
