import Type, { type Static } from 'typebox'
import type { NotificationPreferences } from '../../../core/contact-methods/notification-preferences.ts'
import { SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { invalidField } from '../../../platform/errors.ts'
import { OneOf } from '../../../platform/http/schemas/shapes.ts'
import { WEEKDAYS, type Weekday } from '../../../platform/weekly-windows.ts'
import { Chosen, idsOf } from '../../frame/forms/form-fields.ts'

/** Steps that the form always offers; more are shown if they were set by the API. */
export const USUAL_STEPS = 3
const MOST_STEPS = 10
const MOST_METHODS = 10

const places = Array.from({ length: MOST_STEPS }, (_, place) => place)
export const minutesField = (place: number) => `after${place}`
export const methodsField = (place: number) => `by${place}`

const Clock = Type.Optional(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' }))
const Day = OneOf(WEEKDAYS)

/** Fields of the form. A step has minutes and any number of methods. */
export const PreferencesForm = Type.Object({
  min_severity: SeverityShape,
  quiet: Type.Optional(Type.Literal('yes')),
  from: Clock,
  to: Clock,
  days: Type.Optional(
    Type.Unsafe<Weekday | Weekday[]>({ anyOf: [Day, { type: 'array', items: Day, maxItems: WEEKDAYS.length }] }),
  ),
  zone: Type.String({ minLength: 1, maxLength: 64 }),
  critical_breaks_quiet: Type.Optional(Type.Literal('yes')),
  ...Object.fromEntries(places.map((place) => [minutesField(place), Type.Optional(Type.String({ maxLength: 10 }))])),
  ...Object.fromEntries(places.map((place) => [methodsField(place), Chosen(MOST_METHODS)])),
})
type Fields = Static<typeof PreferencesForm>

/** The preferences in the form. Throws 400 with the field for what its schema cannot check. Pure. */
export function preferencesIn(fields: Fields): NotificationPreferences {
  const { min_severity, zone, from, to } = fields
  const days = [fields.days ?? []].flat()
  if (fields.quiet === 'yes') {
    if (!from) throw invalidField('/from', 'no_time')
    if (!to) throw invalidField('/to', 'no_time')
    if (days.length === 0) throw invalidField('/days', 'no_days')
  }
  return {
    min_severity,
    quiet_hours: fields.quiet === 'yes' ? { from: from!, to: to!, days, time_zone: zone } : null,
    critical_breaks_quiet: fields.critical_breaks_quiet === 'yes',
    steps: stepsIn(fields as Record<string, string | string[] | undefined>),
  }
}

function stepsIn(fields: Record<string, string | string[] | undefined>): NotificationPreferences['steps'] {
  const steps = places.flatMap((place) => {
    const text = [fields[minutesField(place)] ?? ''].flat()[0]!.trim().replace(',', '.')
    if (text === '') return []
    const minutes = Number(text)
    if (!(minutes >= 0 && minutes <= 1_440)) throw invalidField(`/${minutesField(place)}`, 'no_number')
    const ids = idsOf(fields[methodsField(place)])
    return [{ after_s: Math.round(minutes * 60), method_ids: ids.length === 0 ? null : ids }]
  })
  return steps.length === 0 ? [{ after_s: 0, method_ids: null }] : steps
}
