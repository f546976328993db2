import Type from 'typebox'
import type { LeafKind } from './kind.ts'
import { numberReader } from './read-field.ts'
import { closed, Field, Where } from './shapes.ts'

const Range = Type.Object(
  {
    type: Type.Literal('range'),
    field: Field,
    mode: Type.Enum(['outside', 'inside']),
    min: Type.Number(),
    max: Type.Number(),
    /** Distance past the limit that a value needs to count as cleared. */
    margin: Type.Optional(Type.Number({ minimum: 0 })),
    where: Type.Optional(Where),
  },
  closed,
)

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max

/** Whether a number lies between two, or does not. */
export const range = {
  shape: Range,
  compares: 'value',
  notation: ['field', 'mode', 'min', 'max'],
  faults({ min, max, margin = 0 }, report) {
    if (min >= max) report('/max', 'range_order')
    else if (2 * margin > max - min) report('/margin', 'range_margin')
  },
  read: numberReader,
  isBroken: ({ mode, min, max }, value) => isWithin(value, min, max) === (mode === 'inside'),
  isClear({ mode, min, max, margin = 0 }, value) {
    const shrunk = mode === 'outside' ? margin : -margin
    return isWithin(value, min + shrunk, max - shrunk) !== (mode === 'inside')
  },
  safeRange: ({ field, mode, min, max }) =>
    mode === 'outside' ? { field, above: min, below: max } : { field, breaks: [min, max] },
  /** The side that was crossed. */
  limit: ({ min, max }, value) => (value < min ? min : max),
  isWorse({ mode, min, max }, value, worstYet) {
    const middle = (min + max) / 2
    const further = Math.abs(value - middle) - Math.abs(worstYet - middle)
    return mode === 'outside' ? further > 0 : further < 0
  },
  ownLimits: ({ mode, min, max }) => [
    { value: min, op: mode === 'outside' ? 'lt' : null },
    { value: max, op: mode === 'outside' ? 'gt' : null },
  ],
  direction: ({ mode, min }, limit) => (mode === 'inside' ? null : limit === min ? 'lt' : 'gt'),
  sentence: ({ field, where, mode, min, max }) => ({
    of: mode,
    with: [
      { field, where },
      { amount: min, of: field },
      { amount: max, of: field },
    ],
  }),
  form: [
    { as: 'field', of: 'value' },
    { as: 'choice', name: 'mode' },
    { as: 'number', name: 'min', unit: 'compared' },
    { as: 'number', name: 'max', unit: 'compared' },
    { as: 'number', name: 'margin', unit: 'compared', usual: '0' },
    { as: 'where' },
  ],
} as const satisfies LeafKind<typeof Range>
