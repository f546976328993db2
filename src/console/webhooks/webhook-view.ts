import type { WholeDelivery } from '../../core/webhooks/outbox/delivery-log.ts'
import type { WebhookHealth } from '../../core/webhooks/outbox/webhook-health.ts'
import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { actionButton, choice, done, doneOf, EMPTY_FORM, form, formMessage } from '../frame/forms/forms.ts'
import { siteFact } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, disclosure, icon, keyValues, live } from '../frame/parts/page-parts.ts'
import { type WebhookPage, webhookDeliveryList } from './deliveries/delivery-list.ts'
import { stateOf, webhookBadge } from './webhook-state.ts'
import { hostOf, successMeter } from './webhooks-view.ts'

export function webhookView(page: WebhookPage): Html {
  const { reader, webhook, health } = page
  const { webhooks: t } = reader.t
  return shell(
    reader,
    {
      title: webhook.name,
      place: 'webhooks',
      trail: [{ name: t.title, address: '/webhooks' }],
      badges: live('state', 'webhook', webhookBadge(reader.t, stateOf(webhook, health))),
      actions: reader.may('admin', webhook.site_id) ? actions(reader, webhook) : null,
    },
    html`
    ${formMessage(page.state)}
    ${doneOf(t.done, page.done)}
    ${page.recovered === null ? null : done(t.recovered(page.recovered))}
    ${page.test === null ? null : testOutcome(reader, webhook, page.test)}
    ${live('summary', 'webhook', summary(reader, webhook, health))}
    ${card(t.deliveries, webhookDeliveryList(page), reader.may('admin', webhook.site_id) && webhook.enabled ? recovery(reader, webhook) : null)}`,
  )
}

function actions({ t, csrf }: Reader, { id, enabled }: WebhookRecord): Content {
  const { webhooks: words } = t
  return html`
    ${actionButton({ action: `/webhooks/${id}/enabled`, csrf, name: 'enabled', value: enabled ? 'no' : 'yes' }, enabled ? t.terms.disable : t.terms.enable)}
    <a class="button quiet" href="/webhooks/${id}/settings">${icon('settings')}${t.shared.places.settings}</a>
    ${actionButton({ action: `/webhooks/${id}/test`, csrf, look: 'primary' }, html`${icon('send')}${words.test}`)}`
}

function testOutcome({ t, format }: Reader, webhook: WebhookRecord, { id, attempts }: WholeDelivery): Content {
  const attempt = attempts.at(-1)
  if (attempt === undefined) return null
  const time = `${format.number(attempt.duration_ms)} ms`
  const isGood = attempt.outcome === 'delivered'
  const text = isGood ? t.webhooks.testOk(attempt.detail, time) : t.webhooks.testBad(attempt.detail, time)
  return html`<p class="notice ${isGood ? 'good' : 'bad'}" role="${isGood ? 'status' : 'alert'}">${text} <a href="/webhooks/${webhook.id}/deliveries/${id}">${t.shared.details}</a></p>`
}

function summary(reader: Reader, webhook: WebhookRecord, health: WebhookHealth | undefined): Html {
  const { t, format } = reader
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
      : (ownProperty(words.disabledBy, webhook.disabled_reason) ?? webhook.disabled_reason)
  return html`<section class="card" aria-label="${t.terms.state}">
    <p>${state === 'disabled' && reason !== null ? `${reason} ` : null}${words.stateHints[state]}</p>
    ${keyValues([
      ...siteFact(reader, webhook),
      [words.address, html`<code>${reader.may('admin', webhook.site_id) ? webhook.url : hostOf(webhook.url)}</code>`],
      [words.format, words.formats[webhook.format]],
      [words.events, html`<code class="meta">${webhook.events.join(', ')}</code>`],
      [words.filters, filters(reader, webhook)],
      [words.success, successMeter(reader, health)],
      [words.latency, ms === null ? '–' : `${format.number(ms)} ms`],
      ...times.filter((pair) => pair !== null),
      [t.terms.added, format.ago(webhook.created_at)],
    ])}
  </section>`
}

function filters({ t }: Reader, { min_severity, modules, tags }: WebhookRecord): string {
  const parts = [
    min_severity === 'info' ? null : t.webhooks.fromSeverity(t.shared.severities[min_severity]),
    ...modules.map((module) => t.shared.modules[module]),
    ...tags,
  ].filter((part) => part !== null)
  return parts.length === 0 ? t.webhooks.everything : parts.join(', ')
}

const recovery = ({ t, csrf }: Reader, { id }: WebhookRecord): Html => {
  const { webhooks: words } = t
  const options = Object.entries(words.recoverRanges).map(([value, text]) => ({ value, text }))
  return disclosure(
    'recover',
    html`${icon('rotate-ccw')}${words.recover}`,
    form(
      { action: `/webhooks/${id}/recovery`, csrf, label: words.recover, inPlace: true },
      html`
      <p>${words.recoverHint}</p>
      ${choice({ name: 'within_s', label: words.recoverSince, options, chosen: '86400' }, EMPTY_FORM)}
      <button class="primary">${words.recover}</button>`,
    ),
  )
}
