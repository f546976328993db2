import Type, { type Static } from 'typebox'
import type { DutySchedule } from '../../core/on-call/duty-schedule.ts'
import type { KnownPerson } from '../../core/on-call/people-store.ts'
import { type Layer, TURN_UNITS } from '../../core/on-call/rotation.ts'
import type { NewScheduleBody } from '../../core/on-call/schedule-shapes.ts'
import { invalidField } from '../../platform/errors.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { WEEKDAYS, type Weekday } from '../../platform/weekly-windows.ts'
import { siteInForm } from '../parts/site-field.ts'

export const MOST_ROTATIONS = 10

const Days = Type.Optional(
  Type.Unsafe<Weekday | Weekday[]>({
    anyOf: [
      { type: 'string', enum: [...WEEKDAYS] },
      { type: 'array', items: { type: 'string', enum: [...WEEKDAYS] }, maxItems: 7 },
    ],
  }),
)
const rotationFields = {
  people: Type.Optional(PlainText({ maxLength: 20_000 })),
  unit: Type.Optional(OneOf(TURN_UNITS)),
  length: Type.Optional(Type.String({ pattern: '^[0-9]{0,3}$' })),
  handover: Type.Optional(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$', patternReason: 'no_clock' })),
  start_date: Type.Optional(Type.String({ maxLength: 20 })),
  weekdays: Days,
}
type RotationForm = Static<ReturnType<typeof rotationForm>>
const rotationForm = () => Type.Object(rotationFields)

/** Fields of the n-th rotation end with `_n`. */
export const ScheduleForm = Type.Object({
  ...siteInForm,
  name: Type.Optional(PlainText({ maxLength: 100 })),
  time_zone: Type.Optional(PlainText({ maxLength: 64 })),
  rotations: Type.Optional(Type.String({ pattern: '^([1-9]|10)$' })),
  what: Type.Optional(OneOf(['save', 'preview', 'more'])),
  ...Object.fromEntries(
    Array.from({ length: MOST_ROTATIONS }, (_, index) =>
      Object.entries(rotationFields).map(([name, field]) => [`${name}_${index}`, field]),
    ).flat(),
  ),
})
export type ScheduleForm = Record<string, string | string[] | undefined> & { what?: string }

export const textOf = (form: ScheduleForm, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

export const daysOf = (form: ScheduleForm, index: number): Weekday[] => {
  const days = form[`weekdays_${index}`] as RotationForm['weekdays']
  return days === undefined ? [] : [days].flat()
}

/** Converts the form to the API's body. Throws 400 with the field of the form. */
export function scheduleOf(form: ScheduleForm, people: readonly KnownPerson[]): NewScheduleBody {
  const layers = Array.from({ length: MOST_ROTATIONS }, (_, index) => layerOf(form, index, people))
  return {
    name: textOf(form, 'name').trim(),
    time_zone: textOf(form, 'time_zone').trim(),
    layers: layers.filter((layer) => layer !== null),
  }
}

function layerOf(form: ScheduleForm, index: number, people: readonly KnownPerson[]): Layer | null {
  const field = (name: string) => textOf(form, `${name}_${index}`)
  const lines = field('people')
    .split(/[\n,]/)
    .map((line) => line.trim().toLowerCase())
  const named = lines.filter((line) => line !== '')
  if (named.length === 0) return null
  const ids = named.map((line) => {
    const called = people.filter(({ name }) => name.toLowerCase() === line)
    const [person, ...others] = people.filter(({ email }) => email === line).concat(called)
    if (person === undefined) throw invalidField(`/people_${index}`, 'no_person_called', line)
    if (person.email === line || others.length === 0) return person.id
    throw invalidField(`/people_${index}`, 'name_of_several', line, called.map(({ email }) => email).join(', '))
  })
  const length = Number(field('length') || '1')
  if (length < 1 || length > 52) throw invalidField(`/length_${index}`, 'days_outside', 1, 52)
  const weekdays = daysOf(form, index)
  const start_date = field('start_date').trim()
  if (!isDay(start_date)) throw invalidField(`/start_date_${index}`, 'no_day')
  return {
    ...{ people: ids, start_date, length, handover: field('handover') || '09:00' },
    unit: (field('unit') || 'week') as Layer['unit'],
    ...(weekdays.length === 0 ? {} : { weekdays }),
  }
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
export function formOf({ name, time_zone, layers }: DutySchedule, emails: ReadonlyMap<number, string>): ScheduleForm {
  const form: ScheduleForm = { name, time_zone, rotations: String(Math.max(1, layers.length)) }
  for (const [index, { people, unit, length, handover, start_date, weekdays = [] }] of layers.entries()) {
    form[`people_${index}`] = people.map((id) => emails.get(id) ?? `#${id}`).join('\n')
    form[`unit_${index}`] = unit
    form[`length_${index}`] = String(length)
    form[`handover_${index}`] = handover
    form[`start_date_${index}`] = start_date
    form[`weekdays_${index}`] = weekdays
  }
  return form
}
