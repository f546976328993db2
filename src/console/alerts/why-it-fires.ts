import { type Content, type Html, html } from '../../platform/html.ts'
import type { FoundExplanation } from '../../rehearsal/find-explanation.ts'
import { severityBadge } from '../parts/badges.ts'
import type { Visit } from '../shell/visit.ts'
import { measureName } from '../words/words.ts'

/** What the engine knows of a rule and a device at this moment. */
export function whyItFires(visit: Visit, explanation: FoundExplanation): Html {
  const { t, format } = visit
  const { why } = t.alerts
  const { state, seconds_left, parts, levels, silenced_by } = explanation
  return html`<p><strong>${why.states[state]}</strong>${seconds_left === null ? null : html` ${why.changesIn(format.duration(seconds_left))}`}</p>
    <ul class="bare">${parts.map((part) => html`<li>${partText(visit, part)}</li>`)}</ul>
    <ul class="bare">${levels.map((level) => html`<li>${levelText(visit, explanation, level)}</li>`)}</ul>
    ${silenced_by === null ? null : html`<p>${why.silencedBy(silenced_by.reason)} ${format.at(silenced_by.until)} <a href="/silences/${silenced_by.silence_id}">#${silenced_by.silence_id}</a></p>`}
    ${explanation.enabled ? null : html`<p>${why.switchedOff}</p>`}`
}

function partText({ t, format }: Visit, { field, value, is_true }: FoundExplanation['parts'][number]): Content {
  const { why } = t.alerts
  const truth = is_true === null ? why.unknown : is_true ? why.holds : why.holdsNot
  const shown = field === 'last_seen' && value !== null ? format.duration(value) : format.value(field, value)
  return html`${measureName(t, field)}: <strong>${shown}</strong> · ${truth}`
}

function levelText(
  { t, format }: Visit,
  { parts }: FoundExplanation,
  { severity, value, clear, for_s, broken_since, seconds_left, clear_since }: FoundExplanation['levels'][number],
): Content {
  const { why } = t.alerts
  const field = parts[0]?.field ?? ''
  const said = [
    value === null ? null : t.alerts.limit(format.value(field, value)),
    clear === null || clear === value ? null : why.clearsAt(format.value(field, clear)),
    for_s === 0 ? null : why.mustHold(format.duration(for_s)),
  ].filter((text) => text !== null)
  const since =
    broken_since !== null
      ? html` · ${why.brokenSince} ${format.ago(broken_since)}${seconds_left ? html`, ${why.holdsYet(format.duration(seconds_left))}` : null}`
      : clear_since !== null
        ? html` · ${why.clearSince} ${format.ago(clear_since)}`
        : null
  return html`${severityBadge(t, severity)} ${said.join(', ')}${since}`
}
