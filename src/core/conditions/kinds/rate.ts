import Type from 'typebox'
import type { LeafKind } from './kind.ts'
import { closed, Field, INNER, MinPoints, Op, Where, WindowS } from './shapes.ts'
import type { WindowMemory } from './window.ts'
import { windowed } from './windowed.ts'

const Rate = Type.Object(
  {
    type: Type.Literal('rate'),
    field: Field,
    window_s: WindowS,
    calc: Type.Enum(['delta', 'percent', 'per_min']),
    op: Op,
    min_points: MinPoints,
    where: Type.Optional(Where),
    ...INNER,
  },
  closed,
)

/** Compares the newest value with the oldest one in a window. */
export const rate = {
  shape: Rate,
  compares: ({ calc }) => (calc === 'delta' ? 'change' : calc === 'percent' ? 'percent' : 'change_per_min'),
  isStateful: true,
  notation: ['field', 'calc', 'op', 'value', 'clear'],
  windowS: ({ window_s }) => window_s,
  measure: (condition, limits) =>
    windowed(condition, limits, { needed: 2, summary: (window) => changeIn(window, condition.calc) }),
  sentence: ({ field, where, calc, window_s }) => ({ of: calc, with: [{ field, where }, { seconds: window_s }] }),
  form: [
    { as: 'field', of: 'value' },
    { as: 'choice', name: 'calc', reshapes: true },
    { as: 'duration', name: 'window', usual: '5 min' },
    { as: 'choice', name: 'op' },
    { as: 'limits' },
    { as: 'number', name: 'min_points', usual: '2' },
    { as: 'where' },
  ],
} as const satisfies LeafKind<typeof Rate>

/** Change from the first value in the window to the last; null if undefined. */
export function changeIn({ slices }: WindowMemory, calc: 'delta' | 'percent' | 'per_min'): number | null {
  const [, , , , , firstAt, first] = slices[0]!
  const newest = slices.at(-1)!
  const change = newest[7] - first
  if (calc === 'delta') return change
  if (calc === 'percent') return first === 0 ? null : (100 * change) / Math.abs(first)
  return newest[0] === firstAt ? null : change / ((newest[0] - firstAt) / 60_000)
}
