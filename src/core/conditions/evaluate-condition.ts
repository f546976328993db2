import { type Condition, comparison, conditionKind } from './condition.ts'
import { compare, isExact, isRising } from './kinds/compare.ts'
import type { Limits, RuleLevel } from './kinds/kind.ts'

type Breaches = (level: Pick<RuleLevel, 'value'>, value: number) => boolean

/** Returns a test whether a value breaches a level. The kind is looked up only once. */
export function breachTest(condition: Condition): Breaches {
  const op = comparison(condition)
  if (op !== null) return (level, value) => compare(value, op, level.value!)
  const { isBroken } = conditionKind(condition)
  return isBroken === undefined ? () => false : (_, value) => isBroken(condition, value)
}

export const isBreached = (condition: Condition, level: Pick<RuleLevel, 'value'>, value: number): boolean =>
  breachTest(condition)(level, value)

/**
 * Whether this value clears a breached level. With a clear value, the level stays breached until that is reached: `gt`
 * clears at `<= clear`, `gte` at `< clear`, `lt` at `>= clear`, `lte` at `> clear` (as Datadog defines it).
 */
export function isCleared(condition: Condition, level: Limits, value: number): boolean {
  const op = comparison(condition)
  if (op === null) return conditionKind(condition).isClear?.(condition, value) ?? false
  return !compare(value, op, level.clear ?? level.value!)
}

/** The limit that an alert names: the level's, or that of the condition itself. */
export function alertLimit(condition: Condition, level: RuleLevel, value: number): number | null {
  return comparison(condition) === null ? (conditionKind(condition).limit?.(condition, value) ?? null) : level.value
}

/** Whether a value is worse than the worst one so far. Not all conditions have degrees. */
export function isWorse(condition: Condition, value: number, worstYet: number): boolean {
  const { isWorse } = conditionKind(condition)
  if (isWorse !== undefined) return isWorse(condition, value, worstYet)
  const op = comparison(condition)
  if (op === null || isExact(op)) return false
  return isRising(op) ? value > worstYet : value < worstYet
}
