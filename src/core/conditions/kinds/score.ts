import Type from 'typebox'
import type { LeafKind } from './kind.ts'
import { fieldReader } from './read-field.ts'
import { closed, Field, INNER, Op } from './shapes.ts'

/**
 * Points for values of one reading, added up. A band applies to values up to and including `upto`, the last one to the
 * rest.
 */
const Score = Type.Object(
  {
    type: Type.Literal('score'),
    parts: Type.Array(
      Type.Object(
        {
          field: Field,
          bands: Type.Array(
            Type.Object({ upto: Type.Optional(Type.Number()), points: Type.Number({ minimum: 0 }) }, closed),
            { minItems: 1, maxItems: 20 },
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: 20 },
    ),
    /** Readings with fewer of the parts are unknown. */
    min_parts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    op: Op,
    ...INNER,
  },
  closed,
)

/** Compares the points that the values of a reading give. */
export const score = {
  shape: Score,
  compares: 'points',
  notation: ['op', 'value', 'clear'],
  field: () => 'score',
  uses: ({ parts }) => parts.map(({ field }, place) => ({ at: `/parts/${place}/field`, field, kind: 'number' })),
  faults({ parts, min_parts = 1 }, report) {
    for (const [place, { bands }] of parts.entries()) {
      const limits = bands.map(({ upto }) => upto ?? Number.POSITIVE_INFINITY)
      if (limits.some((limit, band) => band > 0 && limit <= limits[band - 1]!))
        report(`/parts/${place}/bands`, 'bands_order')
    }
    if (min_parts > parts.length) report('/min_parts', 'parts_too_few')
  },
  read({ parts, min_parts = 1 }) {
    const readers = parts.map(({ field, bands }) => ({ read: fieldReader(field), bands }))
    return (reading) => {
      let score = 0
      let known = 0
      for (const { read, bands } of readers) {
        const value = read(reading)
        if (typeof value !== 'number') continue
        known += 1
        score += bands.find(({ upto }) => upto === undefined || value <= upto)?.points ?? 0
      }
      return known < min_parts ? null : score
    }
  },
  sentence: ({ parts }) => ({ with: [{ fields: parts.map(({ field }) => field) }] }),
  form: [
    { as: 'points', name: 'parts' },
    { as: 'choice', name: 'op' },
    { as: 'limits' },
    { as: 'number', name: 'min_parts', usual: '1' },
  ],
} as const satisfies LeafKind<typeof Score>
