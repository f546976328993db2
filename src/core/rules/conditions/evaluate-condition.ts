import { own } from '../../../platform/own.ts'
import type { RuleReading } from '../../telemetry/reading.ts'
import type { RuleLevel } from '../rule.ts'
import { type Condition, comparison, type Op } from './condition.ts'

/** The fields of a reading that conditions use. */
export type Evaluated = Pick<RuleReading, 'metrics' | 'flags' | 'battery' | 'signal' | 'lat' | 'lng'>

/** Returns a reader for one field. Every rule reads its field for every reading, so the path is parsed only once. */
export function fieldReader(field: string): (reading: Evaluated) => unknown {
  const [part, key] = field.split('.') as [string, string?]
  // Every object inherits `constructor` and others; only such names need an own-property check.
  const inherited = key !== undefined && key in Object.prototype
  if (part === 'metrics') {
    return inherited ? (reading) => own(reading.metrics, key) : (reading) => reading.metrics[key!]
  }
  if (part === 'flags') return inherited ? (reading) => own(reading.flags, key) : (reading) => reading.flags[key!]
  return part === 'battery' ? (reading) => reading.battery : (reading) => reading.signal
}

/** Returns a filter for readings with this text value. */
export function whereFilter(where: { field: string; equals: string } | undefined): (reading: Evaluated) => boolean {
  if (where === undefined) return () => true
  const read = fieldReader(where.field)
  const wanted = where.equals.toLowerCase()
  return (reading) => {
    const text = read(reading)
    return typeof text === 'string' && text.toLowerCase() === wanted
  }
}

/** Whether this value breaches the level. */
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
 * Whether this value clears a breached level. With a clear value, the level stays breached until that is reached: `gt`
 * clears at `<= clear`, `gte` at `< clear`, `lt` at `>= clear`, `lte` at `> clear` (as Datadog defines it).
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

/** The limit that an alert names: the level's, the crossed side of the range, or none for a condition without one. */
export function limitOf(condition: Condition, level: RuleLevel, value: number): number | null {
  if (comparison(condition) !== null) return level.value
  if (condition.type === 'geofence') return 0
  if (condition.type !== 'range') return null
  return value < condition.min ? condition.min : condition.max
}

/** Whether a value is worse than the worst one so far. Not all conditions have degrees. */
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
