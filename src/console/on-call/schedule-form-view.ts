import type { KnownPerson } from '../../core/on-call/people-store.ts'
import { TURN_UNITS } from '../../core/on-call/rotation.ts'
import type { NewScheduleBody } from '../../core/on-call/schedule-shapes.ts'
import { type Html, html } from '../../platform/html.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { card } from '../parts/page-parts.ts'
import { siteField } from '../parts/site-field.ts'
import { choice, type FormState, field, form, message, textArea } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Reader } from '../shell/reader.ts'
import { rotationList } from './rotation-sentence.ts'
import { daysOf, MOST_ROTATIONS, type ScheduleForm, textOf } from './schedule-fields.ts'

export interface ScheduleFormPage {
  /** The schedule to change; null for a new one. */
  schedule: { id: number; name: string } | null
  fields: ScheduleForm
  people: readonly KnownPerson[]
  preview: NewScheduleBody | null
  state: FormState
}

export function scheduleFormView(reader: Reader, page: ScheduleFormPage): Html {
  const { t, csrf } = reader
  const { onCall: words } = t
  const { schedule, fields, state, preview } = page
  const title = schedule === null ? words.add : words.edit
  const trail = [{ name: words.title, address: '/on-call' }]
  if (schedule !== null) trail.push({ name: schedule.name, address: `/on-call/${schedule.id}` })
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const shown: FormState = { ...state, values: Object.fromEntries(texts) }
  const count = Math.min(MOST_ROTATIONS, Number(textOf(fields, 'rotations') || '1'))
  const isShown = (name: string) => /^(name|time_zone|site_id)$|^(people|length|handover|start_date)_\d$/.test(name)
  const [otherError] = Object.entries(state.errors).flatMap(([name, text]) => (isShown(name) ? [] : [text]))
  return shell(
    reader,
    { title, place: 'onCall', trail },
    html`${message({ ...state, message: state.message ?? otherError ?? null })}
    ${preview === null ? null : card(words.form.previewTitle, previewPart(reader, page.people, preview))}
    <div class="schedule-form">${form(
      { action: schedule === null ? '/on-call' : `/on-call/${schedule.id}`, csrf, label: title },
      html`<section class="card">${schedule === null ? siteField(reader, 'admin', shown) : null}<div class="row even">
        ${field({ name: 'name', label: words.form.name, maxlength: 100, autofocus: schedule === null && (shown.values.name ?? '') === '' }, shown)}
        ${field({ name: 'time_zone', label: words.form.zone, hint: words.form.zoneHint, maxlength: 64 }, shown)}</div>
        ${schedule === null ? null : html`<p class="meta">${words.form.pastStays}</p>`}</section>
      <input type="hidden" name="rotations" value="${count}">
      ${Array.from({ length: count }, (_, index) => rotationCard(reader, page, index, shown))}
      <p class="beside"><button class="primary" name="what" value="save">${schedule === null ? words.form.create : t.shared.save}</button>
      <button name="what" value="preview" formnovalidate>${words.form.preview}</button>
      ${count < MOST_ROTATIONS ? html`<button name="what" value="more" formnovalidate>${words.form.more}</button>` : null}</p>`,
    )}</div>`,
  )
}

function previewPart(reader: Reader, people: readonly KnownPerson[], { layers, time_zone }: NewScheduleBody): Html {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  if (layers.length === 0) return html`<p>${reader.t.onCall.form.nobodyYet}</p>`
  return rotationList(reader, layers, time_zone, names)
}

function rotationCard({ t }: Reader, { fields, people }: ScheduleFormPage, index: number, shown: FormState): Html {
  const { form: words } = t.onCall
  const days = daysOf(fields, index)
  const known = people.filter(({ enabled }) => enabled).map(({ email }) => email)
  const names = new Map(people.map(({ email, name }) => [email, name]))
  const units = TURN_UNITS.map((value) => ({ value, text: words.units[value] }))
  return card(
    words.rotation(index + 1),
    html`${index === 0 ? null : html`<p>${words.rotationHint}</p>`}
    ${textArea({ name: `people_${index}`, label: words.people, hint: index === 0 ? `${words.peopleHint} ${words.known(known.join(', '))}` : words.peopleHint, optional: true, maxlength: 20_000, offers: { of: 'people', names } }, shown)}
    <div class="row even">
      ${field({ name: `length_${index}`, label: words.length, type: 'number', min: 1, max: 52, optional: true }, shown)}
      ${choice({ name: `unit_${index}`, label: words.unit, options: units, chosen: 'week' }, shown)}
      ${field({ name: `start_date_${index}`, label: words.start, type: 'date', optional: true }, shown)}
      ${field({ name: `handover_${index}`, label: words.handover, type: 'time', optional: true }, shown)}
    </div>
    <fieldset class="boxes"><legend>${words.weekdays}</legend>${WEEKDAYS.map(
      (day) =>
        html`<label><input type="checkbox" name="weekdays_${index}" value="${day}"${days.includes(day) ? html` checked` : null}>${t.silences.weekdays[day].short}</label>`,
    )}</fieldset><p class="hint">${words.weekdaysHint}</p>`,
  )
}
