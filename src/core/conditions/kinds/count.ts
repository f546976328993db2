import Type from 'typebox'
import { type ConditionKind, notMeasured } from './kind.ts'
import { closed, WindowS } from './shapes.ts'

/** Upper limit of `at_least`. */
const MOST_COUNTED = 100

const Count = Type.Object(
  {
    type: Type.Literal('count'),
    at_least: Type.Integer({ minimum: 1, maximum: MOST_COUNTED }),
    within_s: WindowS,
  },
  closed,
)

/** Counts readings for which a condition is true. */
export const count = {
  shape: Count,
  compares: 'times',
  op: 'gte',
  isStateful: true,
  isOfOne: true,
  impliedLimit: ({ at_least }) => at_least,
  levelFault: (_, limit) => (limit < 1 || limit > MOST_COUNTED ? 'count_outside' : null),
  windowS: ({ within_s }) => within_s,
  patienceS: ({ within_s }, clear_for_s) => within_s + clear_for_s + 1,
  measure({ at_least, within_s }, _, isTrue) {
    const timesIn = (memory: unknown, at: number) =>
      ((memory ?? []) as number[]).filter((time) => time > at - within_s * 1_000)
    return {
      isStateful: true,
      applies: (reading) => isTrue(reading, 0) !== null,
      resets: (reading) => isTrue(reading, 0) !== true,
      measure(reading, before, at) {
        const truth = isTrue(reading, at)
        const recent = timesIn(before, at)
        const times = truth ? [...recent, at].slice(-MOST_COUNTED) : recent
        if (truth === null && before === null) return notMeasured(null)
        const isReached = times.length >= at_least
        return { memory: times.length === 0 ? null : times, value: times.length, breaks: isReached, holds: isReached }
      },
      nextChange(memory, after) {
        const ends = ((memory ?? []) as number[]).map((time) => time + within_s * 1_000)
        return ends.find((end) => end > after) ?? null
      },
      valueAt: (memory, at) => timesIn(memory, at).length,
    }
  },
  ownLimits: ({ at_least }) => [{ value: at_least, op: 'gte' }],
} as const satisfies ConditionKind<typeof Count>
