import type { ContactMethod } from '../../../core/contact-methods/contact-method-shapes.ts'
import type { NotificationPreferences } from '../../../core/contact-methods/notification-preferences.ts'
import { ZONES } from '../../../core/people/preferences/time-zones.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { WEEKDAYS } from '../../../platform/weekly-windows.ts'
import { boxes, checkbox, choice, type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card } from '../../frame/parts/page-parts.ts'
import { methodsField, minutesField, USUAL_STEPS } from './preferences-fields.ts'

interface PreferencesCard {
  preferences: NotificationPreferences
  methods: readonly ContactMethod[]
  /** Whether a schedule will ask this person. */
  isOnCall: boolean
  state: FormState
}

const DEFAULT_QUIET = { from: '22:00', to: '07:00', days: WEEKDAYS, time_zone: null }

/** When a person is notified, and by what first. */
export function preferencesCard(reader: Reader, page: PreferencesCard): Html {
  const { t, csrf } = reader
  const { preferences: words } = t.notifications
  const { preferences, isOnCall, state } = page
  const severities = SEVERITIES.map((value) => ({ value, text: t.shared.severities[value] }))
  const waits = preferences.quiet_hours !== null && !preferences.critical_breaks_quiet
  const { days: daysError, ...errors } = state.errors
  const shown = { ...state, errors }
  return card(
    words.title,
    html`
    ${waits && isOnCall ? html`<p class="notice warn">${words.notBreaking}</p>` : null}
    ${form(
      { action: '/account/notifications/preferences', csrf, label: words.title },
      html`
      ${formMessage({ ...state, message: state.message ?? daysError ?? null })}
      ${choice({ name: 'min_severity', label: words.minSeverity, hint: words.minSeverityHint, options: severities, chosen: preferences.min_severity }, shown)}
      ${quietFields(reader, page, shown)}
      ${stepFields(reader, page, shown)}
      <button class="primary">${t.shared.save}</button>`,
    )}`,
  )
}

function quietFields({ t, preferences: own }: Reader, { preferences }: PreferencesCard, state: FormState): Html {
  const { preferences: words } = t.notifications
  const isSent = Object.keys(state.values).length > 0
  const quiet = preferences.quiet_hours ?? DEFAULT_QUIET
  const zone = quiet.time_zone ?? own.zone ?? 'UTC'
  const zones = (ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((value) => ({ value, text: value }))
  const shown = { ...state, values: { from: quiet.from, to: quiet.to, ...state.values } }
  const isTicked = (name: string, now: boolean) => (isSent ? state.values[name] === 'yes' : now)
  return html`
    <fieldset class="quiet-hours">
      <legend>${words.quiet}</legend>
      ${checkbox({ name: 'quiet', label: words.quietTick, hint: words.quietHint }, isTicked('quiet', preferences.quiet_hours !== null))}
      <div class="times">${field({ name: 'from', label: t.terms.from, type: 'time', optional: true }, shown)}${field({ name: 'to', label: t.terms.to, type: 'time', hint: t.silences.form.toHint, optional: true }, shown)}</div>
      ${boxes(
        'days',
        words.days,
        WEEKDAYS.map((value) => ({
          value,
          text: t.silences.weekdays[value].short,
          isTicked: quiet.days.includes(value),
        })),
      )}
      ${choice({ name: 'zone', label: t.terms.zone, options: zones, chosen: zone }, shown)}
      ${checkbox({ name: 'critical_breaks_quiet', label: words.breaks, hint: words.breaksHint }, isTicked('critical_breaks_quiet', preferences.critical_breaks_quiet))}
    </fieldset>`
}

function stepFields({ t }: Reader, { preferences, methods }: PreferencesCard, state: FormState): Content {
  const { preferences: words } = t.notifications
  if (methods.length < 2) {
    // One method needs no order, but what was set is kept.
    return preferences.steps.map(
      ({ after_s, method_ids }, place) =>
        html`<input type="hidden" name="${minutesField(place)}" value="${after_s / 60}">${ownIds(method_ids, methods).map((id) => html`<input type="hidden" name="${methodsField(place)}" value="${id}">`)}`,
    )
  }
  const rows = Array.from({ length: Math.max(USUAL_STEPS, preferences.steps.length) }, (_, place) => place)
  return html`
    <fieldset class="own-steps">
      <legend>${words.steps}</legend>
      <p class="hint">${words.stepsHint}</p>
      ${rows.map((place) => {
        const step = preferences.steps[place]
        const name = minutesField(place)
        const now = step === undefined ? '' : String(step.after_s / 60)
        const chosen = ownIds(step?.method_ids ?? null, methods)
        return html`<fieldset class="boxes own-step"><legend>${t.terms.step(place + 1)}</legend>
        ${field({ name, label: words.after, type: 'number', min: 0, max: 1_440, step: 'any', optional: true, hint: place === 0 ? words.afterHint : words.stepUnused }, { ...state, values: { [name]: now, ...state.values } })}
        ${methods.map(({ id, label }) => html`<label><input type="checkbox" name="${methodsField(place)}" value="${id}"${chosen.includes(id) ? html` checked` : null}>${label}</label>`)}</fieldset>`
      })}
    </fieldset>`
}

/** Without methods that are gone. */
const ownIds = (ids: readonly number[] | null, methods: readonly ContactMethod[]): number[] =>
  (ids ?? []).filter((id) => methods.some((method) => method.id === id))
