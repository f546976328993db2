import type { Condition } from './condition.ts'
import { conditionKind } from './condition.ts'
import { breachTest, isCleared } from './evaluate-condition.ts'
import {
  type InnerTruth,
  type LeafMeasure,
  type Limits,
  notMeasured,
  type RuleLevel,
  type Truth,
} from './kinds/kind.ts'
import type { Evaluated } from './kinds/read-field.ts'

/** `limits` are used inside another condition; at the top of a rule its levels compare, and these results go unused. */
export const measureLeaf = (leaf: Condition, limits: Limits, innerTruth: InnerTruth): LeafMeasure =>
  conditionKind(leaf).measure?.(leaf, limits, innerTruth) ?? momentary(leaf, limits)

/** The number in a reading. */
export const valueReader = (leaf: Condition): ((reading: Evaluated) => number | null) => conditionKind(leaf).read!(leaf)

/**
 * Whether a part without state breaks one of these levels in a reading. Allocates nothing: it is asked of nearly every
 * reading. Of a part with state it is not known, so false.
 */
export function quickTruth(leaf: Condition, levels: readonly RuleLevel[]): (reading: Evaluated) => Truth {
  if (conditionKind(leaf).isStateful) return () => false
  const read = valueReader(leaf)
  const isBreach = breachTest(leaf)
  return (reading) => {
    const value = read(reading)
    if (value === null) return null
    for (const level of levels) if (isBreach(level, value)) return true
    return false
  }
}

function momentary(leaf: Condition, limits: Limits): LeafMeasure {
  const read = valueReader(leaf)
  const isBreach = breachTest(leaf)
  return {
    applies: (reading) => read(reading) !== null,
    isStateful: false,
    resets: () => true,
    measure(reading) {
      const value = read(reading)
      if (value === null) return notMeasured(null)
      return { memory: null, value, breaks: isBreach(limits, value), holds: !isCleared(leaf, limits, value) }
    },
  }
}
