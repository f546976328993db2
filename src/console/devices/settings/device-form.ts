import Type, { type Static } from 'typebox'
import { ChangedDeviceBody, NewDeviceBody, newDeviceOf, settingsInBody } from '../../../core/devices/device-bodies.ts'
import {
  DEVICE_SETTINGS,
  type DeviceSetting,
  type DeviceSettings,
  type FieldName,
  type NewDevice,
  notationOf,
  SHOWN_SETTINGS,
} from '../../../core/devices/device-settings.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { invalidFields, RequestError } from '../../../platform/errors.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { errorOf, type FormState, field, textArea } from '../../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../../frame/forms/site-field.ts'
import type { Column } from '../../frame/lists/data-table.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleIcon } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'

const LONGEST = 10_000
const LongText = PlainText({ maxLength: LONGEST })
/** Between tags. */
const BETWEEN = ', '

const FORM_NAMES = [...SHOWN_SETTINGS.map(([name]) => name), 'module' as const]
type FormName = (typeof FORM_NAMES)[number]
/** Loose types for forms; the API's schema validates the values. */
const fields = Object.fromEntries(FORM_NAMES.map((name) => [name, Type.Optional(LongText)])) as Record<
  FormName,
  Type.TOptional<Type.TString>
>
export const NewDeviceForm = Type.Object({ ...fields, ...siteInForm })
export const SettingsForm = Type.Object({ ...fields, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) })

const checkNew = schemaCheck(NewDeviceBody)
const checkSettings = schemaCheck(ChangedDeviceBody)

/** Throws 400 with the invalid field, by the rules of the API. */
export function newDeviceIn(form: Static<typeof NewDeviceForm>): NewDevice {
  const site_id = siteIdIn(form)
  return newDeviceOf(byField(() => checkNew({ ...bodyOf(form), ...(site_id == null ? {} : { site_id }) })))
}

export const settingsIn = (form: Static<typeof SettingsForm>): Partial<DeviceSettings> =>
  settingsInBody(byField(() => checkSettings(bodyOf(form))))

const bodyOf = (form: { [Name in FormName]?: string }) =>
  Object.fromEntries(
    FORM_NAMES.flatMap((name) =>
      form[name] === undefined ? [] : [[name, notationOf(DEVICE_SETTINGS[name]).read(form[name], BETWEEN)]],
    ),
  )

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
    <legend>${t.terms.module}</legend>
    <p class="hint">${t.onboarding.moduleHint}</p>
    <div class="kind-cards">${MODULES.map(
      (module) => html`
      <label class="kind-card"><input type="radio" name="module" value="${module}" required${values.module === module ? html` checked` : null}>${icon(moduleIcon(module))}<span><strong>${t.shared.modules[module]}</strong><span class="hint">${t.shared.moduleHints[module]}</span></span></label>`,
    )}</div>
    ${errorOf('module', errors)}
  </fieldset>`
}

export const nameField = ({ t }: Reader, state: FormState, isNew: boolean): Html =>
  field({ name: 'name', ...t.onboarding.fields.name, maxlength: 100, autofocus: isNew }, state)

interface FieldKind {
  input(
    about: { name: FieldName; label: string; hint: string; maxlength: number },
    reader: Reader,
    state: FormState,
  ): Html
  show(value: unknown, reader: Reader): Content
}

/** How settings are asked and shown, by their notation, in the order of the form. */
const FIELD_KINDS: Record<string, FieldKind> = {
  seconds: {
    input: ({ maxlength: _, ...about }, { t }, state) =>
      field({ ...about, type: 'number', min: 1, max: 31_622_400, unit: t.onboarding.seconds, optional: true }, state),
    show: (value: number | null, { format }) => (value === null ? null : format.duration(value)),
  },
  tags: {
    input: (about, _, state) => field({ ...about, optional: true, maxlength: 1_000, offers: { of: 'tags' } }, state),
    show: (tags: readonly string[]) => tags.map((tag) => html`<span class="tag">${tag}</span> `),
  },
  line: {
    input: (about, _, state) => field({ ...about, optional: true }, state),
    show: (text: string) => text,
  },
  lines: {
    input: (about, _, state) => textArea({ ...about, rows: 3, optional: true }, state),
    show: (text: string) => text,
  },
}

const kindOf = ({ notation = 'line' }: DeviceSetting): FieldKind => FIELD_KINDS[notation]!
const OTHER_FIELDS = Object.values(FIELD_KINDS).flatMap((kind) =>
  SHOWN_SETTINGS.filter(([name, setting]) => name !== 'name' && kindOf(setting) === kind),
)

/** All fields except name and module. `defaultOfflineS` null: of a new device. */
export function otherFields(reader: Reader, state: FormState, defaultOfflineS: number | null): Html {
  const offlineAfter = reader.format.duration(defaultOfflineS ?? 0)
  return html`${OTHER_FIELDS.filter(([, { field }]) => field === 'always' || defaultOfflineS !== null).map(
    ([name, setting]) => {
      const { label, hint } = reader.t.onboarding.fields[name]
      const { maxLength: maxlength = LONGEST } = setting.body as { maxLength?: number }
      const about = { name, label, hint: typeof hint === 'string' ? hint : hint(offlineAfter), maxlength }
      return kindOf(setting).input(about, reader, state)
    },
  )}`
}

/** Columns of a table with the values of these fields. */
export const fieldColumns = <Row>(reader: Reader, deviceOf: (row: Row) => NewDevice): Column<Row>[] =>
  OTHER_FIELDS.map(([name, setting]) => ({
    name: reader.t.onboarding.fields[name].label,
    show: (row) => kindOf(setting).show(deviceOf(row)[name], reader),
  }))

/** The fields of a device with what they have now. */
export const fieldValues = (device: DeviceSettings): [FieldName, string][] =>
  SHOWN_SETTINGS.map(([name, setting]) => [name, notationOf(setting).write(device[name], BETWEEN)])
