import { TURN_UNITS } from '../../core/on-call/rotation.ts'
import { type Html, html } from '../../platform/html.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { boxes, choice, type FormState, field, textArea } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'
import { peopleOffer } from './people-field.ts'
import { daysOf, MOST_HOURS, type ScheduleForm, scheduleText } from './schedule-fields.ts'
import type { ScheduleFormPage } from './schedule-form-page.ts'

/** The fields of one rotation. */
export function rotationCard(
  reader: Reader,
  { fields, people }: ScheduleFormPage,
  index: number,
  shown: FormState,
): Html {
  const { form: words } = reader.t.onCall
  const { emails, offers } = peopleOffer(people)
  const units = TURN_UNITS.map((value) => ({ value, text: words.units[value] }))
  const hint = index === 0 ? `${words.peopleHint} ${words.known(emails.join(', '))}` : words.peopleHint
  return card(
    words.rotation(index + 1),
    html`${index === 0 ? null : html`<p>${words.rotationHint}</p>`}
    ${textArea({ name: `people_${index}`, label: reader.t.shared.places.users, hint, optional: true, maxlength: 20_000, offers }, shown)}
    <div class="row even">
      ${field({ name: `length_${index}`, label: words.length, type: 'number', min: 1, max: 168, optional: true }, shown)}
      ${choice({ name: `unit_${index}`, label: reader.t.terms.unit, options: units, chosen: 'week' }, shown)}
      ${field({ name: `start_date_${index}`, label: words.start, type: 'date', optional: true }, shown)}
      ${field({ name: `handover_${index}`, label: words.handover, type: 'time', optional: true }, shown)}
    </div>
    ${boxes(`weekdays_${index}`, words.weekdays, dayBoxes(reader, fields, `weekdays_${index}`))}<p class="hint">${words.weekdaysHint}</p>
    ${hoursPart(reader, fields, index, shown)}`,
  )
}

/** The hours that are there, and empty fields for one more. */
function hoursPart(reader: Reader, fields: ScheduleForm, index: number, shown: FormState): Html {
  const { form: words } = reader.t.onCall
  const isFilled = (place: number) =>
    ['from', 'to'].some((end) => scheduleText(fields, `${end}_${place}_${index}`) !== '')
  const filled = Array.from({ length: MOST_HOURS }, (_, place) => place).filter(isFilled)
  const count = Math.min(MOST_HOURS, (filled.at(-1) ?? -1) + 2)
  return html`<details class="hours"${filled.length > 0 ? html` open` : null}><summary>${words.hours}</summary>
    <p class="hint">${words.hoursHint} ${words.handoverHint}</p>
    ${Array.from({ length: count }, (_, place) => {
      const days = `days_${place}_${index}`
      return html`<div class="range" role="group" aria-label="${words.hours}, ${place + 1}">
        ${field({ name: `from_${place}_${index}`, label: reader.t.terms.from, type: 'time', optional: true }, shown)}
        ${field({ name: `to_${place}_${index}`, label: reader.t.terms.to, type: 'time', optional: true }, shown)}
        ${boxes(days, words.hoursDays, dayBoxes(reader, fields, days))}</div>`
    })}</details>`
}

const dayBoxes = ({ t }: Reader, fields: ScheduleForm, name: string) =>
  WEEKDAYS.map((value) => ({
    value,
    text: t.silences.weekdays[value].short,
    isTicked: daysOf(fields, name).includes(value),
  }))
