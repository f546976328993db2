import { ZONES } from '../../core/people/preferences/time-zones.ts'
import { type Html, html } from '../../platform/html.ts'
import { LANGUAGES, WORDS } from '../../words/words.ts'
import { checkbox, choice, type FormState, form, formMessage } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'

const same = (values: readonly string[]) => values.map((value) => ({ value, text: value }))
const named = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

/** Display preferences. Saving reloads the page, so that all of it uses them. */
export function preferencesForm({ t, csrf, preferences, format, now }: Reader, state: FormState): Html {
  const { preferences: p } = t.account
  const zone = preferences.zone ?? 'UTC'
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES]
  const pick = (name: 'theme' | 'density' | 'times', texts: Readonly<Record<string, string>>) =>
    choice({ name, label: p[name], options: named(texts), chosen: preferences[name] }, state)
  const unit = (name: 'temperature' | 'speed' | 'length' | 'glucose', units: readonly string[]) =>
    choice({ name, label: p[name], options: same(units), chosen: preferences[name] }, state)
  return form(
    { action: '/account/preferences', csrf, label: p.title },
    html`
    ${formMessage(state)}
    <div class="pairs-of-fields">
      ${choice({ name: 'language', label: p.language, options: LANGUAGES.map((value) => ({ value, text: WORDS[value].language.name })), chosen: preferences.language }, state)}
      ${choice({ name: 'zone', label: t.terms.zone, options: same(zones), chosen: zone, hint: p.zoneHint(format.exact(now)) }, state)}
      ${pick('theme', p.themes)}
      ${pick('density', p.densities)}
      ${pick('times', p.timesChoices)}
    </div>
    <fieldset>
      <legend>${p.units}</legend>
      <div class="pairs-of-fields">
        ${unit('temperature', ['°C', '°F'])}
        ${unit('speed', ['km/h', 'mph'])}
        ${unit('length', ['m', 'ft'])}
        ${unit('glucose', ['mg/dL', 'mmol/L'])}
      </div>
    </fieldset>
    <fieldset>
      <legend>${p.behaviour}</legend>
      ${checkbox({ name: 'shortcuts', label: t.shared.palette.help, hint: p.shortcutsHint }, preferences.shortcuts)}
      ${checkbox({ name: 'sound', label: p.sound, hint: p.soundHint }, preferences.sound)}
      <p class="ask-notifications" data-notifications hidden><button type="button" class="quiet">${p.notify}</button> <span class="meta" role="status" data-granted="${p.notifyGranted}" data-denied="${p.notifyDenied}">${p.notifyHint}</span></p>
    </fieldset>
    <button class="primary">${t.shared.save}</button>`,
  )
}
