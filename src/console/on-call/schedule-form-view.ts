import { type Html, html } from '../../platform/html.ts'
import { type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { siteField } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { patternOf } from './pattern-fields.ts'
import { patternFields } from './pattern-form-view.ts'
import { rotationCard } from './rotation-card.ts'
import { MOST_ROTATIONS, scheduleText } from './schedule-fields.ts'
import type { ScheduleFormPage } from './schedule-form-page.ts'
import { previewPart } from './schedule-preview.ts'

/** A new schedule is asked for as a pattern first; its rotations, and those of a schedule that is there, one by one. */
export function scheduleFormView(reader: Reader, page: ScheduleFormPage): Html {
  const { t, csrf } = reader
  const { onCall: words } = t
  const { schedule, fields, state, people, preview } = page
  const title = schedule === null ? words.add : words.edit
  const trail = [{ name: words.title, address: '/on-call' }]
  if (schedule !== null) trail.push({ name: schedule.name, address: `/on-call/${schedule.id}` })
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const shown: FormState = { ...state, values: Object.fromEntries(texts) }
  const [otherError] = Object.entries(state.errors).flatMap(([name, text]) => (isShown(name) ? [] : [text]))
  const action = addressOf(schedule)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return shell(
    reader,
    { title, place: 'onCall', trail },
    html`${formMessage({ ...state, message: state.message ?? otherError ?? null })}
    <div class="wide-narrow schedule-form">${form(
      { action, csrf, id: 'schedule', label: title },
      html`<section class="card">${schedule === null ? siteField(reader, 'admin', shown) : null}<div class="row even">
        ${field({ name: 'name', label: t.terms.name, maxlength: 100, autofocus: schedule === null && (shown.values.name ?? '') === '' }, shown)}
        ${field({ name: 'time_zone', label: t.terms.zone, hint: words.form.zoneHint, maxlength: 64 }, shown)}</div>
        ${schedule === null ? null : html`<p class="meta">${words.form.pastStays}</p>`}</section>
      ${schedule === null && patternOf(fields) !== null ? patternParts(reader, page, shown) : rotationParts(reader, page, shown)}`,
    )}
    ${previewPart(reader, { preview, names, action })}</div>`,
  )
}

/** Fields that show their own errors. */
const isShown = (name: string): boolean =>
  /^(name|time_zone|site_id)$|^(who|at)_[a-z]+$|^(people|length|handover|start_date)_\d$|^(from|to)_\d+_\d$/.test(name)

function patternParts(reader: Reader, page: ScheduleFormPage, shown: FormState): Html {
  const { form: words, patterns } = reader.t.onCall
  return html`${patternFields(reader, page, patternOf(page.fields)!, shown)}
  <p class="beside"><button class="primary" name="what" value="save">${words.create}</button>
  ${previewButton(page, reader.t.terms.preview)}
  <button name="what" value="rotations" formnovalidate>${patterns.rotations}</button></p>`
}

function rotationParts(reader: Reader, page: ScheduleFormPage, shown: FormState): Html {
  const { t } = reader
  const { form: words } = t.onCall
  const count = Math.min(MOST_ROTATIONS, Number(scheduleText(page.fields, 'rotations') || '1'))
  return html`<input type="hidden" name="rotations" value="${count}">
  ${Array.from({ length: count }, (_, index) => rotationCard(reader, page, index, shown))}
  <p class="beside"><button class="primary" name="what" value="save">${page.schedule === null ? words.create : t.shared.save}</button>
  ${previewButton(page, t.terms.preview)}
  ${count < MOST_ROTATIONS ? html`<button name="what" value="more" formnovalidate>${words.more}</button>` : null}</p>`
}

/** Leads to the preview, which is below the form on a phone. */
const previewButton = ({ schedule }: ScheduleFormPage, text: string): Html =>
  html`<button name="what" value="preview" formaction="${addressOf(schedule)}#preview" formnovalidate>${text}</button>`

const addressOf = (schedule: ScheduleFormPage['schedule']): string =>
  schedule === null ? '/on-call' : `/on-call/${schedule.id}`
