import type { AlertWithNotes } from '../../../core/alerts/list-alerts.ts'
import type { Headline } from '../../../core/headline/headline.ts'
import type { Actor } from '../../../core/people/actor.ts'
import type { FoundExplanation } from '../../../core/rehearsal/explanation/find-explanation.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import type { DeliveryOutcome } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { actionButton, type FormState, form, formMessage, textArea } from '../../frame/forms/forms.ts'
import { snoozeDialog } from '../../frame/forms/snooze.ts'
import { actionBar } from '../../frame/headline/action-bar.ts'
import { headlineBlock } from '../../frame/headline/headline-block.ts'
import type { Hour } from '../../frame/headline/hour-line.ts'
import { sayHeadline } from '../../frame/headline/say-headline.ts'
import { whoIsOnIt } from '../../frame/headline/who-is-on-it.ts'
import { deliveryCard } from '../../frame/lists/delivery-list.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { moduleName } from '../../frame/parts/badges.ts'
import { card, keyValues, live } from '../../frame/parts/page-parts.ts'
import { assignForm, person } from '../../frame/parts/people.ts'
import { sentenceOfRule } from '../../rules/rule-sentence.ts'
import { alertGraph } from './alert-graph.ts'
import { alertDurationS, alertMarks, courseOf, isYesOrNo } from './alert-marks.ts'
import { valueOfAlert } from './part-value.ts'
import type { AlertGraph } from './read-alert-graph.ts'
import { whyItFires } from './why-it-fires.ts'

interface AlertPage {
  alert: AlertWithNotes
  headline: Headline
  hour: Hour | null
  /** The version that raised the alert; null if unknown. */
  rule: RuleDefinition | null
  /** Why that version was saved; null if nothing was said. */
  reason: string | null
  graph: AlertGraph | null
  /** Only for open alerts. */
  explanation: FoundExplanation | null
  deliveries: readonly DeliveryOutcome[]
  people: readonly Actor[]
  notice: Content
  state: FormState
}

export function alertView(reader: Reader, page: AlertPage): Html {
  const { t } = reader
  const { headline, notice, state } = page
  return shell(
    reader,
    {
      title: sayHeadline(reader, headline).subject,
      place: 'alerts',
      trail: [{ name: t.shared.places.alerts, address: '/alerts' }],
      head: alertHead(reader, page),
    },
    html`${notice}${formMessage(state)}
    <div class="wide-narrow">
      <div class="stack">
        ${live('alert-measured', 'alert reading', measured(reader, page))}
        ${page.explanation === null ? null : live('alert-why', 'alert reading rule', why(reader, page.explanation, page))}
        ${card(t.terms.notes, notes(reader, page))}
      </div>
      <div class="stack">
        ${live('alert-about', 'alert incident', about(reader, page))}
        ${live('alert-deliveries', 'alert incident webhook', deliveryCard(reader, page.deliveries))}
      </div>
    </div>`,
  )
}

/** Explains the current version of the rule, which need not be the one that raised the alert. */
function why(reader: Reader, explanation: FoundExplanation, { alert, rule }: AlertPage): Html {
  const explained = explanation.rule_version === alert.rule_version ? rule : null
  return card(reader.t.alerts.why.title, whyItFires(reader, explanation, explained))
}

/** The same as of an incident. */
function alertHead(reader: Reader, { alert, headline, hour, state }: AlertPage): Html {
  const { resolved_at } = alert
  return html`<div class="decisive">
    ${headlineBlock(reader, { headline, hour, resolved_at, linksDevice: true, topics: 'alert reading' })}
    <div class="on-it">
      <p id="alert-state" data-live="alert">${whoIsOnIt(reader, alert, reader.user.id)}${alertMarks(reader, alert)}</p>
      ${actions(reader, alert, sayHeadline(reader, headline).spoken, state)}
    </div>
  </div>`
}

function actions(reader: Reader, { alert_id, status }: AlertWithNotes, spoken: string, state: FormState): Content {
  const { t, csrf } = reader
  if (status === 'resolved' || !reader.may('operator')) return null
  const button = (verb: 'acknowledgement' | 'resolution', text: string, shortcut: string, look: 'primary' | 'quiet') =>
    actionButton(
      { action: `/alerts/${alert_id}/${verb}`, csrf, look, shortcut, label: t.headline.spoken(text, spoken) },
      text,
    )
  const resolve = button('resolution', t.terms.resolve, 'e', 'quiet')
  const isFiring = status === 'firing'
  return actionBar(t, {
    ...{ id: 'alert-actions', topics: 'alert' },
    actions: [isFiring ? button('acknowledgement', t.terms.acknowledge, 'a', 'primary') : resolve],
    menu: [isFiring ? resolve : null, snoozeDialog(reader, `/alerts/${alert_id}`, spoken, state)],
  })
}

