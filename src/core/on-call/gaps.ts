import type { Window } from '../../platform/weekly-windows.ts'
import { byPerson, finalSchedule, overlap, type Plan, type Unavailable } from './final-schedule.ts'

/** Why a schedule reaches nobody: nobody is on call, or only a person without an account or without a contact method. */
export const GAP_CAUSES = ['nobody', 'disabled', 'no_method'] as const
export type GapCause = (typeof GAP_CAUSES)[number]

/** A stretch of a schedule in which nobody can be notified; `user_id` is the person whose shift it would be. */
export interface ScheduleGap extends Window {
  user_id: number | null
  cause: GapCause
}

const DAY_MS = 86_400_000
/** From a Friday to the Monday after. */
const REGULAR_DAYS = 3

/**
 * The length of a gap that is there at the same time on other days around, because nobody is meant to be on call then; null
 * for one that is not. Pure.
 */
export function recurringGapLength(gap: ScheduleGap, gaps: readonly ScheduleGap[], now: Date): number | null {
  const others = gaps.filter((other) => {
    const between = Math.abs(Number(other.to) - Number(gap.to))
    const isNear = between !== 0 && between <= REGULAR_DAYS * DAY_MS && between % DAY_MS === 0
    return isNear && other.cause === gap.cause && other.user_id === gap.user_id
  })
  const length = lengthOf(gap)
  // A gap that has begun may have less left than the others.
  const lengths = others.map(lengthOf).filter((other) => other === length || (gap.from <= now && other > length))
  return lengths.length === 0 ? null : Math.min(...lengths)
}

const lengthOf = ({ from, to }: Window): number => Number(to) - Number(from)

/** The gaps of a schedule in a window, in order. `reachable` are people with a verified contact method. Pure. */
export function gapsOf(
  plan: Plan,
  window: Window,
  unavailable: Unavailable,
  reachable: ReadonlySet<number>,
): ScheduleGap[] {
  const planned = byPerson(finalSchedule(plan, window))
  return byPerson(finalSchedule(plan, window, unavailable)).flatMap((held): ScheduleGap[] => {
    if (held.user_id !== null) return reachable.has(held.user_id) ? [] : [{ ...held, cause: 'no_method' }]
    return planned.flatMap((one): ScheduleGap[] => {
      const part = overlap(one, held)
      const cause = one.user_id === null ? 'nobody' : 'disabled'
      return part === null ? [] : [{ ...part, user_id: one.user_id, cause }]
    })
  })
}
