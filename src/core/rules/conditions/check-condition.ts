import Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { FieldError } from '../../../platform/errors.ts'
import { schemaFaults } from '../../../platform/schema-faults.ts'
import {
  type Condition,
  comparison,
  conditionSchemas,
  type Limit,
  MAX_DEPTH,
  MAX_LEAVES,
  type Op,
} from './condition.ts'

const validators = Object.fromEntries(
  // Nested conditions are checked separately, so that a fault refers to the intended type only.
  Object.entries(conditionSchemas(Type.Unknown())).map(([type, schema]) => [type, Compile(schema)]),
) as unknown as Record<string, Validator>
export const conditionTypes = Object.keys(validators) as Condition['type'][]

/** Faults in the shape of a condition. */
export function conditionFaults(condition: unknown, path = '/condition', depth = 1): FieldError[] {
  const type = typeof condition === 'object' && condition !== null ? (condition as { type?: unknown }).type : undefined
  const validator =
    typeof type === 'string' && (conditionTypes as string[]).includes(type) ? validators[type] : undefined
  if (validator === undefined)
    return [{ field: `${path}/type`, message: `must be one of: ${conditionTypes.join(', ')}` }]
  if (!validator.Check(condition)) {
    return schemaFaults(validator.Errors(condition)).map(({ field, message }) => ({
      field: field === '/' ? path : path + field,
      message,
    }))
  }
  if (!('of' in (condition as object))) return []
  if (depth > MAX_DEPTH) return [{ field: path, message: `may be nested ${MAX_DEPTH} deep` }]
  const { of } = condition as unknown as { of: unknown }
  return Array.isArray(of)
    ? of.flatMap((part, place) => conditionFaults(part, `${path}/of/${place}`, depth + 1))
    : conditionFaults(of, `${path}/of`, depth + 1)
}

/** Faults of a condition whose shape is valid. */
export function meaningFaults(condition: Condition, path = '/condition', isTop = true): FieldError[] {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field: path + field, message })
  if (!isTop && condition.type === 'stale') fault('', 'silence stands for itself, not inside another condition')
  if (isTop && countLeaves(condition) > MAX_LEAVES) fault('', `may have ${MAX_LEAVES} parts`)
  if ('op' in condition) faults.push(...comparisonFaults(condition, path, isTop))
  if (condition.type === 'range') faults.push(...rangeFaults(condition, path))
  if (condition.type === 'aggregate' && (condition.fn === 'all' || condition.fn === 'any') && isExact(condition.op))
    fault('/op', `${condition.fn} goes with gt, gte, lt and lte`)
  if (condition.type === 'geofence' && 'polygon' in condition.fence) {
    if (condition.fence.polygon.some(([lat]) => Math.abs(lat) > 90)) fault('/fence/polygon', 'has a latitude beyond 90')
  }
  if (condition.type === 'score') faults.push(...scoreFaults(condition, path))
  if (condition.type === 'count') {
    if (leavesOf(condition.of).some((leaf) => REMEMBERING.includes(leaf.type)))
      fault('/of', 'counts readings, so it may not look at a window, a place or a count itself')
    faults.push(...meaningFaults(condition.of, `${path}/of`, false))
  }
  if (condition.type === 'all' || condition.type === 'any' || condition.type === 'not') {
    for (const [place, part] of condition.of.entries())
      faults.push(...meaningFaults(part, `${path}/of/${place}`, false))
  }
  return faults
}

const REMEMBERING: string[] = ['rate', 'aggregate', 'count', 'geofence']

const leavesOf = (condition: Condition): Condition[] =>
  'of' in condition && condition.type !== 'count' ? condition.of.flatMap(leavesOf) : [condition]

/** Includes the leaves inside of a count. */
const countLeaves = (condition: Condition): number =>
  'of' in condition ? [condition.of].flat().reduce((sum, part) => sum + countLeaves(part), 0) : 1

const isExact = (op: Op): boolean => op === 'eq' || op === 'neq'

function comparisonFaults(
  condition: Condition & { op: Op; value?: Limit; clear?: Limit },
  path: string,
  isTop: boolean,
) {
  const { value, clear } = condition
  if (isTop) {
    const message = 'belongs to the levels'
    return [
      ...(value === undefined ? [] : [{ field: `${path}/value`, message }]),
      ...(clear === undefined ? [] : [{ field: `${path}/clear`, message }]),
    ]
  }
  if (value === undefined) return [{ field: `${path}/value`, message: 'is needed inside another condition' }]
  return clearFaults(condition, value, clear).map((message) => ({ field: path, message }))
}

/**
 * A clear value must be at the limit or on its calm side; for a limit from a device attribute, the default is checked.
 */
export function clearFaults(condition: Condition, value: Limit, clear: Limit | undefined): string[] {
  if (clear === undefined) return []
  const op = comparison(condition)!
  if (isExact(op)) return [`${op} has no clear value`]
  const isRising = op === 'gt' || op === 'gte'
  const isRight = isRising ? numberOf(clear) <= numberOf(value) : numberOf(clear) >= numberOf(value)
  return isRight ? [] : ['clear is on the wrong side of value']
}

export const numberOf = (limit: Limit): number => (typeof limit === 'number' ? limit : limit.default)

function rangeFaults({ min, max, margin = 0 }: Extract<Condition, { type: 'range' }>, path: string): FieldError[] {
  if (min >= max) return [{ field: `${path}/max`, message: 'must be larger than min' }]
  return 2 * margin > max - min ? [{ field: `${path}/margin`, message: 'leaves no value at which it could clear' }] : []
}

function scoreFaults({ parts, min_parts = 1 }: Extract<Condition, { type: 'score' }>, path: string): FieldError[] {
  const faults = parts.flatMap(({ bands }, place) => {
    const limits = bands.map(({ upto }) => upto ?? Number.POSITIVE_INFINITY)
    const isRising = limits.every((limit, band) => band === 0 || limit > limits[band - 1]!)
    return isRising ? [] : [{ field: `${path}/parts/${place}/bands`, message: 'must rise from band to band' }]
  })
  if (min_parts > parts.length) faults.push({ field: `${path}/min_parts`, message: 'is more than there are parts' })
  return faults
}
