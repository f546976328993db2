import type { Preview } from '../../../core/rehearsal/preview/preview-rule.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { choice, EMPTY_FORM } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { keyValues } from '../../frame/parts/page-parts.ts'
import { amountOf } from '../condition-text.ts'
import { explanationView } from './explanation-view.ts'
import { rehearsalChart } from './rehearsal-chart.ts'
import { type Days, type Problem, RANGES, type Rehearsed } from './rehearse-draft.ts'
import { type Summary, summarise } from './summarise.ts'

const FIRST = 8

export interface RehearsalPanel {
  days: Days
  definition: RuleDefinition | null
  /** Why there is no definition. */
  reasons: readonly string[]
  /** Null until requested. */
  outcome: Rehearsed | Problem | null
}

/** The panel with the rehearsal. Its controls belong to the form around it. */
export function rehearsalPanel(reader: Reader, panel: RehearsalPanel): Html {
  const { days, outcome } = panel
  const words = reader.t.rehearsal
  return html`<aside id="rehearsal" class="card rehearsal" aria-labelledby="rehearsal-title"${typeof outcome === 'string' ? html` data-problem="${outcome}"` : null}>
  <header><h2 id="rehearsal-title">${words.title}</h2>
    <button class="quiet without-scripts" name="do" value="rehearse" formaction="/rules/new/draft">${words.run}</button></header>
  <fieldset class="segments"><legend class="unseen">${reader.t.ranges.label}</legend>${RANGES.map(
    (range) =>
      html`<label><input type="radio" id="days-${range}" name="days" value="${range}"${range === days ? html` checked` : null}><span>${words.ranges[range]}</span></label>`,
  )}</fieldset>
  ${contentOf(reader, panel)}
</aside>`
}

function contentOf(reader: Reader, { definition, reasons, outcome }: RehearsalPanel): Content {
  const words = reader.t.rehearsal
  if (definition === null)
    return html`<p>${words.waits}</p>${reasons.length > 0 && html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}`
  if (outcome === null) return html`<p>${words.introduction}</p>`
  if (typeof outcome === 'string') return html`<p class="notice warn">${words[outcome]}</p>`
  return outcomeView(reader, definition, outcome)
}

function outcomeView(reader: Reader, definition: RuleDefinition, outcome: Rehearsed): Content {
  const { t, format } = reader
  const words = t.rehearsal
  const { preview, days } = outcome
  const summary = summarise(preview, days)
  const { worstHour } = summary
  const worst = worstHour && html`${format.at(worstHour.at)} · ${t.shared.alerts(worstHour.alerts)}`
  return html`
  <div class="tiles">
    ${tile(t.shared.places.alerts, format.number(summary.alerts), 'alerts')}
    ${tile(t.shared.places.devices, format.number(summary.devices), 'devices')}
    ${tile(t.shared.places.incidents, format.number(preview.incidents), 'incidents')}
  </div>
  ${preview.warnings.map((warning) => html`<p class="notice warn">${sentenceOf(warning, t.reasons)}</p>`)}
  ${verdict(reader, summary, preview)}
  ${keyValues([
    [words.worstHour, worst ?? '–'],
    [words.firing, preview.firing_s === 0 ? '–' : format.duration(preview.firing_s)],
  ])}
  <p class="meta">${words.read(format.number(preview.readings), preview.devices)}</p>
  ${comparison(reader, preview)}
  ${deviceChoice(reader, outcome)}
  ${rehearsalChart(reader, definition, outcome)}
  ${preview.alert_count > preview.alerts.length ? html`<p class="meta">${words.listed(format.number(preview.alerts.length))}</p>` : null}
  ${explanationView(reader, definition, outcome)}
  ${firstAlerts(reader, definition, preview)}`
}

const tile = (name: string, value: string, id: string): Html =>
  html`<div class="tile"><span>${name}</span><strong data-count="${id}">${value}</strong></div>`

function verdict(
  { t, format }: Reader,
  { alerts, devices, perDay, isNoisy, isLasting }: Summary,
  { firing_s }: Preview,
): Html {
  const words = t.rehearsal
  const rate = format.number(perDay, perDay < 10 ? 1 : 0)
  if (isNoisy) return html`<p class="notice warn">${words.noisy(rate)}</p>`
  if (isLasting) return html`<p class="notice warn">${words.lasting(format.duration(firing_s), devices)}</p>`
  return html`<p class="notice good">${alerts === 0 ? words.none : perDay >= 1 ? words.perDay(rate) : words.seldom(alerts)}</p>`
}

/** Comparison of the current version and the draft. */
function comparison({ t, format }: Reader, { before, difference, alert_count, incidents, firing_s }: Preview): Content {
  if (before === null || difference === null) return null
  const words = t.rehearsal
  const rows = [
    [t.shared.places.alerts, format.number(before.alerts), format.number(alert_count)],
    [t.shared.places.incidents, format.number(before.incidents), format.number(incidents)],
    [words.firing, format.duration(before.firing_s), format.duration(firing_s)],
  ]
  return html`<section class="compared"><h3>${words.compared}</h3>
  <dl><dt class="unseen">${t.incidents.vitals.measure}</dt><dd class="meta">${words.before(before.version)}</dd><dd class="meta">${words.now}</dd>
  ${rows.map(([name, old, now]) => html`<dt>${name}</dt><dd>${old}</dd><dd>${now}</dd>`)}</dl>
  <p class="meta">${words.difference(difference.added_count, difference.removed_count, difference.kept)}</p></section>`
}

function deviceChoice({ t }: Reader, { device, devices }: Rehearsed): Content {
  if (device === null) return null
  const options = devices.map(({ id, name, alerts }) => ({
    value: String(id),
    text: alerts === 0 ? name : `${name} · ${t.shared.alerts(alerts)}`,
  }))
  return choice({ name: 'device', label: t.terms.device, options, chosen: String(device.id) }, EMPTY_FORM)
}

function firstAlerts(reader: Reader, rule: RuleDefinition, { alerts }: Preview): Content {
  if (alerts.length === 0) return null
  const { t, format, preferences } = reader
  const words = t.rehearsal
  const inUnit = { t, format, preferences, unit: rule.unit }
  const lasted = (from: Date, to: Date | null) =>
    to === null ? words.stillOpen : format.duration((to.getTime() - from.getTime()) / 1_000)
  return html`<section><h3>${words.first}</h3><ul class="first-alerts">${alerts.slice(0, FIRST).map(
    ({ device_id, device_name, severity, peak_value, triggered_at, resolved_at }) => html`<li>
    ${severityBadge(t, severity)} <a href="/devices/${device_id}">${device_name}</a> <span>${amountOf(inUnit, rule.condition, peak_value)}</span>
    <span class="meta">${format.at(triggered_at)} · ${lasted(triggered_at, resolved_at)}</span></li>`,
  )}</ul></section>`
}
