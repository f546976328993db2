import Type, { type Static } from 'typebox'
import type { DeviceSettings } from '../../../core/devices/change-device.ts'
import { ChangedDeviceBody, NewDeviceBody, newDeviceOf, settingsOf } from '../../../core/devices/device-bodies.ts'
import type { NewDevice } from '../../../core/devices/device-store.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { invalidFields, RequestError } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { errorOf, type FormState, field, textArea } from '../../frame/forms/forms.ts'
import { chosenSite, siteInForm } from '../../frame/forms/site-field.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleIcon } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'

const LongText = PlainText({ maxLength: 10_000 })

/** Loose types for forms; the API's schema validates the values. */
const fields = {
  name: LongText,
  tags: LongText,
  notes: LongText,
  expected_interval_s: LongText,
  offline_after_s: Type.Optional(LongText),
}
export const NewDeviceForm = Type.Object({ ...fields, module: Type.Optional(LongText), ...siteInForm })
export const SettingsForm = Type.Object({ ...fields, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) })

const checkNew = schemaCheck(NewDeviceBody)
const checkSettings = schemaCheck(ChangedDeviceBody)

/** Throws 400 with the invalid field, by the rules of the API. */
export function newDeviceIn(form: Static<typeof NewDeviceForm>): NewDevice {
  const site_id = chosenSite(form)
  return newDeviceOf(
    byField(() =>
      checkNew({
        ...bodyOf(form),
        ...(form.module === undefined ? {} : { module: form.module }),
        ...(site_id == null ? {} : { site_id }),
      }),
    ),
  )
}

export const settingsIn = (form: Static<typeof SettingsForm>): Partial<DeviceSettings> =>
  settingsOf(byField(() => checkSettings(bodyOf(form))))

function bodyOf({ name, tags, notes, expected_interval_s, offline_after_s }: Static<typeof NewDeviceForm>) {
  return {
    name,
    notes: notes.replaceAll('\r\n', '\n'),
    tags: tags.split(',').filter((tag) => tag.trim() !== ''),
    expected_interval_s: secondsIn(expected_interval_s),
    ...(offline_after_s === undefined ? {} : { offline_after_s: secondsIn(offline_after_s) }),
  }
}

/** Text that is not a number is passed on, to be refused. */
const secondsIn = (text: string): number | string | null =>
  text.trim() === '' ? null : /^\d{1,10}$/.test(text.trim()) ? Number(text) : text

/** A fault of one tag is shown at the field of all tags. */
function byField<Body>(check: () => Body): Body {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors === undefined) throw error
    const errors = error.errors.map((fault) => ({ ...fault, field: fault.field.replace(/^(\/\w+).*$/, '$1') }))
    throw invalidFields(errors)
  }
}

/** A card for each module. */
export function moduleChoice({ t }: Reader, { values, errors }: FormState): Html {
  return html`
  <fieldset class="field kinds"${errors.module ? html` aria-describedby="module-error"` : null}>
    <legend>${t.onboarding.module}</legend>
    <p class="hint">${t.onboarding.moduleHint}</p>
    <div class="kind-cards">${MODULES.map(
      (module) => html`
      <label class="kind-card"><input type="radio" name="module" value="${module}" required${values.module === module ? html` checked` : null}>${icon(moduleIcon(module))}<span><strong>${t.shared.modules[module]}</strong><span class="hint">${t.shared.moduleHints[module]}</span></span></label>`,
    )}</div>
    ${errorOf('module', errors)}
  </fieldset>`
}

export const nameField = ({ t }: Reader, state: FormState, isNew: boolean): Html =>
  field(
    { name: 'name', label: t.onboarding.name, hint: t.onboarding.nameHint, maxlength: 100, autofocus: isNew },
    state,
  )

/** All fields except name and module. */
export function otherFields({ t, format }: Reader, state: FormState, defaultOfflineS: number | null): Html {
  const { onboarding: o } = t
  const seconds = { type: 'number', min: 1, max: 31_622_400, unit: o.seconds, optional: true } as const
  return html`
  ${field({ name: 'expected_interval_s', label: o.interval, hint: o.intervalHint, ...seconds }, state)}
  ${
    defaultOfflineS === null
      ? null
      : field(
          {
            name: 'offline_after_s',
            label: o.offlineAfter,
            hint: o.offlineAfterHint(format.duration(defaultOfflineS)),
            ...seconds,
          },
          state,
        )
  }
  ${field({ name: 'tags', label: o.tags, hint: o.tagsHint, optional: true, maxlength: 1_000, offers: { of: 'tags' } }, state)}
  ${textArea({ name: 'notes', label: o.notes, hint: o.notesHint, rows: 3, maxlength: 2_000, optional: true }, state)}`
}
