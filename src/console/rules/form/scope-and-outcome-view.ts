import { isSafetyRule } from '../../../core/rules/editing/safety-rules.ts'
import { TRANSLATED } from '../../../core/rules/rule.ts'
import type { StoredRule } from '../../../core/rules/rule-store.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { WEEKDAYS } from '../../../platform/weekly-windows.ts'
import type { Language } from '../../../words/words.ts'
import type { Offers } from '../../frame/forms/forms.ts'
import { area, box, type FormPage, fieldText, input, select } from './controls.ts'
import { DURATIONS, STRETCHES } from './rule-fields.ts'

/** Defaults of a rule, as placeholders. */
const DEFAULT_TEXTS: Record<string, string> = {
  clear_for_s: '1 min',
  cooldown_s: '5 min',
  max_gap_s: '10 min',
  late_max_s: '1 d',
  expire_after_s: '7 d',
}

/** Devices and hours to which the rule applies. */
export function scopeCard(page: FormPage, names: ReadonlyMap<number, string>): Html {
  const { t } = page.reader
  const words = t.ruleForm
  const chosen = [...names].map(([id, name]) => html`<li><a href="/devices/${id}">#${id} · ${name}</a></li>`)
  const devices: Offers = { of: 'devices', names: new Map([...names].map(([id, name]) => [`#${id}`, name])) }
  const tags: Offers = { of: 'tags' }
  return html`<section class="card" aria-labelledby="scope-title">
  <h2 id="scope-title">${t.shared.places.devices}</h2>
  <fieldset class="ticks"><legend>${words.modules}</legend>${MODULES.map((module) =>
    box(page, { name: 'modules', value: module, label: t.shared.modules[module] }),
  )}</fieldset>
  <div class="pair">
    ${input(page, { name: 'tags', label: words.tags, hint: words.tagsHint, size: 'long', offers: tags })}
    ${input(page, { name: 'device_ids', label: words.deviceIds, hint: words.deviceIdsHint, size: 'long', offers: devices })}
  </div>
  ${chosen.length === 0 ? null : html`<ul class="chips without-scripts">${chosen}</ul>`}
  ${more(
    page,
    words.except,
    { said: ['exclude_tags', 'exclude_device_ids'] },
    html`<div class="pair">
    ${input(page, { name: 'exclude_tags', label: words.excludeTags, size: 'long', offers: tags })}
    ${input(page, { name: 'exclude_device_ids', label: words.excludeIds, size: 'long', offers: devices })}
  </div>`,
  )}
  ${more(page, words.hours, { said: ['hours0_from', 'hours0_to'], wrong: ['tz', 'hours0_from', 'hours0_to'] }, hours(page))}
</section>`
}

function hours(page: FormPage): Content {
  const { t } = page.reader
  const words = t.ruleForm
  const used = Array.from({ length: STRETCHES }, (_, place) => place).filter(
    (place) => fieldText(page, `hours${place}_from`) !== '' || fieldText(page, `hours${place}_to`) !== '',
  )
  const shown = Math.min(STRETCHES, (used.at(-1) ?? -1) + 2)
  return [
    input(page, { name: 'tz', label: t.terms.zone, placeholder: 'Europe/Ljubljana', size: 'long' }),
    Array.from(
      { length: shown },
      (_, place) => html`<fieldset class="ticks"><legend>${words.stretch(place + 1)}</legend>
      ${WEEKDAYS.map((day) => box(page, { name: `hours${place}_days`, value: day, label: t.silences.weekdays[day].short }))}
      ${input(page, { name: `hours${place}_from`, label: t.terms.from, type: 'time' })}
      ${input(page, { name: `hours${place}_to`, label: t.terms.to, type: 'time' })}</fieldset>`,
    ),
  ]
}

