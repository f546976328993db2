import type { Reading } from '../telemetry/reading.ts'
import type { Condition, RuleLevel } from './rule.ts'

type Evaluated = Pick<Reading, 'metrics' | 'flags' | 'battery' | 'signal'>

/**
 * The number a condition compares, or null when the reading does not tell: an absent value is unknown, not false.
 * A flag counts 1 when raised and 0 when not.
 */
export function conditionValue(condition: Condition, reading: Evaluated): number | null {
  if (condition.type !== 'flag' && condition.where !== undefined) {
    const text = fieldValue(condition.where.field, reading)
    if (typeof text !== 'string' || text.toLowerCase() !== condition.where.equals.toLowerCase()) return null
  }
  const value = fieldValue(condition.field, reading)
  if (condition.type === 'flag') return typeof value === 'boolean' ? Number(value) : null
  return typeof value === 'number' ? value : null
}

function fieldValue(field: string, reading: Evaluated): unknown {
  const { part, key } = placeOf(field)
  return key === null ? reading[part] : reading[part][key]
}

type Place = { part: 'metrics' | 'flags'; key: string } | { part: 'battery' | 'signal'; key: null }

/** Every rule asks for its field at every reading, so where that is is worked out once. */
const places = new Map<string, Place>()

function placeOf(field: string): Place {
  const known = places.get(field)
  if (known !== undefined) return known
  const [part, key = null] = field.split('.') as [Place['part'], string?]
  const place = { part, key } as Place
  places.set(field, place)
  return place
}

/** Whether this value sets the level off. */
export function isBreached(condition: Condition, level: RuleLevel, value: number): boolean {
  switch (condition.type) {
    case 'threshold':
      return compare(value, condition.op, level.value!)
    case 'range':
      return isInside(value, condition.min, condition.max) === (condition.mode === 'inside')
    case 'flag':
      return value === expectedFlag(condition)
  }
}

/**
 * Whether this value lets go of a level that was set off. With a clear value the level holds on until that is reached:
 * `gt` clears at `<= clear`, `gte` at `< clear`, `lt` at `>= clear`, `lte` at `> clear` (as Datadog defines it).
 */
export function isCleared(condition: Condition, level: RuleLevel, value: number): boolean {
  switch (condition.type) {
    case 'threshold':
      return !compare(value, condition.op, level.clear ?? level.value!)
    case 'range': {
      const margin = condition.margin ?? 0
      const shrunk = condition.mode === 'outside' ? margin : -margin
      const inside = isInside(value, condition.min + shrunk, condition.max - shrunk)
      return inside !== (condition.mode === 'inside')
    }
    case 'flag':
      return value !== expectedFlag(condition)
  }
}

/** The limit an alert names: the level's, the side of the range that was crossed, or none for a flag. */
export function limitOf(condition: Condition, level: RuleLevel, value: number): number | null {
  if (condition.type === 'flag') return null
  if (condition.type === 'threshold') return level.value
  return value < condition.min ? condition.min : condition.max
}

/** Whether a value is further from what is wanted than the worst one so far. Flags, `eq` and `neq` know no degrees. */
export function isWorse(condition: Condition, value: number, worstYet: number): boolean {
  if (condition.type === 'flag') return false
  if (condition.type === 'range') {
    const middle = (condition.min + condition.max) / 2
    const further = Math.abs(value - middle) - Math.abs(worstYet - middle)
    return condition.mode === 'outside' ? further > 0 : further < 0
  }
  const { op } = condition
  if (op === 'lt' || op === 'lte') return value < worstYet
  return (op === 'gt' || op === 'gte') && value > worstYet
}

const expectedFlag = (condition: { equals?: boolean }): number => Number(condition.equals ?? true)

const isInside = (value: number, min: number, max: number): boolean => value >= min && value <= max

function compare(value: number, op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq', limit: number): boolean {
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
