import Type, { type Static } from 'typebox'
import { ChangedDeviceBody, settingsInBody } from '../../../core/devices/device-bodies.ts'
import type { DeviceSettings } from '../../../core/devices/device-settings.ts'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { DEVICE_ICONS } from '../../../core/vocabulary/device-icons.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { METRIC_PATTERN } from '../../../core/vocabulary/own-metrics.ts'
import { invalidField, invalidFields, RequestError } from '../../../platform/errors.ts'
import { type Html, html } from '../../../platform/html.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { WORDS } from '../../../words/words.ts'
import { errorOf, type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleIcon } from '../../frame/parts/badges.ts'
import { type IconName, icon } from '../../frame/parts/page-parts.ts'

/** Rows that a form may have: the metrics that are set, those that the device sent, and a new one. */
const MOST_ROWS = 129

/** The rows are `metric_0`, `label_0`, `unit_0`, `decimals_0` and so on. */
export const MetricsForm = Type.Object(
  { version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }), icon: Type.String({ maxLength: 40 }) },
  { additionalProperties: true },
)

const METRIC_NAME = new RegExp(METRIC_PATTERN)
const check = schemaCheck(ChangedDeviceBody)

/** Throws 400 with the invalid fields, by the rules of the API. */
export function metricsIn(sent: Static<typeof MetricsForm>): Partial<DeviceSettings> {
  const rows = rowsIn(sent)
  const misnamed = rows.find(({ name }) => !METRIC_NAME.test(name))
  if (misnamed !== undefined) throw invalidField(`/metric_${misnamed.place}`, 'no_metric_name')
  const metrics = Object.fromEntries(rows.map(({ name, ...row }) => [name, settingOf(row)]))
  try {
    return settingsInBody(check({ metrics, icon: sent.icon === '' ? null : sent.icon }))
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors === undefined) throw error
    throw invalidFields(error.errors.map((fault) => ({ ...fault, field: inForm(fault.field, rows) })))
  }
}

interface Row {
  place: number
  name: string
  label: string
  unit: string
  decimals: string
}

/** The rows in which something is set. */
function rowsIn(sent: Readonly<Record<string, unknown>>): Row[] {
  const text = (name: string) => String(sent[name] ?? '').trim()
  return Array.from({ length: MOST_ROWS }, (_, place) => ({
    place,
    name: text(`metric_${place}`),
    label: text(`label_${place}`),
    unit: text(`unit_${place}`),
    decimals: text(`decimals_${place}`),
  })).filter(({ name, label, unit, decimals }) => name !== '' && `${label}${unit}${decimals}` !== '')
}

/** Text that is not a number is passed on, to be refused. */
const settingOf = ({ label, unit, decimals }: Omit<Row, 'name'>) => ({
  ...(label === '' ? {} : { label }),
  ...(unit === '' ? {} : { unit }),
  ...(decimals === '' ? {} : { decimals: /^\d{1,3}$/.test(decimals) ? Number(decimals) : decimals }),
})

/** The field of the form for one of the body: `/metrics/co2/unit` is `/unit_0`. */
function inForm(field: string, rows: readonly Row[]): string {
  const [, , name, setting] = field.split('/')
  const row = rows.find((one) => one.name === name)
  return row === undefined ? field : `/${setting}_${row.place}`
}

/** The icon of a device, and the names, units and decimals of its metrics. */
export function metricsCard(reader: Reader, device: DeviceRecord, state: FormState): Html {
  const { t, csrf } = reader
  const { metrics: words } = t.deviceSettings
  const names = [...new Set([...Object.keys(device.metrics), ...Object.keys(device.latest?.metrics ?? {})])]
  const shown = filled(valuesOf(device, names), state)
  return html`<section class="card" id="metrics" aria-labelledby="metrics-title"><h2 id="metrics-title">${words.title}</h2>
  <p>${words.hint}</p>
  ${form(
    { action: `/devices/${device.id}/settings/metrics`, csrf },
    html`${formMessage(shown)}
    <input type="hidden" name="version" value="${device.version}">
    ${names.map((name, place) => metricRow(reader, name, place, shown))}
    ${metricRow(reader, null, names.length, shown)}
    ${iconChoice(reader, device, shown)}
    <button class="primary">${t.shared.save}</button>`,
  )}</section>`
}

function valuesOf({ metrics, icon }: DeviceRecord, names: readonly string[]): Record<string, string> {
  const rows = names.flatMap((name, place) => {
    const { label = '', unit = '', decimals } = Object.hasOwn(metrics, name) ? metrics[name]! : {}
    return [
      [`metric_${place}`, name],
      [`label_${place}`, label],
      [`unit_${place}`, unit],
      [`decimals_${place}`, decimals === undefined ? '' : String(decimals)],
    ]
  })
  return { ...Object.fromEntries(rows), icon: icon ?? '' }
}

/** One metric; null: a new one. What is known of it stands in the empty fields. */
function metricRow({ t, preferences }: Reader, name: string | null, place: number, state: FormState): Html {
  const { metrics: words } = t.deviceSettings
  const known = name === null ? null : measureOf(name)
  const label = ownProperty(WORDS[preferences.language].shared.measures, name)
  return html`<fieldset class="metric-row">
    <legend>${name === null ? words.another : html`<code>${name}</code>`}</legend>
    ${
      name === null
        ? field(
            {
              name: `metric_${place}`,
              label: words.metric,
              optional: true,
              maxlength: 64,
              placeholder: 'co2',
              autocomplete: 'off',
            },
            state,
          )
        : html`<input type="hidden" name="metric_${place}" value="${name}">`
    }
    ${field({ name: `label_${place}`, label: words.label, optional: true, maxlength: 60, ...(label && { placeholder: label }), autocomplete: 'off' }, state)}
    ${field({ name: `unit_${place}`, label: t.terms.unit, optional: true, maxlength: 12, ...(known?.unit && { placeholder: known.unit }), autocomplete: 'off' }, state)}
    ${field({ name: `decimals_${place}`, label: words.decimals, optional: true, type: 'number', min: 0, max: 6, placeholder: String(known?.digits ?? 2) }, state)}
  </fieldset>`
}

function iconChoice({ t }: Reader, { module }: DeviceRecord, { values, errors }: FormState): Html {
  const { metrics: words } = t.deviceSettings
  const one = (value: string, picture: IconName, text: string) =>
    html`<label class="icon-card" title="${text}"><input type="radio" name="icon" value="${value}"${values.icon === value ? html` checked` : null}>${icon(picture)}<span class="unseen">${text}</span></label>`
  return html`<fieldset class="icons-to-choose"><legend>${words.icon}</legend>
    <div class="icon-cards">${one('', moduleIcon(module), words.moduleIcon(t.shared.modules[module]))}${DEVICE_ICONS.map((name) => one(name, name, words.icons[name]))}</div>
    ${errorOf('icon', errors)}
  </fieldset>`
}
