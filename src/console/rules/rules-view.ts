import { isNoisy } from '../../core/rules/editing/is-noisy.ts'
import type { RuleActivity } from '../../core/rules/editing/rule-activity.ts'
import { isSafetyRule, REASON_MAX } from '../../core/rules/editing/safety-rules.ts'
import type { StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { sparkline } from '../frame/charts/sparkline.ts'
import { doneOf, EMPTY_FORM, field, form, formMessage } from '../frame/forms/forms.ts'
import { siteColumn } from '../frame/forms/site-field.ts'
import { type Column, dataTable } from '../frame/lists/data-table.ts'
import { chips, chosenWords, listFilters, pager, searchBox } from '../frame/lists/list-parts.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { moduleIcon } from '../frame/parts/badges.ts'
import { emptyState, icon, live, moreActions } from '../frame/parts/page-parts.ts'
import { shape } from '../frame/parts/shape.ts'
import { type GroupKey, groupOf, RULE_FLAGS, RULE_GROUPS } from './rule-groups.ts'
import { sentenceOfRule } from './rule-sentence.ts'

export const WEEK_DAYS = 7

interface RulesPage {
  /** All rules, for counting. */
  all: readonly StoredRule[]
  rules: readonly StoredRule[]
  activity: ReadonlyMap<string, RuleActivity>
  nextCursor: string | null
  done?: string | undefined
  /** Reason of a refused action. */
  problem?: string | null
}

export function rulesView(reader: Reader, page: RulesPage): Html {
  const { t, may } = reader
  const shown = RULE_GROUPS.map((group) => ({ group, rules: page.rules.filter((rule) => groupOf(rule) === group) }))
  const actions = html`<a class="button" href="/limits">${icon('clipboard-check')}${t.rules.limits.title}</a>${
    may('operator') ? html`<a class="button primary" href="/rules/new">${icon('plus')}${t.rules.newRule}</a>` : null
  }${moreActions(t, [html`<a class="button" href="/rules.yaml" download>${icon('download')}${t.rules.exportAll}</a>`])}`
  return shell(
    reader,
    { title: t.shared.places.rules, place: 'rules', actions },
    html`${doneOf(t.rules.done, page.done)}${formMessage({ ...EMPTY_FORM, message: page.problem ?? null })}
    ${filters(reader, page)}
    ${live(
      'rules',
      'rule alert',
      html`${
        page.rules.length === 0
          ? emptyState('search', t.rules.none, html`<a class="button" href="/rules">${t.shared.filters.clear}</a>`)
          : shown
              .filter(({ rules }) => rules.length > 0)
              .map(({ group, rules }) => groupView(reader, group, rules, page))
      }
      ${pager(reader, page.nextCursor)}`,
    )}`,
  )
}

function filters(reader: Reader, { all }: RulesPage): Html {
  const { t } = reader
  const groups = RULE_GROUPS.map((group) => ({
    value: group,
    text: groupName(reader, group),
    count: all.filter((rule) => groupOf(rule) === group).length,
  })).filter(({ count }) => count > 0)
  const states = RULE_FLAGS.map((value) => ({ value, text: t.rules[value] }))
  const chosen = chosenWords(reader, 'state', Object.fromEntries(states.map(({ value, text }) => [value, text])))
  return listFilters(reader, {
    quick: html`${searchBox(reader, { name: 'q', label: t.rules.search })}${chips(reader, t.shared.places.devices, 'group', groups)}`,
    folded: chips(reader, t.rules.states, 'state', states),
    active: chosen.length,
    chosen,
  })
}

export const groupName = ({ t }: Reader, group: GroupKey): string =>
  group === 'all' ? t.rules.all : t.shared.modules[group]

export const groupIcon = (group: GroupKey): Html => icon(group === 'all' ? 'cpu' : moduleIcon(group))

function groupView(reader: Reader, group: GroupKey, rules: readonly StoredRule[], { all, activity }: RulesPage): Html {
  const { t } = reader
  const name = groupName(reader, group)
  const ofGroup = all.filter((rule) => groupOf(rule) === group)
  const on = ofGroup.filter(({ enabled }) => enabled).length
  return html`<section class="rule-group" aria-labelledby="group-${group}">
  <h2 id="group-${group}">${groupIcon(group)} ${name} <span class="meta">${t.rules.groupCount(on, ofGroup.length)}</span></h2>
  ${dataTable<StoredRule>({
    caption: name,
    rows: rules,
    key: ({ key }) => key,
    address: ({ key }) => `/rules/${key}`,
    columns: columns(reader, activity),
  })}
</section>`
}

function columns(reader: Reader, activity: ReadonlyMap<string, RuleActivity>): Column<StoredRule>[] {
  const { t, format } = reader
  const of = ({ key }: StoredRule) => activity.get(key)
  return [
    { name: t.terms.rule, kind: 'main', show: (rule) => ruleCell(reader, rule, of(rule)) },
    {
      name: t.rules.columns.lastFired,
      show: (rule) => {
        const { last_fired, firing } = of(rule) ?? { last_fired: null, firing: 0 }
        if (last_fired === null) return html`<span class="meta">${t.shared.never}</span>`
        return html`<div><a class="tap" href="/alerts?rule=${rule.key}">${format.ago(last_fired)}</a>${firing === 0 ? null : html` <span class="badge warning">${t.rules.firing(firing)}</span>`}</div>`
      },
    },
    ...siteColumn<StoredRule>(reader),
    { name: t.rules.columns.week, show: (rule) => weekCell(reader, of(rule)) },
    { name: t.rules.columns.state, kind: 'actions', show: (rule) => ruleSwitch(reader, rule) },
  ]
}

const ruleCell = (reader: Reader, rule: StoredRule, activity: RuleActivity | undefined): Html => html`
<div class="rule-cell${rule.enabled ? '' : ' is-off'}">
  <p class="rule-name"><a href="/rules/${rule.key}">${reader.ruleName(rule.definition)}</a> ${marks(reader, rule, activity)}</p>
  <p>${sentenceOfRule(reader, rule.definition)}</p>
</div>`

export function marks({ t }: Reader, { origin, edited, enabled }: StoredRule, activity?: RuleActivity): Content {
  return [
    enabled ? null : html` <span class="badge off">${t.rules.off}</span>`,
    edited ? html` <span class="badge">${t.rules.edited}</span>` : null,
    origin === 'user' ? html` <span class="badge">${t.rules.own}</span>` : null,
    activity && isNoisy(activity, WEEK_DAYS)
      ? html` <span class="badge warning" title="${t.rules.noisyWhy(activity.alerts, activity.devices)}">${shape('triangle')}${t.rules.noisy}</span>`
      : null,
  ]
}

function weekCell({ t, format }: Reader, activity: RuleActivity | undefined): Content {
  if (activity === undefined || activity.alerts === 0) return html`<span class="meta">–</span>`
  const { alerts, days } = activity
  return html`<span class="week">${sparkline(days, t.rules.week(alerts, days))}<span>${format.number(alerts)}</span></span>`
}

/** Whether the rule is enabled; a switch for people who may change it. */
export function ruleSwitch(reader: Reader, rule: StoredRule): Html {
  const { key, site_id, enabled, definition } = rule
  const { t, csrf, may, address } = reader
  if (!may('operator', site_id)) return html`${enabled ? t.rules.on : t.rules.off}`
  if (enabled && isSafetyRule(rule)) return safetySwitch(reader, rule)
  return form(
    { action: `/rules/${key}/switch`, csrf, inPlace: true },
    html`<input type="hidden" name="enabled" value="${enabled ? 'no' : 'yes'}"><input type="hidden" name="back" value="${address}"><button class="switch" role="switch" aria-checked="${String(enabled)}" aria-label="${t.rules.switch(reader.ruleName(definition))}"><span></span></button>`,
  )
}

/** The switch of a safety rule that is on: turning it off needs a reason. */
function safetySwitch({ t, csrf, address, ruleName }: Reader, { key, definition }: StoredRule): Html {
  const id = `off-${key.replaceAll('.', '-')}`
  return html`
<details class="disclosure" id="${id}" data-dialog><summary class="switch is-on" aria-label="${t.rules.turnOff(ruleName(definition))}"><span></span></summary><div class="unfolded">${form(
    { action: `/rules/${key}/switch`, csrf, inPlace: true },
    html`<div class="turn-off"><h2>${t.rules.turnOff(ruleName(definition))}</h2>
  <input type="hidden" name="enabled" value="no"><input type="hidden" name="back" value="${address}">
  ${field({ name: 'reason', id: `${id}-reason`, label: t.ruleForm.reason, hint: t.ruleForm.reasonNeeded, maxlength: REASON_MAX }, EMPTY_FORM)}
  <button class="danger">${t.rules.turnOffNow}</button></div>`,
  )}</div></details>`
}
