import Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { FaultReason, Params } from '../../platform/error-messages/reasons.ts'
import { type FieldError, fieldError } from '../../platform/errors.ts'
import { schemaFaults } from '../../platform/schema-faults.ts'
import {
  type Condition,
  comparison,
  conditionKind,
  conditionSchemas,
  conditionTypes,
  groupKindOf,
  type Limit,
  MAX_DEPTH,
  MAX_LEAVES,
  type Op,
  partsOf,
} from './condition.ts'
import { isExact, isRising } from './kinds/compare.ts'

const validators = Object.fromEntries(
  // Nested conditions are checked separately, so that a fault refers to the intended type only.
  Object.entries(conditionSchemas(Type.Unknown())).map(([type, schema]) => [type, Compile(schema)]),
) as unknown as Record<string, Validator>

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
  const kind = conditionKind(condition)
  if (!isTop && kind.isByClock) fault('', 'stale_inside')
  if (isTop && countLeaves(condition) > MAX_LEAVES) fault('', 'parts', MAX_LEAVES)
  if ('op' in condition) faults.push(...comparisonFaults(condition, path, isTop))
  kind.faults?.(condition, fault)
  const parts = partsOf(condition)
  if (kind.isOfOne && parts.some(({ part }) => leavesOf(part).some((leaf) => conditionKind(leaf).isStateful)))
    fault('/of', 'count_remembers')
  for (const { part, path: inside } of parts) faults.push(...meaningFaults(part, path + inside, false))
  return faults
}

/** Faults of a shape, with paths that begin with `/fence`. */
export function fenceFaults(fence: unknown): FieldError[] {
  const condition = { type: 'geofence', fence, when: 'inside' }
  const shape = conditionFaults(condition, '')
  return shape.length > 0 ? shape : meaningFaults(condition as Condition, '')
}

const leavesOf = (condition: Condition): Condition[] =>
  groupKindOf(condition) === null ? [condition] : partsOf(condition).flatMap(({ part }) => leavesOf(part))

/** Includes those inside of other leaves. */
const countLeaves = (condition: Condition): number =>
  partsOf(condition).reduce((sum, { part }) => sum + countLeaves(part), 0) || 1

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
  const isRight = isRising(op) ? defaultLimit(clear) <= defaultLimit(value) : defaultLimit(clear) >= defaultLimit(value)
  return isRight ? [] : [fieldError(`${field}/clear`, 'clear_side')]
}

export const defaultLimit = (limit: Limit): number => (typeof limit === 'number' ? limit : limit.default)
