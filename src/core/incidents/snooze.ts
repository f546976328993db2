import Type from 'typebox'
import { secondsAfter } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { NullableTime, OptionalBody } from '../../platform/http/schemas/shapes.ts'

/** A snooze for longer than this would hide a problem instead of postponing it. */
const SNOOZE_AT_MOST_DAYS = 30
export const SNOOZE_AT_MOST_S = SNOOZE_AT_MOST_DAYS * 86_400

/** Effect of a time in an acknowledgement, in the reference. */
export const SNOOZES = 'With until, also where it is acknowledged already: it is snoozed until then.'

/** Body of an acknowledgement. */
export const AcknowledgementBody = OptionalBody(
  Type.Object(
    {
      until: Type.Optional(
        Type.Unsafe<string>({
          type: 'string',
          format: 'date-time',
          description: `Snoozes it: open again at this time, at most ${SNOOZE_AT_MOST_DAYS} days from now`,
        }),
      ),
    },
    { examples: [{ until: '2026-11-21T14:30:00Z' }] },
  ),
)

/** The end of an acknowledgement, in alerts and incidents. */
export const acknowledgedUntil = {
  acknowledged_until: Type.Unsafe<Date | null>({
    ...NullableTime,
    description: 'When it is open again unless it is resolved: snoozed_until, or when the acknowledgement expires',
  }),
  snoozed_until: Type.Unsafe<Date | null>({ ...NullableTime, description: 'The time that a person chose' }),
}

/** The time to snooze until, from a request; null if there is none. Pure. Throws 400. */
export function checkedSnooze(until: string | undefined, now: Date): Date | null {
  if (until === undefined) return null
  const time = new Date(until)
  if (Number.isNaN(time.getTime())) throw invalidField('/until', 'no_time')
  if (time <= now) throw invalidField('/until', 'end_in_past')
  if (time > secondsAfter(now, SNOOZE_AT_MOST_S)) throw invalidField('/until', 'snooze_too_long', SNOOZE_AT_MOST_DAYS)
  return time
}

interface Acknowledgeable {
  status: 'firing' | 'open' | 'acknowledged' | 'resolved'
  snoozed_until: Date | null
}

/** Whether an acknowledgement changes anything: a second one only does with another time to snooze until. Pure. */
export function isAcknowledgedAnew({ status, snoozed_until }: Acknowledgeable, until: Date | null): boolean {
  if (status !== 'acknowledged') return status !== 'resolved'
  return until !== null && until.getTime() !== snoozed_until?.getTime()
}
