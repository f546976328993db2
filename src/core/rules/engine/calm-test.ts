import type { Condition } from '../conditions/condition.ts'
import { type Evaluated, fieldReader } from '../conditions/evaluate-condition.ts'
import type { CompiledRule } from './compile-rule.ts'

/** Between these two, both left out, no rule on the field breaks. */
interface Corridor {
  read: (reading: Evaluated) => unknown
  above: number
  below: number
}

/**
 * Whether none of these rules, remembering nothing, has anything to say to a reading. Nearly all readings of nearly all
 * devices get no further, so it costs by the fields that are looked at and not by the rules: limits on one field make
 * a corridor in which all of them are content.
 */
export function calmTest(rules: readonly CompiledRule[]): (reading: Evaluated) => boolean {
  const byField = new Map<string, Corridor>()
  const others: CompiledRule[] = []
  for (const rule of rules) {
    const { condition } = rule
    if (condition.type === 'stale') continue
    const limits = limitsOf(rule)
    if (limits === null) {
      others.push(rule)
      continue
    }
    const { field } = condition as Extract<Condition, { type: 'threshold' | 'range' }>
    const corridor = byField.get(field) ?? { read: fieldReader(field), above: -Infinity, below: Infinity }
    corridor.above = Math.max(corridor.above, limits.above)
    corridor.below = Math.min(corridor.below, limits.below)
    byField.set(field, corridor)
  }
  const corridors = [...byField.values()]
  return (reading) => {
    for (const { read, above, below } of corridors) {
      const value = read(reading)
      if (typeof value === 'number' && !(value > above && value < below)) return false
    }
    for (const rule of others) if (!rule.watch.isCalm(reading)) return false
    return true
  }
}

/** Null for conditions that are not content between two numbers. */
function limitsOf({ condition, levels }: CompiledRule): { above: number; below: number } | null {
  if (condition.type === 'range' && condition.mode === 'outside') return { above: condition.min, below: condition.max }
  if (condition.type !== 'threshold') return null
  const values = levels.map(({ value }) => value!)
  switch (condition.op) {
    case 'gt':
    case 'gte':
      return { above: -Infinity, below: Math.min(...values) }
    case 'lt':
    case 'lte':
      return { above: Math.max(...values), below: Infinity }
    default:
      return null
  }
}