function measured(reader: Reader, { alert, rule, graph }: AlertPage): Html {
  const { t, format } = reader
  const { facts } = t.alerts
  const amount = valueOfAlert(reader, alert, rule)
  const shown = (name: string, value: number) => html`<strong data-value="${name}">${amount(value)}</strong>`
  const values: [string, Content][] = [
    [facts.triggered, shown('triggered', alert.triggered_value)],
    [alert.resolved_at === null ? t.terms.now : facts.last, shown('last', alert.last_value)],
    [facts.peak, shown('peak', alert.peak_value)],
    [facts.limit, alert.threshold === null ? '–' : amount(alert.threshold)],
  ]
  return card(
    facts.measured,
    html`${rule === null ? null : html`<p>${sentenceOfRule(reader, rule)}</p>`}
    ${keyValues([
      ...(isYesOrNo(alert) ? [[facts.course, courseOf(reader, alert).join(', ')] as const] : values),
      [t.alerts.columns.duration, format.duration(alertDurationS(reader, alert))],
      [facts.occurrences, format.number(alert.occurrences)],
    ])}
    ${graph === null ? null : alertGraph(reader, alert, graph)}`,
  )
}

function about(reader: Reader, { alert, rule, reason, people }: AlertPage): Html {
  const { t, format } = reader
  const { facts, columns } = t.alerts
  const by = (who: Record<string, unknown> | null, at: Date | null) =>
    at === null ? null : html`${person(who)}, ${format.ago(at)}`
  const pairs: [string, Content][] = [
    [t.terms.device, html`<a href="/devices/${alert.device_id}">${alert.device_name}</a>`],
    [t.terms.module, moduleName(t, alert.module)],
    [
      t.terms.rule,
      html`<a href="/rules/${alert.rule_key}">${rule === null ? alert.rule_key : reader.ruleName(rule)}</a> <span class="meta">${facts.version(alert.rule_version)}</span>`,
    ],
    ...(rule?.source === undefined ? [] : [[t.rules.limits.source, rule.source] as [string, Content]]),
    ...(reason === null ? [] : [[t.ruleForm.reason, reason] as [string, Content]]),
    [
      t.terms.incident,
      alert.incident_id === null ? '–' : html`<a href="/incidents/${alert.incident_id}">#${alert.incident_id}</a>`,
    ],
    [columns.triggered, format.at(alert.triggered_at)],
  ]
  if (alert.acknowledged_at !== null) {
    pairs.push([t.shared.alertStatuses.acknowledged, by(alert.acknowledged_by, alert.acknowledged_at)])
  }
  if (alert.acknowledged_until !== null) {
    const name = alert.snoozed_until === null ? facts.acknowledgedUntil : t.shared.snoozedUntil
    pairs.push([name, format.at(alert.acknowledged_until)])
  }
  if (alert.resolved_at !== null) {
    const reason = ownProperty(facts.reasons, alert.resolve_reason) ?? alert.resolve_reason
    pairs.push([
      t.shared.alertStatuses.resolved,
      html`${by(alert.resolved_by, alert.resolved_at)}${reason ? html` · ${reason}` : null}`,
    ])
  }
  if (rule?.runbook_url !== undefined) {
    pairs.push([facts.runbook, html`<a href="${rule.runbook_url}" rel="noreferrer">${rule.runbook_url}</a>`])
  }
  pairs.push([t.alerts.assignee, person(alert.assigned_to)])
  return card(
    facts.about,
    html`${keyValues(pairs)}${reader.may('operator') ? assignForm(reader, `/alerts/${alert.alert_id}/assignment`, alert.assigned_to, people) : null}`,
  )
}

function notes(reader: Reader, { alert, state }: AlertPage): Html {
  const { t, format, csrf } = reader
  const written = alert.notes.map(
    ({ at, by, text }) =>
      html`<li><p class="meta">${person(by)} · ${format.ago(at)}</p><p class="note-text">${text}</p></li>`,
  )
  return html`
    ${written.length === 0 ? html`<p class="meta">${t.alerts.noNotes}</p>` : html`<ul class="timeline">${written}</ul>`}
    ${
      reader.may('operator')
        ? form(
            { action: `/alerts/${alert.alert_id}/notes`, csrf, label: t.alerts.addNote },
            html`${textArea({ name: 'text', label: t.alerts.note, rows: 2, maxlength: 2_000 }, state)}<button>${t.alerts.addNote}</button>`,
          )
        : null
    }`
}
