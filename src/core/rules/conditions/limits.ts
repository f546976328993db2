import type { RuleLevel } from '../rule.ts'
import type { Condition, Limit } from './condition.ts'

/** The number that a limit means for a device with these attributes. */
export type Resolve = (limit: Limit | undefined | null) => number | null

/** What a part of a condition is compared with inside another one. */
export const limitsOf = (part: Condition, resolve: Resolve) =>
  'value' in part ? settled(part.value, part.clear, resolve) : { value: null, clear: null }

/** A clear value that is a plain number keeps its distance from a limit that the device has of its own. */
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

/** The only level there is inside. */
export const innerLevel = (part: Condition, resolve: Resolve): RuleLevel => ({
  severity: 'info',
  for_s: 0,
  ...limitsOf(part, resolve),
})
