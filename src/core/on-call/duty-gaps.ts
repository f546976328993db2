import type { Window } from '../../platform/weekly-windows.ts'
import { byPerson, finalSchedule, overlap, type Plan, type Unavailable } from './final-schedule.ts'

/** Why a schedule reaches nobody: nobody is on call, or only a person without an account or without a contact method. */
export const GAP_CAUSES = ['nobody', 'disabled', 'no_method'] as const
export type GapCause = (typeof GAP_CAUSES)[number]

/** A stretch of a schedule in which nobody can be notified; `user_id` is the person whose shift it would be. */
export interface DutyGap extends Window {
  user_id: number | null
  cause: GapCause
}

/** The gaps of a schedule in a window, in order. `reachable` are people with a verified contact method. Pure. */
export function gapsOf(
  plan: Plan,
  window: Window,
  unavailable: Unavailable,
  reachable: ReadonlySet<number>,
): DutyGap[] {
  const planned = byPerson(finalSchedule(plan, window))
  return byPerson(finalSchedule(plan, window, unavailable)).flatMap((held): DutyGap[] => {
    if (held.user_id !== null) return reachable.has(held.user_id) ? [] : [{ ...held, cause: 'no_method' }]
    return planned.flatMap((one): DutyGap[] => {
      const part = overlap(one, held)
      const cause = one.user_id === null ? 'nobody' : 'disabled'
      return part === null ? [] : [{ ...part, user_id: one.user_id, cause }]
    })
  })
}
