import Type, { type TObject } from 'typebox'
import {
  Aggregate,
  Flag,
  Geofence,
  type Leaf,
  type Op,
  Range,
  Rate,
  Score,
  Stale,
  Threshold,
  WindowS,
} from './condition-leaves.ts'

export { type Fence, type Leaf, Limit, type Op } from './condition-leaves.ts'

const closed = { additionalProperties: false }

const CountHead = {
  type: Type.Literal('count'),
  at_least: Type.Integer({ minimum: 1, maximum: 100 }),
  within_s: WindowS,
}

export type CountLeaf = { type: 'count'; of: Condition; at_least: number; within_s: number }
export type Group = { type: 'all' | 'any' | 'not'; of: Condition[] }
export type Condition = Leaf | CountLeaf | Group

export const MAX_DEPTH = 3
export const MAX_LEAVES = 10

/** The schema of each type; conditions inside count, all, any and not have their own, `inside`. */
export function conditionSchemas<Inside extends object>(inside: Inside): Record<Condition['type'], TObject> {
  const group = (type: 'all' | 'any' | 'not') =>
    Type.Object(
      {
        type: Type.Literal(type),
        of: Type.Array(Type.Unsafe(inside), { minItems: 1, maxItems: type === 'not' ? 1 : MAX_LEAVES }),
      },
      closed,
    )
  return {
    threshold: Threshold,
    range: Range,
    flag: Flag,
    rate: Rate,
    aggregate: Aggregate,
    score: Score,
    stale: Stale,
    geofence: Geofence,
    count: Type.Object({ ...CountHead, of: Type.Unsafe(inside) }, closed),
    all: group('all'),
    any: group('any'),
    not: group('not'),
  }
}

/** The comparison of a numeric condition; null for conditions that are true or false by themselves. */
export function comparison(condition: Condition): Op | null {
  if (condition.type === 'count' || condition.type === 'stale') return 'gte'
  return 'op' in condition ? condition.op : null
}

/** Whether it needs the readings of a device in their order: for a window, a count, a place, or their absence. */
export const needsOrder = (condition: Condition): boolean =>
  ['rate', 'aggregate', 'count', 'geofence', 'stale'].includes(condition.type) ||
  ('of' in condition && [condition.of].flat().some(needsOrder))

/** The field that an alert names. */
export function fieldOf(condition: Condition): string {
  switch (condition.type) {
    case 'geofence':
      return 'location'
    case 'score':
      return 'score'
    case 'stale':
      return condition.field ?? 'last_seen'
    case 'count':
      return fieldOf(condition.of)
    case 'all':
    case 'any':
    case 'not':
      return fieldOf(condition.of[0]!)
    default:
      return condition.field
  }
}
