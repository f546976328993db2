import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { fieldFault } from '../../../words/words.ts'
import { choice, type FormField, type FormState, field, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import type { RuleDraft } from './draft.ts'
import { type Fields, textIn } from './fields.ts'
import { followsText } from './following-clears.ts'

/** Data for the controls of a rule's form: values and errors. */
export interface FormPage {
  reader: Reader
  draft: RuleDraft
  fields: Fields
  /** The fields as texts, and their errors. */
  state: FormState
  /** Fields that devices have sent, besides the known ones. */
  seen: { values: readonly string[]; flags: readonly string[] }
  /** Names of the geofences that the rule may use. */
  geofences: readonly string[]
}

export function formPage(
  reader: Reader,
  draft: RuleDraft,
  { seen, geofences }: Pick<FormPage, 'seen' | 'geofences'>,
): FormPage {
  const errors = new Map<string, string>()
  const { read } = draft
  const texts = reader.t.ruleForm.unreadable
  for (const [name, kind] of read?.unreadable ?? []) errors.set(name, texts[kind])
  for (const fault of read?.faults ?? []) {
    const name = read!.fieldFor(fault.field)
    if (name !== null && !errors.has(name)) errors.set(name, fieldFault(reader.t, fault))
  }
  for (const [name, text] of Object.entries(draft.refused ?? {})) errors.set(name, text)
  const fields = draft.fields ?? {}
  if (draft.isUnderWay) for (const name of errors.keys()) if (textIn(fields, name) === '') errors.delete(name)
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, textIn(fields, name)]))
  const state = { values, errors: Object.fromEntries(errors), message: null }
  return { reader, draft, fields, state, seen, geofences }
}

/** Why a draft is no rule yet, for people: a sentence a fault, with the name of its field. Empty if nothing is known. */
export function reasonsAgainst({ t }: Reader, { read, fields }: RuleDraft): string[] {
  if (read === null) return []
  const unreadable = [...read.unreadable].map(([name, kind]) => [name, t.ruleForm.unreadable[kind]] as const)
  const faults = read.faults.map((fault) => [read.fieldFor(fault.field), fieldFault(t, fault)] as const)
  // A level whose text cannot be read lacks its limit, too: one reason is enough.
  const all = new Map([...faults.toReversed(), ...unreadable])
  const isNamed = textIn(fields ?? {}, 'name') !== ''
  return [...all].filter(([name]) => name !== 'name' || isNamed).map(([name, reason]) => saidAt(t, name, reason))
}

function saidAt({ ruleForm, shared }: Reader['t'], name: string | null, reason: string): string {
  const [, of = '', field = ''] = /^(p\d+|info|warning|critical)_(\w+)$/.exec(name ?? '') ?? []
  const label =
    field === 'for' ? ruleForm.holds : ({ ...ruleForm, ...ruleForm.fields } as Record<string, unknown>)[field]
  if (typeof label !== 'string') return reason
  const severity = SEVERITIES.find((one) => one === of)
  return `${severity === undefined ? '' : `${shared.severities[severity]}, `}${label}: ${reason}`
}

export const fieldText = ({ fields }: FormPage, name: string): string => textIn(fields, name)
export const isTicked = ({ fields }: FormPage, name: string, value = 'yes'): boolean =>
  ownProperty(fields, name)?.includes(value) === true

/** A field within a row of the form. */
export const input = ({ state }: FormPage, control: FormField): Html =>
  field({ size: 'short', autocomplete: 'off', optional: true, ...control }, state)

/** Where an alert with the limit of this name clears; follows the limit until somebody types in it. */
export const clearInput = (page: FormPage, name: string, unit: string | undefined): Content => [
  input(page, {
    name: `${name}_clear`,
    label: page.reader.t.ruleForm.clear,
    unit,
    placeholder: page.reader.t.ruleForm.value,
  }),
  html`<input type="hidden" name="${name}_follows" value="${followsText(page.fields, name)}">`,
]

export const area = ({ state }: FormPage, control: Parameters<typeof textArea>[0]): Html =>
  textArea({ rows: 3, hasCode: true, optional: true, ...control }, state)

/** One of these; the first, if nothing was chosen. */
export const select = (
  { state }: FormPage,
  control: Omit<Parameters<typeof choice>[0], 'options'>,
  options: Parameters<typeof choice>[0]['options'],
): Html => choice({ ...control, options }, state)

/** A checkbox; keeps an explicit "no". */
export function box(
  page: FormPage,
  { name, label, value = 'yes' }: { name: string; label: Content; value?: string },
): Html {
  const id = value === 'yes' ? name : `${name}-${value}`
  const saysNo = ownProperty(page.fields, name)?.includes('no') === true
  return html`<span class="tick-box">${saysNo ? html`<input type="hidden" name="${name}" value="no">` : null}<input id="${id}" name="${name}" type="checkbox" value="${value}"${isTicked(page, name, value) ? html` checked` : null}><label for="${id}">${label}</label></span>`
}
