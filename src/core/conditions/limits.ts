import type { Condition, Limit } from './condition.ts'
import type { RuleLevel } from './kinds/kind.ts'

/** Resolves a limit to a number for one device. */
export type Resolve = (limit: Limit | undefined | null) => number | null

/** The limits of a part of a condition inside another one. */
export const limitsOfPart = (part: Condition, resolve: Resolve) =>
  'value' in part ? settled(part.value, part.clear, resolve) : { value: null, clear: null }

/** A plain clear value keeps its distance from the default when the device has its own limit. */
export function settled(
  value: Limit | null | undefined,
  clear: Limit | null | undefined,
  resolve: Resolve,
): Pick<RuleLevel, 'value' | 'clear'> {
  const limit = resolve(value)
  if (typeof clear !== 'number' || value == null || typeof value === 'number')
    return { value: limit, clear: resolve(clear) }
  return { value: limit, clear: limit! + clear - value.default }
}

/** The only level of a nested condition. */
export const innerLevel = (part: Condition, resolve: Resolve): RuleLevel => ({
  severity: 'info',
  for_s: 0,
  ...limitsOfPart(part, resolve),
})
