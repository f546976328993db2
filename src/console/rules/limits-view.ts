import type { Actor } from '../../core/people/actor.ts'
import type { RuleInForce } from '../../core/rules/editing/limits-in-force.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { localText } from '../frame/formats/local-days.ts'
import { field, filled } from '../frame/forms/forms.ts'
import { type Column, dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { person } from '../frame/parts/people.ts'
import { sourceOfLimits } from './limit-sources.ts'
import { groupOf, RULE_GROUPS } from './rule-groups.ts'
import { sentenceOfRule } from './rule-sentence.ts'
import { groupName } from './rules-view.ts'

interface LimitsPage {
  rules: readonly RuleInForce[]
  people: ReadonlyMap<number, Actor>
  /** The day that was asked for, such as 2026-03-01; empty for now. */
  day: string
  at: Date
  /** When the first rule was recorded, for a time of which none is known. */
  known: Date | null
}

/** The rules in force at a time, with their sources and who set them: for an audit, on paper. */
export function limitsView(reader: Reader, { rules, people, day, at, known }: LimitsPage): Html {
  const { t, format } = reader
  const words = t.rules.limits
  const on = rules.filter(({ enabled }) => enabled)
  return shell(
    reader,
    {
      title: words.title,
      place: 'rules',
      trail: [{ name: t.shared.places.rules, address: '/rules' }],
      actions: html`<button type="button" class="primary" data-print hidden>${icon('printer')}${t.terms.print}</button>`,
    },
    html`<form class="filters not-printed" method="get">${field({ name: 'at', label: words.on, type: 'date', optional: true }, filled({ at: day }))}<button>${words.show}</button></form>
    <p>${format.at(at)}: ${rules.length === 0 ? words.unknown : words.state(on.length, rules.length - on.length)}</p>
    ${known !== null && known > at && knownFrom(reader, known)}
    ${RULE_GROUPS.map((group) => {
      const ofGroup = rules.filter((rule) => groupOf(rule) === group)
      return ofGroup.length === 0
        ? null
        : html`<section class="rule-group limits"><h2>${groupName(reader, group)}</h2>${dataTable<RuleInForce>({
            caption: groupName(reader, group),
            rows: ofGroup,
            key: ({ key }) => key,
            columns: columns(reader, people),
          })}</section>`
    })}`,
  )
}

const knownFrom = ({ t, format }: Reader, known: Date): Html =>
  html`<p class="notice info">${t.rules.limits.knownFrom(format.exact(known))} <a href="?at=${localText(known, format.zone).slice(0, 10)}">${t.rules.limits.toKnown}</a></p>`

function columns(reader: Reader, people: LimitsPage['people']): Column<RuleInForce>[] {
  const { t } = reader
  const words = t.rules.limits
  return [
    {
      name: t.terms.rule,
      kind: 'main',
      show: ({ key, definition, enabled }) => html`<div class="rule-cell">
      <p class="rule-name"><a href="/rules/${key}/versions">${reader.ruleName(definition)}</a>${enabled ? null : html` <span class="badge off">${t.rules.off}</span>`}</p>
      <p>${sentenceOfRule(reader, definition)}</p></div>`,
    },
    {
      name: words.source,
      show: (rule) => sourceOfLimits(reader, rule) ?? html`<span class="meta">${words.noSource}</span>`,
    },
    { name: words.setBy, show: (rule) => setBy(reader, people, rule) },
  ]
}

function setBy({ t, format }: Reader, people: LimitsPage['people'], rule: RuleInForce): Content {
  const { version, saved_by, saved_at, reason } = rule
  const who = saved_by === null ? t.ruleForm.builtIn : person({ ...people.get(saved_by) })
  return html`<div><p>${who}, ${format.at(saved_at)}</p>
  <p class="meta">${t.ruleForm.version} ${version}</p>
  ${reason !== null && html`<p>${t.ruleForm.saidWhy(reason)}</p>`}</div>`
}
