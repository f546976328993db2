import type { RuleNoise } from '../../core/rehearsal/preview/noise-report.ts'
import type { RuleActivity } from '../../core/rules/editing/rule-activity.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import type { StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { doneOf, form } from '../frame/forms/forms.ts'
import { siteFact } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, codeBlock, dangerZone, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { amountOf } from './condition-text.ts'
import { sourceOfLimits } from './limit-sources.ts'
import { type Editor, ruleEditorView } from './rule-editor-view.ts'
import { sentenceOfRule } from './rule-sentence.ts'
import { marks, ruleSwitch } from './rules-view.ts'

interface RuleFacts {
  activity: RuleActivity | undefined
  noise: RuleNoise | undefined
  /** Whether the noise report covers only the newest alerts. */
  isCut: boolean
}

interface RulePage {
  rule: StoredRule
  facts: RuleFacts
  /** Null for viewers. */
  editor: Editor | null
  done?: string | undefined
}

/** The page of an existing rule. Viewers see it read-only. */
export function rulePageView(reader: Reader, { rule, facts, editor, done: said }: RulePage): Html {
  const { t } = reader
  const { key, definition } = rule
  const asTemplate = html`<a class="button" href="/rules/new?from=${key}">${icon('copy')}${t.rules.gallery.start}</a>`
  const actions = html`${ruleSwitch(reader, rule)}${reader.may('operator') ? asTemplate : null}
    <a class="button" href="/rules/${key}/versions">${icon('history')}${t.ruleForm.versions}</a>
    <a class="button" href="/rules/${key}/yaml" download>${icon('download')}${t.rules.exportAll}</a>`
  return shell(
    reader,
    {
      title: reader.ruleName(definition),
      place: 'rules',
      trail: [{ name: t.shared.places.rules, address: '/rules' }],
      badges: marks(reader, rule, facts.activity),
      actions,
      scripts: editor === null ? [] : ['rule-builder'],
    },
    html`${doneOf(t.rules.done, said)}
    ${editor === null ? readOnly(reader, rule) : ruleEditorView(reader, editor)}
    ${live('rule-facts', 'rule alert', html`<div class="columns">${factsCard(reader, rule, facts)}${noiseCard(reader, rule, facts)}</div>`)}
    ${editor === null ? null : removal(reader, rule)}`,
  )
}

const readOnly = (reader: Reader, { definition }: StoredRule): Html => html`<div class="stack">
  <div class="card rule-said"><p>${sentenceOfRule(reader, definition)}</p></div>
  ${codeBlock(ruleText(definition), reader.t.ruleForm.textLabel)}
</div>`

function factsCard(reader: Reader, rule: StoredRule, { activity }: RuleFacts): Html {
  const { t, format } = reader
  const words = t.ruleForm
  const { runbook_url } = rule.definition
  const source = sourceOfLimits(reader, rule)
  const pairs: (readonly [string, Content])[] = [
    ...siteFact(reader, rule),
    [t.terms.key, html`<code>${rule.key}</code>`],
    [
      words.origin,
      rule.origin === 'user' ? t.rules.own : rule.edited ? `${t.rules.builtIn}, ${t.rules.edited}` : t.rules.builtIn,
    ],
    [words.version, html`<a href="/rules/${rule.key}/versions">${rule.version}</a>`],
    [words.changed, format.ago(rule.updated_at)],
    [t.rules.columns.lastFired, activity?.last_fired ? format.ago(activity.last_fired) : t.shared.never],
    [words.alertsOf, html`<a href="/alerts?rule=${rule.key}">${t.shared.places.alerts}</a>`],
    ...(source === null ? [] : [[t.rules.limits.source, source] as const]),
    ...(runbook_url === undefined
      ? []
      : [[words.runbook, html`<a href="${runbook_url}" rel="noreferrer">${runbook_url}</a>`] as const]),
  ]
  return card(t.shared.details, keyValues(pairs))
}

function noiseCard({ t, format, preferences }: Reader, { definition }: StoredRule, { noise, isCut }: RuleFacts): Html {
  const words = t.ruleForm
  if (noise === undefined) return card(words.noise, html`<p>${words.noNoise}</p>`)
  const percent = (value: number | null) => (value === null ? '–' : `${format.number(value, 1)} %`)
  const { halving_threshold } = noise
  const inUnit = { t, format, preferences, unit: definition.unit }
  return card(
    words.noise,
    html`${keyValues([
      [t.shared.places.alerts, isCut ? words.newest(format.number(noise.alerts)) : format.number(noise.alerts)],
      [t.shared.places.devices, format.number(noise.devices)],
      [words.unattended, percent(noise.unattended_percent)],
      [t.incidents.statistics.falseAlarms, percent(noise.false_alarm_percent)],
      [words.flapped, format.number(noise.flapped)],
      [words.median, noise.median_firing_s === null ? '–' : format.duration(noise.median_firing_s)],
    ])}
    ${halving_threshold === null ? null : html`<p>${words.halving(amountOf(inUnit, definition.condition, halving_threshold))}</p>`}`,
  )
}

/** An unchanged built-in rule can be disabled but not deleted. */
function removal({ t, csrf }: Reader, { key, version, origin, edited }: StoredRule): Content {
  if (origin === 'pack' && !edited) return null
  const words = t.ruleForm
  const isOwn = origin === 'user'
  return dangerZone(
    isOwn ? words.remove_ : words.revert,
    form(
      { action: `/rules/${key}/removal`, csrf },
      html`<p>${isOwn ? words.removeText : words.revertText}</p>
      <input type="hidden" name="version" value="${version}">
      <button class="danger">${isOwn ? words.removeButton : words.revert}</button>`,
    ),
  )
}
