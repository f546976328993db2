import Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import type { FaultReason, Params } from '../../../platform/reasons.ts'
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
import { polygonFault } from './polygon.ts'

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
  if (validator === undefined) return [fieldError(`${path}/type`, 'not_one_of', conditionTypes.join(', '))]
  if (!validator.Check(condition)) {
    return schemaFaults(validator, condition).map((fault) => ({
      ...fault,
      field: fault.field === '/' ? path : path + fault.field,
    }))
  }
  if (!('of' in (condition as object))) return []
  if (depth > MAX_DEPTH) return [fieldError(path, 'depth', MAX_DEPTH)]
  const { of } = condition as unknown as { of: unknown }
  return Array.isArray(of)
    ? of.flatMap((part, place) => conditionFaults(part, `${path}/of/${place}`, depth + 1))
    : conditionFaults(of, `${path}/of`, depth + 1)
}

/** Faults of a condition whose shape is valid. */
export function meaningFaults(condition: Condition, path = '/condition', isTop = true): FieldError[] {
  const faults: FieldError[] = []
  const fault = <R extends FaultReason>(field: string, ...says: [R, ...Params<R>]) =>
    faults.push(fieldError(path + field, ...says))
  if (!isTop && condition.type === 'stale') fault('', 'stale_inside')
  if (isTop && countLeaves(condition) > MAX_LEAVES) fault('', 'parts', MAX_LEAVES)
  if ('op' in condition) faults.push(...comparisonFaults(condition, path, isTop))
  if (condition.type === 'range') faults.push(...rangeFaults(condition, path))
  if (condition.type === 'aggregate' && (condition.fn === 'all' || condition.fn === 'any') && isExact(condition.op))
    fault('/op', 'wrong_comparison', condition.fn)
  if (condition.type === 'geofence') {
    const { geofence, fence } = condition
    if (fence === undefined && geofence === undefined) fault('/fence', 'fence_missing')
    const reason = fence !== undefined && 'polygon' in fence ? polygonFault(fence.polygon) : null
    if (reason !== null) fault('/fence/polygon', reason)
  }
  if (condition.type === 'score') faults.push(...scoreFaults(condition, path))
  if (condition.type === 'count') {
    if (leavesOf(condition.of).some((leaf) => REMEMBERING.includes(leaf.type))) fault('/of', 'count_remembers')
    faults.push(...meaningFaults(condition.of, `${path}/of`, false))
  }
  if (condition.type === 'all' || condition.type === 'any' || condition.type === 'not') {
    for (const [place, part] of condition.of.entries())
      faults.push(...meaningFaults(part, `${path}/of/${place}`, false))
  }
  return faults
}

/** Faults of a shape, with paths that begin with `/fence`. */
export function fenceFaults(fence: unknown): FieldError[] {
  const condition = { type: 'geofence', fence, when: 'inside' }
  const shape = conditionFaults(condition, '')
  return shape.length > 0 ? shape : meaningFaults(condition as Condition, '')
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
    return [
      ...(value === undefined ? [] : [fieldError(`${path}/value`, 'of_levels')]),
      ...(clear === undefined ? [] : [fieldError(`${path}/clear`, 'of_levels')]),
    ]
  }
  if (value === undefined) return [fieldError(`${path}/value`, 'needed_inside')]
  return clearFaults(path, condition, value, clear)
}

/**
 * A clear value must be at the limit or on its calm side; for a limit from a device attribute, the default is checked.
 */
export function clearFaults(field: string, condition: Condition, value: Limit, clear: Limit | undefined): FieldError[] {
  if (clear === undefined) return []
  const op = comparison(condition)!
  if (isExact(op)) return [fieldError(`${field}/clear`, 'exact_clear', op)]
  const isRising = op === 'gt' || op === 'gte'
  const isRight = isRising ? numberOf(clear) <= numberOf(value) : numberOf(clear) >= numberOf(value)
  return isRight ? [] : [fieldError(`${field}/clear`, 'clear_side')]
}

export const numberOf = (limit: Limit): number => (typeof limit === 'number' ? limit : limit.default)

function rangeFaults({ min, max, margin = 0 }: Extract<Condition, { type: 'range' }>, path: string): FieldError[] {
  if (min >= max) return [fieldError(`${path}/max`, 'range_order')]
  return 2 * margin > max - min ? [fieldError(`${path}/margin`, 'range_margin')] : []
}

function scoreFaults({ parts, min_parts = 1 }: Extract<Condition, { type: 'score' }>, path: string): FieldError[] {
  const faults = parts.flatMap(({ bands }, place) => {
    const limits = bands.map(({ upto }) => upto ?? Number.POSITIVE_INFINITY)
    const isRising = limits.every((limit, band) => band === 0 || limit > limits[band - 1]!)
    return isRising ? [] : [fieldError(`${path}/parts/${place}/bands`, 'bands_order')]
  })
  if (min_parts > parts.length) faults.push(fieldError(`${path}/min_parts`, 'parts_too_few'))
  return faults
}
