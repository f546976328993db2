import { MODULES } from '../../core/vocabulary/modules.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { type Html, html } from '../../platform/html.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { boxes, checkbox, choice, type FormState, field, form, formMessage, textArea } from '../frame/forms/forms.ts'
import { siteField } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'
import type { SilencePreview } from './read-preview.ts'
import { DURATIONS_S, isChosen, type SilenceForm, WHEN } from './silence-fields.ts'
import { previewPanel } from './silence-preview.ts'

interface SilenceFormPage {
  /** The silence to change; null for a new one. */
  silence: { id: number; reason: string } | null
  fields: SilenceForm
  rules: readonly { key: string; name: string }[]
  tags: readonly string[]
  /** Names by id of the devices in the form. */
  deviceNames: ReadonlyMap<string, string>
  preview: SilencePreview | null
  state: FormState
}

export function silenceFormView(reader: Reader, page: SilenceFormPage): Html {
  const { t, csrf } = reader
  const { silence, fields, state, preview } = page
  const action = silence === null ? '/silences' : `/silences/${silence.id}`
  const title = silence === null ? t.silences.add : t.silences.edit
  const trail = [{ name: t.shared.places.silences, address: '/silences' }]
  if (silence !== null) trail.push({ name: silence.reason, address: action })
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const shown: FormState = { ...state, values: Object.fromEntries(texts) }
  const { form: words } = t.silences
  const [otherError] = Object.entries(state.errors).flatMap(([name, text]) => (SHOWN.has(name) ? [] : [text]))
  return shell(
    reader,
    { title, place: 'silences', trail },
    html`${formMessage({ ...state, message: state.message ?? otherError ?? null })}
    <div class="wide-narrow silence-form">
      ${form(
        { action, csrf, id: 'silence', label: title },
        html`<section class="card">${silence === null ? siteField(reader, 'operator', shown) : null}${field({ name: 'reason', label: t.terms.reason, hint: words.reasonHint, maxlength: 500, autofocus: silence === null && (shown.values.reason ?? '') === '' }, shown)}</section>
        ${scopeCard(reader, page, shown)}
        ${whenCard(reader, page, shown)}
        <p class="beside"><button class="primary" name="what" value="save">${silence === null ? words.create : t.shared.save}</button>
        <button name="what" value="preview" formnovalidate>${t.terms.preview}</button></p>`,
      )}
      <div id="preview" class="stack" hx-post="${action}" hx-trigger="change from:#silence delay:400ms" hx-include="#silence" hx-vals='{"what":"preview"}' hx-select="#preview" hx-target="#preview" hx-swap="outerMorph" aria-live="polite">
        ${card(words.previewTitle, preview === null ? html`<p class="meta">${words.previewWhat}</p>` : previewPanel(reader, preview))}
      </div>
    </div>`,
  )
}

/** Fields that show their own errors. */
const SHOWN = new Set(['site_id', 'reason', 'devices', 'tags', 'starts_at', 'ends_at', 'from', 'to'])

function scopeCard({ t }: Reader, { fields, rules, tags, deviceNames }: SilenceFormPage, shown: FormState): Html {
  const { form: words } = t.silences
  const severities = SEVERITIES.map((value) => ({ value, text: t.shared.severities[value] }))
  const modules = MODULES.map((value) => ({
    value,
    text: t.shared.modules[value],
    isTicked: isChosen(fields.modules, value),
  }))
  const known = tags.length === 0 ? words.tagsHint : `${words.tagsHint} ${t.policies.form.knownTags(tags.join(', '))}`
  const ruleBoxes = rules.map(({ key, name }) => ({
    value: key,
    text: name,
    isTicked: isChosen(fields.rule_keys, key),
  }))
  return card(
    t.terms.scope,
    html`<p>${words.scopeHint}</p>
    ${boxes('modules', t.silences.words.modules, modules)}
    ${field({ name: 'tags', label: t.silences.words.tags, hint: known, optional: true, maxlength: 5_000, offers: { of: 'tags' } }, shown)}
    ${textArea({ name: 'devices', label: t.silences.words.devices, hint: words.devicesHint, rows: 3, optional: true, offers: { of: 'devices', names: deviceNames } }, shown)}
    <details class="rule-boxes"${ruleBoxes.some(({ isTicked }) => isTicked) ? html` open` : null}><summary>${t.silences.words.rules}</summary>${boxes('rule_keys', words.rulesHint, ruleBoxes, { isLong: true })}</details>
    ${choice({ name: 'max_severity', label: words.maxSeverity, options: severities, chosen: 'critical' }, shown)}
    ${checkbox({ name: 'covers_safety', label: words.safety, hint: words.safetyHint }, fields.covers_safety === 'yes')}`,
  )
}

function whenCard({ t, format }: Reader, { fields, silence }: SilenceFormPage, shown: FormState): Html {
  const { form: words, weekdays } = t.silences
  const chosen = fields.when ?? 'now'
  const durations = DURATIONS_S.map((seconds) => ({ value: String(seconds), text: format.duration(seconds) }))
  const days = WEEKDAYS.map((value) => ({ value, text: weekdays[value].long, isTicked: isChosen(fields.days, value) }))
  return card(
    t.terms.time,
    html`${boxes(
      'when',
      words.whenLegend,
      WHEN.map((value) => ({ value, text: words.whens[value], isTicked: value === chosen })),
      { type: 'radio' },
    )}
    <p class="hint">${words.zone(format.zone)}</p>
    <div class="for-now">${choice({ name: 'duration_s', label: silence === null ? t.terms.duration : words.durationFromNow, options: durations, chosen: '7200' }, shown)}</div>
    <div class="for-weekly stack">${boxes('days', words.days, days)}
      <div class="beside">${field({ name: 'from', label: t.terms.from, type: 'time', optional: true }, shown)}${field({ name: 'to', label: t.terms.to, type: 'time', optional: true, hint: words.toHint }, shown)}</div></div>
    <div class="for-range">${field({ name: 'starts_at', label: words.startsAt, type: 'datetime-local', optional: true }, shown)}</div>
    <div class="for-end">${field({ name: 'ends_at', label: words.endsAt, type: 'datetime-local', optional: true, hint: words.endsHint }, shown)}</div>`,
  )
}
