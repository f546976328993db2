import Type from 'typebox'
import { isExact, isRising } from './compare.ts'
import type { LeafKind } from './kind.ts'
import { numberReader } from './read-field.ts'
import { closed, Field, INNER, Op, Where } from './shapes.ts'

const Threshold = Type.Object(
  { type: Type.Literal('threshold'), field: Field, op: Op, where: Type.Optional(Where), ...INNER },
  closed,
)

/** Compares a number of a reading with the limits. */
export const threshold = {
  shape: Threshold,
  compares: 'value',
  notation: ['field', 'op', 'value', 'clear'],
  read: numberReader,
  safeRange({ field, op }, levels) {
    if (levels === null || isExact(op)) return null
    const limits = levels.map(({ value }) => value!)
    return isRising(op) ? { field, below: Math.min(...limits) } : { field, above: Math.max(...limits) }
  },
  direction: ({ op }) => op,
  sentence: ({ field, where }) => ({ with: [{ field, where }] }),
  form: [{ as: 'field', of: 'value' }, { as: 'choice', name: 'op' }, { as: 'limits' }, { as: 'where' }],
} as const satisfies LeafKind<typeof Threshold>
