import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { userOf } from '../../core/people/credentials/caller.ts'
import { isZone, PreferencesShape, savePreferences } from '../../core/people/preferences/preferences.ts'
import { ZONES } from '../../core/people/preferences/time-zones.ts'
import { findDemo } from '../../fleet/demo/demo-store.ts'
import { invalidField } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { LANGUAGES, WORDS } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { choice, EMPTY_FORM, type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { loginLayout } from '../frame/page/layout.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Guest, type Reader, readerOf } from '../frame/page/reader.ts'
import { icon } from '../frame/parts/page-parts.ts'

export const FIRST_STEPS = '/setup/preferences'
const FIRST_DEVICE = '/setup/first-device'
const STEPS = 3

const SYSTEMS = {
  metric: { temperature: '°C', speed: 'km/h', length: 'm' },
  imperial: { temperature: '°F', speed: 'mph', length: 'ft' },
} as const

const { language, glucose } = PreferencesShape.properties
const PreferencesForm = Type.Object({
  language,
  glucose,
  zone: Type.String({ minLength: 1, maxLength: 64 }),
  units: Type.Enum(['metric', 'imperial']),
})

export const stepMark = ({ t }: Guest, step: number): Html =>
  html`<p class="meta step-mark">${t.login.step(step, STEPS)}</p>`

/** Steps after the account of the first administrator: preferences, and a demo. */
export const firstStepsPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db }) => {
  showPage(server, 'admin', 'installation', FIRST_STEPS, {
    show: async (reader) => preferencesView(reader, EMPTY_FORM),
  })

  takeForm(server, 'admin', 'installation', FIRST_STEPS, {
    body: PreferencesForm,
    async submit(request, { units, ...chosen }) {
      if (!isZone(chosen.zone)) throw invalidField('/zone', 'no_time_zone')
      await savePreferences(db, userOf(request).id, { ...chosen, ...SYSTEMS[units as keyof typeof SYSTEMS] })
      return FIRST_DEVICE
    },
    again: (request: FastifyRequest, state: FormState) => preferencesView(readerOf(request), state),
  })

  showPage(server, 'admin', 'installation', FIRST_DEVICE, {
    show: async (reader) => firstDeviceView(reader, (await findDemo(db)) !== null),
  })
}

function preferencesView(reader: Reader, state: FormState): Html {
  const { preferences, csrf, t } = reader
  const { login: e } = t
  const same = (values: readonly string[]) => values.map((value) => ({ value, text: value }))
  const languages = LANGUAGES.map((value) => ({ value, text: WORDS[value].language.name }))
  const zone = choice(
    { name: 'zone', label: t.terms.zone, options: same(ZONES), chosen: preferences.zone ?? 'UTC' },
    state,
  )
  return loginLayout(
    reader,
    e.howYouLikeIt,
    html`
    ${stepMark(reader, 2)}
    ${form(
      { action: FIRST_STEPS, csrf },
      html`
      <p>${e.preferencesHint}</p>
      ${formMessage(state)}
      ${choice({ name: 'language', label: t.account.preferences.language, options: languages, chosen: preferences.language }, state)}
      <div class="field"${preferences.zone === null && state === EMPTY_FORM ? html` data-own-zone` : null}>${zone}</div>
      ${choice(
        {
          name: 'units',
          label: t.account.preferences.units,
          options: [
            { value: 'metric', text: e.metric },
            { value: 'imperial', text: e.imperial },
          ],
          chosen: preferences.speed === 'mph' ? 'imperial' : 'metric',
        },
        state,
      )}
      ${choice({ name: 'glucose', label: t.shared.measures.glucose, options: same(['mg/dL', 'mmol/L']), chosen: preferences.glucose }, state)}
      <button class="primary">${e.proceed}</button>`,
    )}`,
  )
}

function firstDeviceView(reader: Reader, isLoaded: boolean): Html {
  const { login: e, devices, sources } = reader.t
  return loginLayout(
    reader,
    e.firstDevice,
    html`
    ${stepMark(reader, 3)}
    <p>${e.firstDeviceHint}</p>
    <a class="button primary" href="/devices/new">${icon('plus')}${devices.add}</a>
    <p>${e.firstSourceHint}</p>
    <a class="button wide" href="/sources/new">${icon('radio')}${sources.add}</a>
    ${
      isLoaded
        ? html`<p>${e.demoLoaded}</p>`
        : html`<p>${e.demoHint}</p>${form({ action: '/demo', csrf: reader.csrf }, html`<button class="wide">${icon('sparkles')}${e.loadDemo}</button>`)}`
    }
    <p><a href="/">${isLoaded ? e.toOverview : e.later}</a></p>`,
  )
}
