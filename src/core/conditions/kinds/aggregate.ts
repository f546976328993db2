import Type, { type Static } from 'typebox'
import { isExact, isRising } from './compare.ts'
import type { LeafKind } from './kind.ts'
import { closed, Field, INNER, MinPoints, Op, Where, WindowS } from './shapes.ts'
import { isFull, type WindowMemory } from './window.ts'
import { windowed } from './windowed.ts'

const Aggregate = Type.Object(
  {
    type: Type.Literal('aggregate'),
    field: Field,
    /**
     * `all` and `any`: every value, or at least one, of the window satisfies the comparison. `all` needs a full window.
     */
    fn: Type.Enum(['avg', 'min', 'max', 'sum', 'count', 'all', 'any']),
    window_s: WindowS,
    op: Op,
    min_points: MinPoints,
    where: Type.Optional(Where),
    ...INNER,
  },
  closed,
)

const isOfEach = (fn: Static<typeof Aggregate>['fn']) => fn === 'all' || fn === 'any'

/** Compares what the values of a window have in common. */
export const aggregate = {
  shape: Aggregate,
  compares: ({ fn }) => (fn === 'sum' ? 'sum' : fn === 'count' ? 'number' : 'value'),
  isStateful: true,
  notation: ['field', 'fn', 'op', 'value', 'clear'],
  faults({ fn, op }, report) {
    if (isOfEach(fn) && isExact(op)) report('/op', 'wrong_comparison', fn)
  },
  windowS: ({ window_s }) => window_s,
  measure: (condition, limits) =>
    windowed(condition, limits, {
      needed: 1,
      summary: summaryOf(condition),
      ...(condition.fn === 'count' && { counts: (value: unknown) => value != null }),
    }),
  direction: ({ fn, op }) => (isOfEach(fn) || fn === 'sum' || fn === 'count' ? null : op),
  sentence: ({ field, where, fn, window_s }) => ({ of: fn, with: [{ field, where }, { seconds: window_s }] }),
  form: [
    { as: 'choice', name: 'fn', reshapes: true },
    { as: 'field', of: 'value' },
    { as: 'duration', name: 'window', usual: '5 min' },
    { as: 'choice', name: 'op' },
    { as: 'limits' },
    { as: 'number', name: 'min_points', usual: '1' },
    { as: 'where' },
  ],
} as const satisfies LeafKind<typeof Aggregate>

/** If even the lowest value of a window is high, all of them are. */
function summaryOf({ fn, op, window_s }: Static<typeof Aggregate>): (window: WindowMemory) => number | null {
  const [every, some] = isRising(op) ? (['min', 'max'] as const) : (['max', 'min'] as const)
  if (fn === 'any') return (window) => aggregateOf(window, some)
  if (fn !== 'all') return (window) => aggregateOf(window, fn)
  return (window) => (isFull(window, window_s * 1_000) ? aggregateOf(window, every) : null)
}

export function aggregateOf({ slices }: WindowMemory, fn: 'avg' | 'min' | 'max' | 'sum' | 'count'): number {
  const sum = () => slices.reduce((total, slice) => total + slice[2], 0)
  const count = () => slices.reduce((total, slice) => total + slice[1], 0)
  switch (fn) {
    case 'min':
      return Math.min(...slices.map((slice) => slice[3]))
    case 'max':
      return Math.max(...slices.map((slice) => slice[4]))
    case 'sum':
      return sum()
    case 'count':
      return count()
    case 'avg':
      return sum() / count()
  }
}
