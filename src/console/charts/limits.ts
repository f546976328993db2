import type { CompiledRule } from '../../alerts/compile-rule.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import { rank } from '../../vocabulary/severities.ts'

/** A number beyond which a rule raises an alert, as it is stored. */
export interface Limit {
  value: number
  severity: Severity
  /** Of the rule. */
  name: string
  above: boolean
}

/** The limits that these rules set to one field: those that compare the value itself. Pure. */
export function limitsOf(rules: readonly CompiledRule[], field: string): Limit[] {
  const all = rules.filter((rule) => rule.field === field).flatMap(ownLimits)
  const known = new Set<string>()
  return all.filter(({ value, severity, above }) => {
    const key = `${value} ${severity} ${above}`
    return !known.has(key) && known.add(key)
  })
}

function ownLimits({ condition, levels, name }: CompiledRule): Limit[] {
  if (condition.type === 'range' && condition.mode === 'outside') {
    const { severity } = levels.at(-1)!
    return [
      { value: condition.min, severity, name, above: false },
      { value: condition.max, severity, name, above: true },
    ]
  }
  if (condition.type !== 'threshold' && !isOfValues(condition)) return []
  const { op } = condition as { op: string }
  if (op === 'eq' || op === 'neq') return []
  return levels.flatMap(({ value, severity }) =>
    value === null ? [] : [{ value, severity, name, above: op.startsWith('g') }],
  )
}

/** Over a window, and still counted in what the chart shows. */
const isOfValues = (condition: CompiledRule['condition']): boolean =>
  condition.type === 'aggregate' && ['avg', 'min', 'max', 'all', 'any'].includes(condition.fn)

/** How bad a value is; null when no limit minds it. */
export function severityOf(
  value: number,
  limits: readonly Pick<Limit, 'value' | 'severity' | 'above'>[],
): Severity | null {
  const broken = limits.filter((limit) => (limit.above ? value > limit.value : value < limit.value))
  return broken.map(({ severity }) => severity).sort((one, other) => rank(other) - rank(one))[0] ?? null
}
