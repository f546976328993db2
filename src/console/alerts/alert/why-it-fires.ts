import { conditionKind } from '../../../core/conditions/condition.ts'
import type { FoundExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { partValue } from './part-value.ts'

type Part = FoundExplanation['parts'][number]
type Amount = (part: Part | undefined, value: number | null) => string

/** Explains the state of a rule for a device at this moment. `rule` is the explained version, if known. */
export function whyItFires(reader: Reader, explanation: FoundExplanation, rule: RuleDefinition | null): Html {
  const { t, format } = reader
  const { why } = t.alerts
  const { seconds_left, parts, levels, silenced_by } = explanation
  const amount = amountIn(reader, explanation, rule)
  return html`<p><strong>${stateText(reader, explanation, rule)}</strong>${seconds_left === null ? null : html` ${why.changesIn(format.duration(seconds_left))}`}</p>
    <ul class="bare">${parts.map((part) => html`<li>${partText(reader, part, amount)}</li>`)}</ul>
    <ul class="bare">${levels.map((level) => html`<li>${levelText(reader, level, (value) => amount(parts[0], value))}</li>`)}</ul>
    ${silenced_by === null ? null : html`<p>${why.silencedBy(silenced_by.reason)} ${format.at(silenced_by.until)} <a href="/silences/${silenced_by.silence_id}">#${silenced_by.silence_id}</a></p>`}
    ${explanation.enabled ? null : html`<p>${why.switchedOff}</p>`}`
}

/** An open alert outlasts its condition: until the value is clear, or until a person resolves it. */
function stateText({ t }: Reader, { state, levels }: FoundExplanation, rule: RuleDefinition | null): string {
  const { states } = t.alerts.why
  if (state !== 'firing' || levels.some(({ broken_since }) => broken_since !== null)) return states[state]
  return rule?.latch === true ? states.latched : states.lingering
}

/** Formats values in the unit of a single condition; with several parts only the fields are known. */
function amountIn(reader: Reader, { parts }: FoundExplanation, rule: RuleDefinition | null): Amount {
  const { t, format } = reader
  const made = rule?.condition.type === parts[0]?.type && rule && partValue(reader, rule.condition, rule.unit)
  return (part, value) => {
    const isTruth = part !== undefined && conditionKind(part).compares === 'truth'
    if (made && value !== null && !isTruth) return made(value)
    if (value === null) return '–'
    if (isTruth) return value === 0 ? t.shared.no : t.shared.yes
    return part?.field === 'last_seen' ? format.duration(value) : format.value(part?.field ?? '', value)
  }
}

function partText({ t }: Reader, part: Part, amount: Amount): Content {
  const { why } = t.alerts
  const truth = part.is_true === null ? why.unknown : part.is_true ? why.holds : why.holdsNot
  return html`${measureName(t, part.field)}: <strong>${amount(part, part.value)}</strong> · ${truth}`
}

function levelText(
  { t, format, now }: Reader,
  { severity, value, clear, for_s, broken_since, seconds_left, clear_since }: FoundExplanation['levels'][number],
  amount: (value: number) => string,
): Content {
  const { why } = t.alerts
  const lastsSince = (time: Date) => format.duration((now.getTime() - time.getTime()) / 1_000)
  const said = [
    value === null ? null : t.alerts.limit(amount(value)),
    clear === null || clear === value ? null : why.clearsAt(amount(clear)),
    for_s === 0 ? null : why.mustHold(format.duration(for_s)),
  ].filter((text) => text !== null)
  const since =
    broken_since !== null
      ? html` · ${why.brokenFor(lastsSince(broken_since))}${seconds_left ? html`, ${why.holdsYet(format.duration(seconds_left))}` : null}`
      : clear_since !== null
        ? html` · ${why.clearFor(lastsSince(clear_since))}`
        : null
  return html`${severityBadge(t, severity)} ${said.join(', ')}${since}`
}
