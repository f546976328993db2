import { type Condition, conditionKind, groupKindOf, partsOf } from '../../conditions/condition.ts'
import type { RuleLevel, SafeRange } from '../../conditions/kinds/kind.ts'
import { type Evaluated, fieldReader } from '../../conditions/kinds/read-field.ts'
import type { CompiledRule } from './compile-rule.ts'

/** The safe ranges of all rules on a field, merged. */
interface Merged {
  read: (reading: Evaluated) => unknown
  above: number
  below: number
  broken: (readonly [min: number, max: number])[]
}

/**
 * Returns a test whether none of these rules, without state, has an effect for a reading. Nearly all readings of nearly
 * all devices get no further, so the cost depends on the number of fields, not of rules: the safe ranges on one field are
 * merged into one. `../README.md` has what it saves.
 */
export function clearlyNormalTest(rules: readonly CompiledRule[]): (reading: Evaluated) => boolean {
  const byField = new Map<string, Merged>()
  const others: CompiledRule[] = []
  for (const rule of rules) {
    if (conditionKind(rule.condition).isByClock) continue
    const found = safeRangesOf(rule.condition, rule.levels)
    if (found === null) others.push(rule)
    for (const { field, above = -Infinity, below = Infinity, breaks } of found ?? []) {
      const merged = byField.get(field) ?? { read: fieldReader(field), above: -Infinity, below: Infinity, broken: [] }
      merged.above = Math.max(merged.above, above)
      merged.below = Math.min(merged.below, below)
      if (breaks !== undefined) merged.broken.push(breaks)
      byField.set(field, merged)
    }
  }
  const fields = [...byField.values()]
  return (reading) => {
    for (const { read, above, below, broken } of fields) {
      const value = read(reading)
      if (typeof value !== 'number') continue
      if (!(value > above && value < below)) return false
      for (const [min, max] of broken) if (value >= min && value <= max) return false
    }
    for (const rule of others) if (!rule.watch.isClearlyNormal(reading)) return false
    return true
  }
}

/** Null for conditions that are not safe between numbers. */
function safeRangesOf(condition: Condition, levels: readonly RuleLevel[] | null): SafeRange[] | null {
  const parts = partsOf(condition)
  if (parts.length === 0) {
    const range = conditionKind(condition).safeRange?.(condition, levels) ?? null
    return range && [range]
  }
  if (groupKindOf(condition)?.isNegation) return null
  // Where none of its parts is true, a combination or a count of them is neither, and keeps no state.
  const ranges = parts.map(({ part }) => safeRangesOf(part, null))
  return ranges.includes(null) ? null : ranges.flatMap((range) => range!)
}
