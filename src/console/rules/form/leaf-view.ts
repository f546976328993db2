import type { LeafName } from '../../../core/conditions/condition.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { area, box, clearInput, type FormPage, input, type Option, select, textOf } from './controls.ts'
import { fenceView } from './fence-view.ts'
import { KNOWN_FLAGS, KNOWN_VALUES } from './known-fields.ts'
import { LEAF_KINDS } from './leaf-fields.ts'

const options = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, text]) => ({ value, text }))

export const kindIn = (page: FormPage, p: string): LeafName =>
  LEAF_KINDS.find((kind) => kind === textOf(page, `${p}kind`)) ?? 'threshold'

/** The fields of one part of a condition, in the order of a sentence. */
export function leafView(page: FormPage, p: string, isInside: boolean): Html {
  const words = page.reader.t.ruleForm
  const kind = kindIn(page, p)
  const choice = (name: string, label: string, of: Readonly<Record<string, string>>, reshapes = false) =>
    select(page, { name: p + name, label, reshapes }, options(of))
  const number = (name: string, label: string, more: object = {}) => input(page, { name: p + name, label, ...more })
  const unit = unitOf(page, p)
  const limits: Content = isInside && [
    number('value', words.value, { unit, size: 'medium' }),
    clearInput(page, p.replace(/_$/, ''), unit),
  ]
  const op = choice('op', words.op, words.ops)
  const window = number('window', words.window, { placeholder: '5 min' })
  const points = (label: string, usual: string) => number('min_points', label, { placeholder: usual })
  const rows: Record<LeafName, Content> = {
    threshold: [fieldChoice(page, p, kind), op, limits],
    range: [
      fieldChoice(page, p, kind),
      choice('mode', words.mode, words.modes),
      number('min', words.min, { unit }),
      number('max', words.max, { unit }),
      number('margin', words.margin, { unit, placeholder: '0' }),
    ],
    flag: [fieldChoice(page, p, kind), flagChoice(page, p)],
    rate: [
      fieldChoice(page, p, kind),
      choice('calc', words.calc, words.calcs, true),
      window,
      op,
      limits,
      points(words.minPoints, '2'),
    ],
    aggregate: [
      choice('fn', words.fn, words.fns, true),
      fieldChoice(page, p, kind),
      window,
      op,
      limits,
      points(words.minPoints, '1'),
    ],
    stale: [
      fieldChoice(page, p, kind),
      number('after', words.after, { placeholder: words.ownThreshold, size: 'medium' }),
    ],
    geofence: [
      choice('when', words.fenceWhen, words.whens),
      choice('shape', words.shape, words.shapes, true),
      fenceView(page, p),
    ],
    score: [
      area(page, { name: `${p}parts`, label: words.scoreParts, hint: words.scoreHint, rows: 4 }),
      op,
      limits,
      number('min_parts', words.minParts, { placeholder: '1' }),
    ],
  }
  const canBeTurned = kind !== 'stale'
  const hasNames = ['threshold', 'range', 'rate', 'aggregate'].includes(kind)
  return html`<div class="sentence">
  ${choice('kind', words.kind, words.kinds, true)}
  ${rows[kind]}
</div>
<div class="turns">${canBeTurned && box(page, { name: `${p}not`, label: words.not })}${hasNames && where(page, p)}</div>`
}

function fieldChoice(page: FormPage, p: string, kind: LeafName): Content {
  const { t } = page.reader
  const words = t.ruleForm
  const chosen = textOf(page, `${p}field`)
  const isFlag = kind === 'flag'
  const known = isFlag ? KNOWN_FLAGS : KNOWN_VALUES
  const seen = isFlag ? page.seen.flags : page.seen.values
  const isElsewhere = chosen !== '' && !known.includes(chosen) && !seen.includes(chosen)
  const named = (fields: readonly string[]): Option[] =>
    fields
      .map((field) => ({ value: field, text: measureName(t, field) }))
      .toSorted((one, other) => one.text.localeCompare(other.text))
  const groups = [
    ...(kind === 'stale' ? [{ value: '', text: words.anything }] : []),
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
  const raised = textOf(page, `${p}equals`) === 'yes' ? 'yes' : ''
  return select(page, { name: `${p}equals`, label: words.equals }, [
    { value: raised, text: words.raised },
    { value: 'no', text: words.notRaised },
  ])
}

function where(page: FormPage, p: string): Html {
  const words = page.reader.t.ruleForm
  const isOpen = textOf(page, `${p}where_field`) !== '' || textOf(page, `${p}where_equals`) !== ''
  return html`<details class="more"${isOpen ? html` open` : null}><summary>${words.where}</summary><div class="sentence">
  ${input(page, { name: `${p}where_field`, label: words.whereField, placeholder: 'metrics.gas_type', size: 'medium' })}
  ${input(page, { name: `${p}where_equals`, label: words.whereEquals, placeholder: 'CO' })}
</div></details>`
}

/** Unit of a part's numbers, as sent by devices. */
export function unitOf(page: FormPage, p: string): string {
  const words = page.reader.t.ruleForm
  const kind = kindIn(page, p)
  const [fn, calc] = [textOf(page, `${p}fn`), textOf(page, `${p}calc`)]
  if (kind === 'score') return words.points
  if (kind === 'rate' && calc === 'percent') return '%'
  if (kind === 'aggregate' && fn === 'count') return ''
  const field = textOf(page, `${p}other`) || textOf(page, `${p}field`)
  const unit = measureOf(field)?.unit ?? textOf(page, 'unit')
  return kind === 'rate' && calc === 'per_min' ? `${unit}/min` : unit
}
