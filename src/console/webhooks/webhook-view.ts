import { type Content, type Html, html } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import type { DeliveryRecord, WholeDelivery } from '../../webhooks/delivery-log.ts'
import type { WebhookRecord } from '../../webhooks/webhook.ts'
import type { WebhookHealth } from '../../webhooks/webhook-health.ts'
import { disclosure } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { card, keyValues, live } from '../parts/page-parts.ts'
import { doneOf } from '../shell/done-of.ts'
import { actionButton, choice, done, EMPTY, type FormState, form, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { deliveryList } from './delivery-list.ts'
import { stateOf, webhookBadge } from './webhook-state.ts'
import { hostOf, successMeter } from './webhooks-view.ts'

export interface WebhookPage {
  visit: Visit
  webhook: WebhookRecord
  health: WebhookHealth | undefined
  deliveries: readonly DeliveryRecord[]
  nextCursor: string | null
  mostAttempts: number
  isFiltered: boolean
  /** The test that was sent just now. */
  test: WholeDelivery | null
  recovered: number | null
  done: string | undefined
  /** What was wrong with what was asked for. */
  state: FormState
}

export function webhookView(page: WebhookPage): Html {
  const { visit, webhook, health } = page
  const { webhooks: t } = visit.t
  return shell(
    visit,
    {
      title: webhook.name,
      place: 'webhooks',
      trail: [{ name: t.title, address: '/webhooks' }],
      badges: live('state', 'webhook', webhookBadge(visit.t, stateOf(webhook, health))),
      actions: visit.may('admin') ? actions(visit, webhook) : null,
    },
    html`
    ${message(page.state)}
    ${doneOf(t.done, page.done)}
    ${page.recovered === null ? null : done(t.recovered(page.recovered))}
    ${page.test === null ? null : testOutcome(visit, webhook, page.test)}
    ${live('summary', 'webhook', summary(visit, webhook, health))}
    ${card(t.deliveries, deliveryList(page), visit.may('admin') && webhook.enabled ? recovery(visit, webhook) : null)}`,
  )
}

function actions({ t, csrf }: Visit, { id, enabled }: WebhookRecord): Content {
  const { webhooks: words } = t
  return html`
    ${actionButton({ action: `/webhooks/${id}/enabled`, csrf, name: 'enabled', value: enabled ? 'no' : 'yes' }, enabled ? words.disable : words.enable)}
    <a class="button quiet" href="/webhooks/${id}/settings">${icon('settings')}${words.settings}</a>
    ${actionButton({ action: `/webhooks/${id}/test`, csrf, primary: true }, html`${icon('send')}${words.test}`)}`
}

function testOutcome({ t, format }: Visit, webhook: WebhookRecord, { id, attempts }: WholeDelivery): Content {
  const attempt = attempts.at(-1)
  if (attempt === undefined) return null
  const time = `${format.number(attempt.duration_ms)} ms`
  const isGood = attempt.outcome === 'delivered'
  const text = isGood ? t.webhooks.testOk(attempt.detail, time) : t.webhooks.testBad(attempt.detail, time)
  return html`<p class="notice ${isGood ? 'good' : 'bad'}" role="${isGood ? 'status' : 'alert'}">${text} <a href="/webhooks/${webhook.id}/deliveries/${id}">${t.shared.details}</a></p>`
}

function summary(visit: Visit, webhook: WebhookRecord, health: WebhookHealth | undefined): Html {
  const { t, format } = visit
  const { webhooks: words } = t
  const state = stateOf(webhook, health)
  const ms = health?.median_ms ?? null
  const times = [
    webhook.failing_since === null ? null : ([words.failingSince, format.ago(webhook.failing_since)] as const),
    webhook.next_probe_at === null ? null : ([words.nextProbe, format.ago(webhook.next_probe_at)] as const),
    webhook.old_secret_until === null ? null : ([words.oldUntil, format.at(webhook.old_secret_until)] as const),
  ]
  const reason =
    webhook.disabled_reason === null
      ? null
      : (own(words.disabledBy, webhook.disabled_reason) ?? webhook.disabled_reason)
  return html`<section class="card" aria-label="${words.state}">
    <p>${state === 'disabled' && reason !== null ? `${reason} ` : null}${words.stateHints[state]}</p>
    ${keyValues([
      [words.address, html`<code>${visit.may('admin') ? webhook.url : hostOf(webhook.url)}</code>`],
      [words.format, words.formats[webhook.format]],
      [words.events, html`<code class="meta">${webhook.events.join(', ')}</code>`],
      [words.filters, filters(visit, webhook)],
      [words.success, successMeter(visit, health)],
      [words.latency, ms === null ? '–' : `${format.number(ms)} ms`],
      ...times.filter((pair) => pair !== null),
      [words.added, format.ago(webhook.created_at)],
    ])}
  </section>`
}

function filters({ t }: Visit, { min_severity, modules, tags }: WebhookRecord): string {
  const parts = [
    min_severity === 'info' ? null : t.webhooks.fromSeverity(t.shared.severities[min_severity]),
    ...modules.map((module) => t.shared.modules[module]),
    ...tags,
  ].filter((part) => part !== null)
  return parts.length === 0 ? t.webhooks.everything : parts.join(', ')
}

const recovery = ({ t, csrf }: Visit, { id }: WebhookRecord): Html => {
  const { webhooks: words } = t
  const options = Object.entries(words.recoverRanges).map(([value, text]) => ({ value, text }))
  return disclosure(
    'recover',
    html`${icon('rotate-ccw')}${words.recover}`,
    form(
      { action: `/webhooks/${id}/recovery`, csrf, label: words.recover, inPlace: true },
      html`
      <p>${words.recoverHint}</p>
      ${choice({ name: 'within_s', label: words.recoverSince, options, chosen: '86400' }, EMPTY)}
      <button class="primary">${words.recover}</button>`,
    ),
  )
}
