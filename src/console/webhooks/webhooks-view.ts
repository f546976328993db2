import { successRate, type WebhookHealth } from '../../core/webhooks/outbox/webhook-health.ts'
import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { doneOf } from '../frame/forms/forms.ts'
import { siteColumn } from '../frame/forms/site-field.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { codeBlock, emptyState, icon, live } from '../frame/parts/page-parts.ts'
import { SAMPLE_MESSAGE } from './verification-snippets.ts'
import { stateOf, webhookBadge } from './webhook-state.ts'

const EVENTS_SHOWN = 2

/** All webhooks and their health. */
export function webhooksView(
  reader: Reader,
  webhooks: readonly WebhookRecord[],
  health: ReadonlyMap<number, WebhookHealth>,
  done: string | undefined,
): Html {
  const { webhooks: t } = reader.t
  const add = html`<a class="button primary" href="/webhooks/new">${icon('plus')}${reader.t.webhooks.add}</a>`
  const mayAdd = reader.may('admin')
  return shell(
    reader,
    { title: t.title, place: 'webhooks', actions: mayAdd && webhooks.length > 0 ? add : null },
    html`
    ${doneOf(t.done, done)}
    ${live(
      'webhooks',
      'webhook',
      webhooks.length === 0
        ? html`${emptyState('webhook', mayAdd ? t.none : t.noneReader, mayAdd ? add : null)}
          <section class="card"><h2>${t.sample}</h2>${codeBlock(SAMPLE_MESSAGE, t.sample)}</section>`
        : table(reader, webhooks, health),
    )}`,
  )
}

const table = (
  reader: Reader,
  webhooks: readonly WebhookRecord[],
  health: ReadonlyMap<number, WebhookHealth>,
): Html => {
  const { webhooks: t } = reader.t
  const { format } = reader
  const of = ({ id }: WebhookRecord) => health.get(id)
  return dataTable({
    caption: t.title,
    rows: webhooks,
    key: ({ id }) => `webhook-${id}`,
    address: ({ id }) => `/webhooks/${id}`,
    columns: [
      {
        name: t.receiver,
        kind: 'main',
        show: ({ id, name, url }) =>
          html`<div><a href="/webhooks/${id}">${name}</a><br><span class="meta">${hostOf(url)}</span></div>`,
      },
      ...siteColumn<WebhookRecord>(reader),
      { name: reader.t.terms.state, show: (webhook) => webhookBadge(reader.t, stateOf(webhook, of(webhook))) },
      { name: t.events, show: ({ events }) => eventList(reader, events) },
      {
        name: t.success,
        kind: 'number',
        show: (webhook) => successMeter(reader, of(webhook)),
      },
      {
        name: t.latency,
        kind: 'number',
        show: (webhook) => {
          const ms = of(webhook)?.median_ms ?? null
          return ms === null ? '–' : `${format.number(ms)} ms`
        },
      },
      {
        name: t.last,
        show: (webhook) => {
          const last = of(webhook)
          return last === undefined
            ? '–'
            : html`<div>${format.ago(last.last_at)}<br><code class="meta nowrap">${last.last_event}</code></div>`
        },
      },
    ],
  })
}

/** Host of the receiver, without the path, which may be secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

export function successMeter({ t, format }: Reader, health: WebhookHealth | undefined): Content {
  const rate = health === undefined ? null : successRate(health)
  if (health === undefined || rate === null) return '–'
  const settled = health.delivered + health.failed
  return html`<span class="rate" title="${t.webhooks.successHint}"><meter min="0" max="100" low="90" high="99" optimum="100" value="${rate.toFixed(1)}" aria-label="${t.webhooks.success}"></meter>${format.number(rate, 1)} % <span class="meta">(${format.number(health.delivered)}/${format.number(settled)})</span></span>`
}

function eventList({ t }: Reader, events: readonly string[]): Html {
  const rest = events.length - EVENTS_SHOWN
  return html`<span title="${events.join(', ')}"><code class="meta">${events.slice(0, EVENTS_SHOWN).join(', ')}</code>${rest > 0 ? html` <span class="meta">${t.webhooks.more(rest)}</span>` : null}</span>`
}
