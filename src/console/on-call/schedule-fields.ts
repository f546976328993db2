import Type, { type TSchema } from 'typebox'
import type { KnownPerson } from '../../core/on-call/people-store.ts'
import { type Layer, LONGEST_TURN, TURN_UNITS } from '../../core/on-call/rotation.ts'
import { partsOfWeek, type RotationHours } from '../../core/on-call/rotation-hours.ts'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import type { NewScheduleBody } from '../../core/on-call/schedule-shapes.ts'
import { invalidField } from '../../platform/errors.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { WEEKDAYS, type Weekday } from '../../platform/weekly-windows.ts'
import { siteInForm } from '../frame/forms/site-field.ts'
import { PATTERN_GROUPS, PATTERNS, USUAL_TIMES } from './schedule-patterns.ts'

export const MOST_ROTATIONS = 10
/** Ranges of hours in a rotation. */
export const MOST_HOURS = 20

const Days = Type.Optional(
  Type.Unsafe<Weekday | Weekday[]>({
    anyOf: [
      { type: 'string', enum: [...WEEKDAYS] },
      { type: 'array', items: { type: 'string', enum: [...WEEKDAYS] }, maxItems: 7 },
    ],
  }),
)
const Clock = Type.Optional(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$', patternReason: 'no_clock' }))
const People = Type.Optional(PlainText({ maxLength: 20_000 }))
const rotationFields = {
  people: People,
  unit: Type.Optional(OneOf(TURN_UNITS)),
  length: Type.Optional(Type.String({ pattern: '^[0-9]{0,3}$' })),
  handover: Clock,
  start_date: Type.Optional(Type.String({ maxLength: 20 })),
  weekdays: Days,
}
const hoursFields = { from: Clock, to: Clock, days: Days }

const numbered = <Field>(fields: Record<string, Field>, count: number): Record<string, Field> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      Object.entries(fields).map(([name, field]): [string, Field] => [`${name}_${index}`, field]),
    ).flat(),
  )

/** Fields of the n-th rotation end with `_n`; of the m-th of its hours, with `_m_n`. */
export const ScheduleForm = Type.Object({
  ...siteInForm,
  name: Type.Optional(PlainText({ maxLength: 100 })),
  time_zone: Type.Optional(PlainText({ maxLength: 64 })),
  rotations: Type.Optional(Type.String({ pattern: '^([1-9]|10)$' })),
  what: Type.Optional(OneOf(['save', 'preview', 'more', 'rotations'])),
  pattern: Type.Optional(OneOf(PATTERNS)),
  ...Object.fromEntries(PATTERN_GROUPS.map((group) => [`who_${group}`, People])),
  ...Object.fromEntries(Object.keys(USUAL_TIMES).map((name) => [`at_${name}`, Clock])),
  ...numbered<TSchema>({ ...rotationFields, ...numbered(hoursFields, MOST_HOURS) }, MOST_ROTATIONS),
})
export type ScheduleForm = Record<string, string | string[] | undefined> & { what?: string }

export const scheduleText = (form: ScheduleForm, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

/** The ticked days of a field. */
export const daysOf = (form: ScheduleForm, name: string): Weekday[] => {
  const days = form[name] as Weekday | Weekday[] | undefined
  return days === undefined ? [] : [days].flat()
}

/** Converts the form to the API's body. Throws 400 with the field of the form. */
export function scheduleOf(form: ScheduleForm, people: readonly KnownPerson[]): NewScheduleBody {
  const layers = Array.from({ length: MOST_ROTATIONS }, (_, index) => layerOf(form, index, people))
  return {
    name: scheduleText(form, 'name').trim(),
    time_zone: scheduleText(form, 'time_zone').trim(),
    layers: layers.filter((layer) => layer !== null),
  }
}

/** The people named in a field, by email or by name. Throws 400. */
export function peopleIn(form: ScheduleForm, field: string, people: readonly KnownPerson[]): number[] {
  const lines = scheduleText(form, field)
    .split(/[\n,]/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '')
  return lines.map((line) => {
    const called = people.filter(({ name }) => name.toLowerCase() === line)
    const [person, ...others] = people.filter(({ email }) => email === line).concat(called)
    if (person === undefined) throw invalidField(`/${field}`, 'no_person_called', line)
    if (person.email === line || others.length === 0) return person.id
    throw invalidField(`/${field}`, 'name_of_several', line, called.map(({ email }) => email).join(', '))
  })
}

function layerOf(form: ScheduleForm, index: number, people: readonly KnownPerson[]): Layer | null {
  const field = (name: string) => scheduleText(form, `${name}_${index}`)
  const ids = peopleIn(form, `people_${index}`, people)
  if (ids.length === 0) return null
  const length = Number(field('length') || '1')
  const unit = (field('unit') || 'week') as Layer['unit']
  if (length < 1) throw invalidField(`/length_${index}`, 'too_small', 1)
  if (length > LONGEST_TURN[unit]) throw invalidField(`/length_${index}`, 'too_large', LONGEST_TURN[unit])
  const weekdays = daysOf(form, `weekdays_${index}`)
  const start_date = field('start_date').trim()
  if (!isDay(start_date)) throw invalidField(`/start_date_${index}`, 'no_day')
  const hours = Array.from({ length: MOST_HOURS }, (_, place) => hoursOf(form, `${place}_${index}`)).flat()
  const layer: Layer = {
    ...{ people: ids, start_date, unit, length },
    handover: field('handover') || (hours[0]?.from ?? '09:00'),
    ...(weekdays.length === 0 ? {} : { weekdays }),
    ...(hours.length === 0 ? {} : { hours }),
  }
  if (partsOfWeek(layer).length === 0) throw invalidField(`/from_0_${index}`, 'hours_never')
  return layer
}

/** Hours of which a time is given need the other one too. */
function hoursOf(form: ScheduleForm, place: string): RotationHours[] {
  const [from, to] = [scheduleText(form, `from_${place}`), scheduleText(form, `to_${place}`)]
  if (from === '' && to === '') return []
  if (from === '') throw invalidField(`/from_${place}`, 'no_reason')
  if (to === '') throw invalidField(`/to_${place}`, 'no_reason')
  const days = daysOf(form, `days_${place}`)
  return [{ ...(days.length === 0 ? {} : { days }), from, to }]
}

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    // It throws only for days that are not in the calendar.
    return false
  }
}

/** Converts a schedule to form fields. */
export function scheduleForm(
  { name, time_zone, layers }: Pick<OnCallSchedule, 'name' | 'time_zone' | 'layers'>,
  emails: ReadonlyMap<number, string>,
): ScheduleForm {
  const form: ScheduleForm = { name, time_zone, rotations: String(Math.max(1, layers.length)) }
  for (const [index, { people, unit, length, handover, start_date, weekdays = [], hours = [] }] of layers.entries()) {
    form[`people_${index}`] = people.map((id) => emails.get(id) ?? `#${id}`).join('\n')
    form[`unit_${index}`] = unit
    form[`length_${index}`] = String(length)
    form[`handover_${index}`] = handover
    form[`start_date_${index}`] = start_date
    form[`weekdays_${index}`] = weekdays
    for (const [place, { days = [], from, to }] of hours.entries()) {
      form[`from_${place}_${index}`] = from
      form[`to_${place}_${index}`] = to
      form[`days_${place}_${index}`] = days
    }
  }
  return form
}
