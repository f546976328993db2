import Type, { type Static } from 'typebox'
import type { LeafKind } from './kind.ts'
import { fieldReader } from './read-field.ts'
import { closed, Field } from './shapes.ts'

/** No data, in server time. Without `after_s`, the device's own offline threshold. */
const Stale = Type.Object(
  {
    type: Type.Literal('stale'),
    /** Null: any reading. */
    field: Type.Optional(Type.Union([Field, Type.Null()])),
    after_s: Type.Optional(Type.Integer({ minimum: 5, maximum: 366 * 86_400 })),
  },
  closed,
)

/** Whether a device has stopped sending, or sending one value. */
export const stale = {
  shape: Stale,
  compares: 'duration',
  op: 'gte',
  isByClock: true,
  notation: ['field'],
  field: ({ field }) => field ?? 'last_seen',
  uses: ({ field }) => (field == null ? [] : [{ at: '/field', field, kind: null }]),
  impliedLimit: ({ after_s = null }) => after_s,
  levelFault({ value, clear, for_s }, limit) {
    if (for_s) return 'stale_duration'
    if (clear !== undefined) return 'stale_clear'
    return value !== undefined && limit < 5 ? 'stale_short' : null
  },
  /** A reading means "not stale"; staleness itself is determined by the clock. */
  read({ field }) {
    if (field == null) return () => 0
    const read = fieldReader(field)
    return (reading) => (read(reading) != null ? 0 : null)
  },
  sentence: ({ field }) => (field == null ? { of: 'any', with: [] } : { of: 'one', with: [{ field }] }),
  form: [
    { as: 'field', of: 'anything' },
    { as: 'duration', name: 'after' },
  ],
} as const satisfies LeafKind<typeof Stale>

export const isStale = (condition: { type: string }): condition is Static<typeof Stale> => condition.type === 'stale'
