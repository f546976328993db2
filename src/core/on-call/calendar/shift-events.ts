import type { Window } from '../../../platform/weekly-windows.ts'
import { finalSchedule, type ShiftSource, type Stretch, type Unavailable } from '../final-schedule.ts'
import { daysAfter } from '../read-on-call.ts'
import { longestShiftDays } from '../rotation.ts'
import type { PlannedSchedule } from '../schedule-store.ts'
import { type CalendarEvent, utc } from './calendar-text.ts'

/** Names of people by id, and the domain that makes identifiers unique. */
interface CalendarContext {
  names: ReadonlyMap<number, string>
  domain: string
}

interface HeldStretch extends Stretch {
  user_id: number
  source: ShiftSource
}

/** Stretches with somebody that overlap the window, each from its real beginning on. Pure. */
export function heldStretches(plan: PlannedSchedule, window: Window, unavailable: Unavailable): HeldStretch[] {
  const stretches = finalSchedule(plan, beginningBefore(plan, window), unavailable)
  return stretches.filter((one): one is HeldStretch => one.user_id !== null && one.to > window.from)
}

/** A window that begins before any shift that lasts into the given one. */
function beginningBefore({ versions }: PlannedSchedule, { from, to }: Window): Window {
  const days = versions.flatMap(({ layers }) => layers.map(longestShiftDays))
  return { from: daysAfter(from, -Math.max(1, ...days) - 1), to }
}

/** A stretch as an event: named after its schedule, and after its person unless the calendar is that person's own. */
export function eventOf(
  { id, name, version, changed_at }: PlannedSchedule,
  stretch: HeldStretch,
  isOwn: boolean,
  { names, domain }: CalendarContext,
): CalendarEvent {
  const who = names.get(stretch.user_id) ?? `#${stretch.user_id}`
  return {
    uid: `schedule${id}.${keyOf(stretch)}@${domain}`,
    from: stretch.from,
    to: stretch.to,
    title: isOwn ? `On call: ${name}` : `${who} on call: ${name}`,
    sequence: version,
    changed_at,
  }
}

/**
 * By rotation, turn and beginning: when the hand-over moves, a turn can be there twice. An override has its beginning
 * only where it is what is left of one.
 */
function keyOf({ from, source }: HeldStretch): string {
  if ('override' in source) {
    const key = `override${source.override.id}`
    return from > source.override.from ? `${key}.${utc(from)}` : key
  }
  const { turn, part } = source.shift
  return `layer${source.layer}.${source.start_date}.turn${turn}.${part}.${utc(from)}`
}
