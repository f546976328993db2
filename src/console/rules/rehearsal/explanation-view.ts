import { kindOf, leafKindOf } from '../../../core/conditions/condition.ts'
import type { FoundExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { type Content, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { shape } from '../../frame/parts/shape.ts'
import type { Rehearsed } from './rehearse-draft.ts'

const MARKS = { true: 'check', false: 'cross', null: 'dots' } as const

/** Explains the rule for the newest reading of the chosen device, part by part. */
export function explanationView(reader: Reader, rule: RuleDefinition, { explanation }: Rehearsed): Content {
  if (explanation === null) return null
  const { t, format } = reader
  const words = t.rehearsal
  const { newest_reading, parts } = explanation
  if (newest_reading === null) return html`<section><h3>${words.last}</h3><p>${t.telemetry.neverSent}</p></section>`
  return html`<section class="explained"><h3>${words.last}</h3>
  <ul>${parts.map(
    ({ field, value, is_true }) =>
      html`<li class="truth-${String(is_true)}">${shape(MARKS[`${is_true}`])} ${measureName(t, field)}: ${shown(reader, field, value)} <strong>${words.truths[`${is_true}`]}</strong></li>`,
  )}</ul>
  ${notes(reader, rule, explanation).map((note) => html`<p>${note}</p>`)}
  <p class="meta">${words.lastAt} ${format.ago(newest_reading.at)}</p></section>`
}

function notes({ t, format }: Reader, { condition }: RuleDefinition, explanation: FoundExplanation): string[] {
  const words = t.rehearsal
  const { state, seconds_left, in_scope, in_hours, enabled, silenced_by, rule_version, parts } = explanation
  const isDraft = rule_version === 0
  const isMomentary = leafKindOf(condition) !== null && !kindOf(condition).isStateful
  const isBlind = isDraft && !isMomentary && parts.some(({ is_true }) => is_true === null)
  return [
    in_scope ? null : words.outOfScope,
    in_hours ? null : words.outOfHours,
    enabled ? null : words.off,
    silenced_by === null ? null : words.silenced(format.exact(silenced_by.until)),
    isDraft ? null : words.states[state],
    seconds_left === null ? null : words.secondsLeft(format.duration(seconds_left)),
    isBlind ? words.windows : null,
  ].filter((note) => note !== null)
}

function shown({ t, format }: Reader, field: string, value: number | null): string {
  if (value === null) return '–'
  if (field.startsWith('flags.') && (value === 0 || value === 1)) return value === 1 ? t.shared.yes : t.shared.no
  return format.value(field, value)
}
