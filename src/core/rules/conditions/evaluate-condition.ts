import { own } from '../../../platform/own.ts'
import type { Reading } from '../../telemetry/reading.ts'
import type { RuleLevel } from '../rule.ts'
import { type Condition, comparison, type Op } from './condition.ts'

/** What conditions look at in a reading. */
export type Evaluated = Pick<Reading, 'metrics' | 'flags' | 'battery' | 'signal' | 'lat' | 'lng'>

/** Reads one field; every rule asks for its own at every reading, so where that is is worked out once. */
export function fieldReader(field: string): (reading: Evaluated) => unknown {
  const [part, key] = field.split('.') as [string, string?]
  // Under `constructor` every object inherits something; other names need not be looked up with that care.
  const inherited = key !== undefined && key in Object.prototype
  if (part === 'metrics') {
    return inherited ? (reading) => own(reading.metrics, key) : (reading) => reading.metrics[key!]
  }
  if (part === 'flags') return inherited ? (reading) => own(reading.flags, key) : (reading) => reading.flags[key!]
  return part === 'battery' ? (reading) => reading.battery : (reading) => reading.signal
}

/** Whether a reading names the substance, kind or state that the condition is about. */
export function whereFilter(where: { field: string; equals: string } | undefined): (reading: Evaluated) => boolean {
  if (where === undefined) return () => true
  const read = fieldReader(where.field)
  const wanted = where.equals.toLowerCase()
  return (reading) => {
    const text = read(reading)
    return typeof text === 'string' && text.toLowerCase() === wanted
  }
}

/** Whether this value sets the level off. */
export function isBreached(condition: Condition, level: Pick<RuleLevel, 'value'>, value: number): boolean {
  const op = comparison(condition)
  if (op !== null) return compare(value, op, level.value!)
  switch (condition.type) {
    case 'range':
      return isInside(value, condition.min, condition.max) === (condition.mode === 'inside')
    case 'flag':
      return value === expectedFlag(condition)
    default:
      return false
  }
}

/**
 * Whether this value lets go of a level that was set off. With a clear value the level holds on until that is reached:
 * `gt` clears at `<= clear`, `gte` at `< clear`, `lt` at `>= clear`, `lte` at `> clear` (as Datadog defines it).
 */
export function isCleared(condition: Condition, level: Pick<RuleLevel, 'value' | 'clear'>, value: number): boolean {
  const op = comparison(condition)
  if (op !== null) return !compare(value, op, level.clear ?? level.value!)
  switch (condition.type) {
    case 'range': {
      const margin = condition.margin ?? 0
      const shrunk = condition.mode === 'outside' ? margin : -margin
      const inside = isInside(value, condition.min + shrunk, condition.max - shrunk)
      return inside !== (condition.mode === 'inside')
    }
    case 'flag':
      return value !== expectedFlag(condition)
    default:
      return false
  }
}

/** The limit an alert names: the level's, the side of the range that was crossed, or none for what is just true. */
export function limitOf(condition: Condition, level: RuleLevel, value: number): number | null {
  if (comparison(condition) !== null) return level.value
  if (condition.type === 'geofence') return 0
  if (condition.type !== 'range') return null
  return value < condition.min ? condition.min : condition.max
}

/** Whether a value is further from what is wanted than the worst one so far. Not all conditions know degrees. */
export function isWorse(condition: Condition, value: number, worstYet: number): boolean {
  if (condition.type === 'range') {
    const middle = (condition.min + condition.max) / 2
    const further = Math.abs(value - middle) - Math.abs(worstYet - middle)
    return condition.mode === 'outside' ? further > 0 : further < 0
  }
  if (condition.type === 'geofence') {
    return condition.when === 'outside' || condition.when === 'exit' ? value > worstYet : value < worstYet
  }
  const op = comparison(condition)
  if (op === 'lt' || op === 'lte') return value < worstYet
  return (op === 'gt' || op === 'gte') && value > worstYet
}

const expectedFlag = (condition: { equals?: boolean }): number => Number(condition.equals ?? true)

const isInside = (value: number, min: number, max: number): boolean => value >= min && value <= max

export function compare(value: number, op: Op, limit: number): boolean {
  switch (op) {
    case 'gt':
      return value > limit
    case 'gte':
      return value >= limit
    case 'lt':
      return value < limit
    case 'lte':
      return value <= limit
    case 'eq':
      return value === limit
    case 'neq':
      return value !== limit
  }
}