/** Name, title and incident settings. */
export function outcomeCard(page: FormPage): Html {
  const words = page.reader.t.ruleForm
  const mode = fieldText(page, 'incident_mode') === 'auto' ? 'auto' : ''
  return html`<section class="card" aria-labelledby="happens-title">
  <h2 id="happens-title">${words.happens}</h2>
  <div class="pair">
    ${input(page, { name: 'name', label: page.reader.t.terms.name, size: 'long' })}
    ${input(page, { name: 'title', label: words.alertTitle, hint: words.alertTitleHint, size: 'long' })}
  </div>
  <div class="sentence">
    ${select(page, { name: 'incident_mode', label: page.reader.t.terms.incident }, [
      { value: mode, text: words.incidentModes.auto },
      { value: 'always', text: words.incidentModes.always },
      { value: 'never', text: words.incidentModes.never },
    ])}
  </div>
  ${box(page, { name: 'incident_own', label: words.own })}
  ${box(page, { name: 'latch', label: words.latch })}
  <div class="sentence">
    ${select(page, { name: 'late', label: words.late }, [
      { value: '', text: words.lateModes.usual },
      { value: 'raise', text: words.lateModes.raise },
      { value: 'ignore', text: words.lateModes.ignore },
    ])}
  </div>
  ${more(page, words.timing, { said: [], wrong: [...DURATIONS, 'unit', 'runbook_url', 'labels', 'key', ...TRANSLATED.flatMap((language) => [`name_${language}`, `title_${language}`])] }, timing(page))}
</section>`
}

/** Source of the limits, and the reason for a change. */
export function whyCard(page: FormPage, stored: StoredRule | null): Html {
  const words = page.reader.t.ruleForm
  return html`<section class="card" aria-labelledby="why-title">
  <h2 id="why-title">${words.why}</h2>
  <div class="pair">
    ${input(page, { name: 'source', label: page.reader.t.rules.limits.source, size: 'long' })}
    ${stored && reasonInput(page, stored, 'reason')}
  </div>
</section>`
}

/** Why the rule is changed; the text of a rule has a field of its own. */
export const reasonInput = (page: FormPage, stored: StoredRule, name: 'reason' | 'text_reason'): Html => {
  const words = page.reader.t.ruleForm
  const hint = isSafetyRule(stored) ? words.reasonNeeded : words.reasonHint
  return input(page, { name, label: words.reason, hint, size: 'long' })
}

function timing(page: FormPage): Content {
  const words = page.reader.t.ruleForm
  const isNew = page.draft.version === 0
  return html`
  <div class="sentence">${DURATIONS.map((name) =>
    input(page, {
      name,
      label: words.durations[name],
      hint: words.durationHints[name],
      placeholder: words.usually[name] ?? DEFAULT_TEXTS[name],
      size: 'medium',
    }),
  )}</div>
  ${TRANSLATED.map((language) => translation(page, language))}
  <div class="pair">
    ${input(page, { name: 'unit', label: page.reader.t.terms.unit, hint: words.unitHint })}
    ${isNew ? input(page, { name: 'key', label: page.reader.t.terms.key, hint: words.keyHint, size: 'long' }) : null}
    ${input(page, { name: 'runbook_url', label: words.runbook, size: 'long', type: 'url' })}
    ${area(page, { name: 'labels', label: words.labels, hint: words.labelsHint, rows: 2 })}
  </div>`
}

/** Open if one of its fields is filled in or invalid. */
function more(
  page: FormPage,
  title: string,
  names: { said: readonly string[]; wrong?: readonly string[] },
  content: Content,
): Html {
  const { said, wrong = said } = names
  const isOpen = said.some((name) => fieldText(page, name) !== '') || wrong.some((name) => name in page.state.errors)
  return html`<details class="more"${isOpen ? html` open` : null}><summary>${title}</summary><div class="unfolded">${content}</div></details>`
}

function translation(page: FormPage, language: Language): Html {
  const { ruleForm, language: own } = page.reader.t
  const words = ruleForm.translation
  const name = new Intl.DisplayNames(own.locale, { type: 'language' }).of(language)!
  return html`<div class="pair">
    ${input(page, { name: `name_${language}`, label: words.name(name), size: 'long' })}
    ${input(page, { name: `title_${language}`, label: words.title(name), hint: words.hint(name), size: 'long' })}
  </div>`
}
