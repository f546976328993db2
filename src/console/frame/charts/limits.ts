import { comparedAs, comparison, conditionKind } from '../../../core/conditions/condition.ts'
import { isExact } from '../../../core/conditions/kinds/compare.ts'
import { type Evaluated, whereFilter } from '../../../core/conditions/kinds/read-field.ts'
import { isWithin } from '../../../core/conditions/schedule.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { CompiledRule } from '../../../core/rules/engine/compile-rule.ts'
import { rank, type Severity } from '../../../core/vocabulary/severities.ts'
import { breaksLimit, type ChartLimit } from './chart-data.ts'

/** A limit of a rule, in the stored unit. */
export type LevelLimit = Pick<ChartLimit, 'value' | 'severity' | 'op'>

/**
 * The limits of these rules for one field of a device, as far as they apply to its values. A rule on one gas does not
 * apply to a device that measures another, so the device's last values decide. Pure.
 */
export function chartLimits(rules: readonly CompiledRule[], field: string, device: DeviceRecord): LevelLimit[] {
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
  // Aggregates too, if they are in the unit of the values.
  if (comparedAs(condition) !== 'value') return []
  const { severity } = levels.at(-1)!
  const own = conditionKind(condition).ownLimits?.(condition) ?? []
  if (own.length > 0)
    return own.flatMap(({ value, op }) => (op === null || isExact(op) ? [] : [{ value, severity, op }]))
  const op = comparison(condition)
  if (op === null || isExact(op)) return []
  return levels.flatMap(({ value, severity }) => (value === null ? [] : [{ value, severity, op }]))
}

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
      !conditionKind(condition).isStateful && (schedule === null || isWithin(schedule, now.getTime())),
  )
  const broken = chartLimits(inForce, field, device).filter((limit) => breaksLimit(limit, value))
  return broken.map(({ severity }) => severity).sort((one, other) => rank(other) - rank(one))[0] ?? null
}
