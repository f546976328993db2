import type { KnownPerson } from '../../core/on-call/people-store.ts'
import type { NewScheduleBody } from '../../core/on-call/schedule-shapes.ts'
import { invalidField } from '../../platform/errors.ts'
import { isTimeZone } from '../../platform/weekly-windows.ts'
import { peopleIn, type ScheduleForm, scheduleForm, scheduleText } from './schedule-fields.ts'
import {
  PATTERN_PARTS,
  PATTERNS,
  type Pattern,
  type PatternTimes,
  rotationsOf,
  type TimeName,
  USUAL_TIMES,
} from './schedule-patterns.ts'

/** The chosen pattern; null for a form of rotations. */
export const patternOf = (form: ScheduleForm): Pattern | null =>
  PATTERNS.find((pattern) => pattern === form.pattern) ?? null

/** Fields of a new schedule before anything is entered. */
export const freshPattern = (zone: string): ScheduleForm => ({
  pattern: PATTERNS[0],
  time_zone: zone,
  ...Object.fromEntries(Object.entries(USUAL_TIMES).map(([name, time]) => [`at_${name}`, time])),
})

function timesOf(form: ScheduleForm): PatternTimes {
  const names = Object.keys(USUAL_TIMES) as TimeName[]
  return Object.fromEntries(
    names.map((name) => [name, scheduleText(form, `at_${name}`) || USUAL_TIMES[name]]),
  ) as PatternTimes
}

function rotationsIn(form: ScheduleForm, pattern: Pattern, now: Date) {
  const zone = scheduleText(form, 'time_zone').trim()
  return rotationsOf(pattern, timesOf(form), isTimeZone(zone) ? zone : 'UTC', now)
}

/**
 * Converts the form to the API's body. Throws 400 with the field of the form; of parts without people only if they are
 * needed.
 */
export function scheduleOfPattern(
  form: ScheduleForm,
  pattern: Pattern,
  people: readonly KnownPerson[],
  { isComplete, now }: { isComplete: boolean; now: Date },
): NewScheduleBody {
  const layers = rotationsIn(form, pattern, now).map(({ group, rotation }) => {
    const ids = peopleIn(form, `who_${group}`, people)
    const isOptional = PATTERN_PARTS[pattern].parts.some((part) => part.group === group && part.isOptional)
    if (ids.length === 0 && isComplete && !isOptional) throw invalidField(`/who_${group}`, 'no_reason')
    return { ...rotation, people: ids }
  })
  return {
    name: scheduleText(form, 'name').trim(),
    time_zone: scheduleText(form, 'time_zone').trim(),
    layers: layers.filter((layer) => layer.people.length > 0),
  }
}

/** The rotations of a pattern as fields of their own, with the people as they were entered. */
export function rotationFormOf(form: ScheduleForm, pattern: Pattern, now: Date): ScheduleForm {
  const rotations = rotationsIn(form, pattern, now)
  const { site_id } = form
  const fields = scheduleForm(
    {
      name: scheduleText(form, 'name'),
      time_zone: scheduleText(form, 'time_zone'),
      layers: rotations.map(({ rotation }) => ({ ...rotation, people: [] })),
    },
    new Map(),
  )
  const named = rotations.map(({ group }, index) => [`people_${index}`, scheduleText(form, `who_${group}`)])
  return { ...fields, ...Object.fromEntries(named), ...(site_id === undefined ? {} : { site_id }) }
}
