import type { Condition } from '../conditions/condition.ts'
import { type Evaluated, fieldReader } from '../conditions/evaluate-condition.ts'
import type { CompiledRule } from './compile-rule.ts'

/** Between these two limits, exclusively, and outside of these ranges, no rule on the field is breached. */
interface Corridor {
  read: (reading: Evaluated) => unknown
  above: number
  below: number
  ranges: [min: number, max: number][]
}

/**
 * Returns a test whether none of these rules, without state, has an effect for a reading. Nearly all readings of nearly
 * all devices get no further, so the cost depends on the number of fields, not of rules: the limits on one field are
 * merged into one corridor. Without corridors a reading costs 2.3 times as much with the packs, and 9 times with 200
 * rules (`npm run bench -- engine`).
 */
export function calmTest(rules: readonly CompiledRule[]): (reading: Evaluated) => boolean {
  const byField = new Map<string, Corridor>()
  const others: CompiledRule[] = []
  for (const rule of rules) {
    const { condition } = rule
    if (condition.type === 'stale') continue
    const found = limitsOf(rule)
    if (found === null) others.push(rule)
    for (const { field, above = -Infinity, below = Infinity, range } of found ?? []) {
      const corridor = byField.get(field) ?? { read: fieldReader(field), above: -Infinity, below: Infinity, ranges: [] }
      corridor.above = Math.max(corridor.above, above)
      corridor.below = Math.min(corridor.below, below)
      if (range !== undefined) corridor.ranges.push(range)
      byField.set(field, corridor)
    }
  }
  const corridors = [...byField.values()]
  return (reading) => {
    for (const { read, above, below, ranges } of corridors) {
      const value = read(reading)
      if (typeof value !== 'number') continue
      if (!(value > above && value < below)) return false
      for (const [min, max] of ranges) if (value >= min && value <= max) return false
    }
    for (const rule of others) if (!rule.watch.isCalm(reading)) return false
    return true
  }
}

interface FieldLimits {
  field: string
  above?: number
  below?: number
  range?: [min: number, max: number]
}

/** Null for conditions that are not calm between numbers. */
function limitsOf({ condition, levels }: CompiledRule): FieldLimits[] | null {
  if (condition.type !== 'threshold') return rangesOf(condition)
  const { field } = condition
  const values = levels.map(({ value }) => value!)
  switch (condition.op) {
    case 'gt':
    case 'gte':
      return [{ field, below: Math.min(...values) }]
    case 'lt':
    case 'lte':
      return [{ field, above: Math.max(...values) }]
    default:
      return null
  }
}

/** Where none of its ranges is true, a combination or a count of them is neither, and remembers nothing. */
function rangesOf(condition: Condition): FieldLimits[] | null {
  switch (condition.type) {
    case 'range': {
      const { field, mode, min, max } = condition
      return [mode === 'outside' ? { field, above: min, below: max } : { field, range: [min, max] }]
    }
    case 'count':
      return rangesOf(condition.of)
    case 'all':
    case 'any': {
      const parts = condition.of.map(rangesOf)
      return parts.includes(null) ? null : parts.flatMap((part) => part!)
    }
    default:
      return null
  }
}
