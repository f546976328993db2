import type { Leaf, LeafName } from '../../../core/conditions/condition.ts'
import type { KindField } from '../../../core/conditions/kinds/kind-field.ts'
import type { LeafField } from '../../../core/conditions/kinds.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Option } from '../../frame/forms/forms.ts'
import { area, box, clearInput, type FormPage, fieldText, input, select } from './controls.ts'
import { areaMap, areaView } from './fence-view.ts'
import { FLAG_FIELDS, KNOWN_VALUES } from './known-fields.ts'
import { kindNamed } from './leaf-fields.ts'

const options = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, text]) => ({ value, text }))

export const kindIn = (page: FormPage, p: string) => kindNamed(fieldText(page, `${p}kind`))

/** The fields of one part of a condition, in the order of a sentence. */
export function leafView(page: FormPage, p: string, isInside: boolean): Html {
  const words = page.reader.t.ruleForm
  const kind = kindIn(page, p)
  const names: Readonly<Record<LeafName, string>> = words.kinds
  return html`<div class="sentence">
  ${select(page, { name: `${p}kind`, label: words.kind, reshapes: true }, options(names))}
  ${kind.form.map((field) => fieldView(page, p, field, isInside))}
</div>
<div class="turns">${!kind.isByClock && box(page, { name: `${p}not`, label: words.not })}${kind.form.some(({ as }) => as === 'where') && where(page, p)}</div>`
}

function fieldView(page: FormPage, p: string, field: KindField, isInside: boolean): Content {
  const words = page.reader.t.ruleForm
  const unit = unitOf(page, p)
  switch (field.as) {
    case 'field':
      return fieldChoice(page, p, field.of)
    case 'limits':
      return (
        isInside && [
          input(page, { name: `${p}value`, label: words.value, unit, size: 'medium' }),
          clearInput(page, p.replace(/_$/, ''), unit),
        ]
      )
    case 'where':
      return null
    case 'area':
      return areaView(page, p)
    case 'map':
      return areaMap(page, p)
  }
  const [name, label] = [p + field.name, labelOf(words, field)]
  switch (field.as) {
    case 'choice':
      return select(page, { name, label, reshapes: field.reshapes === true }, options(choicesOf(words, field)))
    case 'raised':
      return flagChoice(page, p)
    case 'points':
      return area(page, { name, label, hint: words.scoreHint, rows: 4 })
    default: {
      const usual = words.usually[field.name]
      return input(page, {
        ...{ name, label, placeholder: usual ?? field.usual, size: usual === undefined ? 'short' : 'medium' },
        unit: field.as === 'number' ? (field.unit === 'compared' ? unit : field.unit) : undefined,
      })
    }
  }
}

type Words = FormPage['reader']['t']['ruleForm']
type Named = Extract<LeafField, { name: string }>
type LabelName = Exclude<Named, { label: string }>['name'] | Extract<Named, { label: string }>['label']

/** Each field that a kind lists has a label, and each choice its options. */
function labelOf({ fields }: Words, { name, label }: { name: string; label?: string }): string {
  const labels: Readonly<Record<LabelName, string>> = fields
  return labels[(label ?? name) as LabelName]
}

function choicesOf({ choices }: Words, { name }: { name: string }): Readonly<Record<string, string>> {
  const all: Readonly<Record<Extract<Named, { as: 'choice' }>['name'], Readonly<Record<string, string>>>> = choices
  return all[name as keyof typeof all]
}

function fieldChoice(page: FormPage, p: string, of: 'value' | 'flag' | 'anything'): Content {
  const { t } = page.reader
  const words = t.ruleForm
  const chosen = fieldText(page, `${p}field`)
  const isFlag = of === 'flag'
  const known = isFlag ? FLAG_FIELDS : KNOWN_VALUES
  const seen = isFlag ? page.seen.flags : page.seen.values
  const isElsewhere = chosen !== '' && !known.includes(chosen) && !seen.includes(chosen)
  const named = (fields: readonly string[]): Option[] =>
    fields
      .map((field) => ({ value: field, text: measureName(t, field) }))
      .toSorted((one, other) => one.text.localeCompare(other.text))
  const groups = [
    ...(of === 'anything' ? [{ value: '', text: words.anything }] : []),
    ...(isElsewhere ? [{ value: chosen, text: `${measureName(t, chosen)} (${chosen})` }] : []),
    { group: words.fieldGroups[isFlag ? 'flags' : 'metrics'], options: named(known) },
    { group: words.fieldGroups.seen, options: named(seen) },
    { value: 'other', text: words.otherField },
  ]
  const isOther = chosen === 'other'
  return [
    select(page, { name: `${p}field`, label: words.field, reshapes: true }, groups),
    isOther && input(page, { name: `${p}other`, label: words.otherName, hint: words.otherHint, size: 'medium' }),
  ]
}

/** Keeps an explicit choice. */
function flagChoice(page: FormPage, p: string): Html {
  const words = page.reader.t.ruleForm
  const raised = fieldText(page, `${p}equals`) === 'yes' ? 'yes' : ''
  return select(page, { name: `${p}equals`, label: words.fields.equals }, [
    { value: raised, text: words.raised },
    { value: 'no', text: words.notRaised },
  ])
}

/** The only text of a module that several rules limit themselves to. */
const GAS = 'metrics.gas_type'

function where(page: FormPage, p: string): Html {
  const { t } = page.reader
  const words = t.ruleForm
  const gas = measureName(t, GAS)
  const isOpen = fieldText(page, `${p}where_field`) !== '' || fieldText(page, `${p}where_equals`) !== ''
  return html`<details class="more"${isOpen ? html` open` : null}><summary>${words.where}</summary><div class="sentence">
  ${input(page, { name: `${p}where_field`, label: words.field, hint: words.otherHint, placeholder: gas, list: `${p}where`, size: 'medium' })}
  <datalist id="${p}where"><option value="${GAS}">${gas}</option></datalist>
  ${input(page, { name: `${p}where_equals`, label: words.whereEquals, placeholder: 'CO' })}
</div></details>`
}

/** Unit of a part's numbers, as sent by devices. */
export function unitOf(page: FormPage, p: string): string {
  const words = page.reader.t.ruleForm
  const kind = kindIn(page, p)
  const choices = kind.form.flatMap((field) => (field.as === 'choice' ? [field.name] : []))
  const chosen = Object.fromEntries(choices.map((name) => [name, fieldText(page, p + name)]))
  const compares = typeof kind.compares === 'function' ? kind.compares(chosen as unknown as Leaf) : kind.compares
  if (compares === 'points') return words.points
  if (compares === 'percent') return '%'
  if (compares === 'number') return ''
  const field = fieldText(page, `${p}other`) || fieldText(page, `${p}field`)
  const unit = measureOf(field)?.unit ?? fieldText(page, 'unit')
  return compares === 'change_per_min' ? `${unit}/min` : unit
}
