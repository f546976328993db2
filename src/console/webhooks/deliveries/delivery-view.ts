import type { Attempt } from '../../../core/webhooks/outbox/attempt.ts'
import type { WholeDelivery } from '../../../core/webhooks/outbox/delivery-log.ts'
import { requestHeaders } from '../../../core/webhooks/sending/request-headers.ts'
import type { WebhookRecord } from '../../../core/webhooks/webhook.ts'
import { type Html, html } from '../../../platform/html.ts'
import { actionButton, doneOf, type FormState, formMessage } from '../../frame/forms/forms.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { stateBadge } from '../../frame/parts/badges.ts'
import { liveAgain } from '../../frame/parts/live-again.ts'
import { card, codeBlock, icon, keyValues } from '../../frame/parts/page-parts.ts'
import { deliveryBadge, webhookTrail } from '../webhook-state.ts'

interface DeliveryPage {
  reader: Reader
  webhook: WebhookRecord
  delivery: WholeDelivery
  state: FormState
  done: string | undefined
}

/** One delivery: the request, and the result of each attempt. */
export function deliveryView({ reader, webhook, delivery, state, done }: DeliveryPage): Html {
  const { t, format, csrf } = reader
  const { webhooks: words } = t
  const here = `/webhooks/${webhook.id}/deliveries/${delivery.id}`
  const hasEnded = ['delivered', 'dead', 'cancelled'].includes(delivery.status)
  const isUnderWay = delivery.status === 'pending' || delivery.status === 'retrying'
  const again = reader.may('admin', webhook.site_id) && hasEnded && webhook.enabled
  return shell(
    reader,
    {
      title: delivery.event,
      place: 'webhooks',
      trail: webhookTrail(t, webhook),
      actions: again
        ? actionButton({ action: `${here}/redelivery`, csrf }, html`${icon('rotate-ccw')}${words.redeliver}`)
        : null,
    },
    html`
    ${formMessage(state)}
    ${doneOf(words.done, done)}
    ${liveAgain(
      'delivery',
      'webhook',
      isUnderWay ? 2 : null,
      html`
      ${card(
        words.message,
        keyValues([
          [words.status, deliveryBadge(t, delivery.status)],
          ['webhook-id', html`<code>${delivery.message_id}</code>`],
          [words.queued, format.at(delivery.created_at)],
          [words.next, delivery.next_attempt_at === null ? '–' : format.ago(delivery.next_attempt_at)],
        ]),
      )}
      ${delivery.attempts.length === 0 ? html`<p class="empty">${words.noAttempts}</p>` : null}
      ${delivery.attempts.toReversed().map((attempt) => attemptCard(reader, webhook, delivery, attempt))}`,
    )}
    ${card(words.requestBody, codeBlock(indented(delivery.body), words.requestBody))}
    ${curlCard(reader, webhook, delivery)}`,
  )
}

function attemptCard(reader: Reader, webhook: WebhookRecord, delivery: WholeDelivery, attempt: Attempt): Html {
  const { t, format } = reader
  const { webhooks: words } = t
  const isGood = attempt.outcome === 'delivered'
  return card(
    words.attempt(attempt.n),
    html`
    ${keyValues([
      [
        words.outcome,
        stateBadge(
          isGood ? { mark: 'check', look: 'good' } : { mark: 'cross', look: 'critical' },
          words.outcomes[attempt.outcome],
        ),
      ],
      [words.code, attempt.status === null ? '–' : html`<code>${attempt.status}</code>`],
      [t.terms.duration, `${format.number(attempt.duration_ms)} ms`],
      [words.connectedTo, attempt.address === null ? '–' : html`<code>${attempt.address}</code>`],
      // The details of a response only repeat the code.
      ...(attempt.status === null ? [[t.shared.details, attempt.detail] as const] : []),
    ])}
    <div class="columns">
      <div class="stack"><h3>${words.requestHeaders}</h3>${codeBlock(lines(headersOf(reader, webhook, delivery, attempt)), words.requestHeaders)}</div>
      ${attempt.status === null ? null : html`<div class="stack"><h3>${words.response}</h3>${codeBlock(responseText(attempt, words.noResponse), words.response)}</div>`}
    </div>`,
    format.at(new Date(attempt.at)),
  )
}

/** Headers as sent, except for secret values. */
function headersOf({ t }: Reader, { headers }: WebhookRecord, delivery: WholeDelivery, attempt: Attempt) {
  const own = Object.fromEntries(headers.map((name) => [name, t.webhooks.hidden]))
  const { n, at, signature = t.webhooks.hidden } = attempt
  return { ...own, ...requestHeaders({ ...delivery, n, at: new Date(at), signature }) }
}

const responseText = ({ status, response_body, response_headers = {} }: Attempt, empty: string): string =>
  `HTTP ${status}\n${lines(response_headers)}\n\n${response_body === null || response_body === '' ? empty : indented(response_body)}`

const lines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Pretty-prints JSON; other text stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON, which is allowed for receivers.
    return text
  }
}

function curlCard(reader: Reader, webhook: WebhookRecord, delivery: WholeDelivery): Html | null {
  const last = delivery.attempts.at(-1)
  if (last === undefined || !reader.may('admin', webhook.site_id)) return null
  const { webhooks: words } = reader.t
  const headers = headersOf(reader, webhook, delivery, last)
  return card(
    words.curl,
    html`<p>${words.curlHint}</p>${codeBlock(curlOf(webhook.url, headers, delivery.body), words.curl)}`,
  )
}

/** The curl command that sends the same request. Pure. */
const curlOf = (url: string, headers: Readonly<Record<string, string>>, body: string): string =>
  [
    `curl -i ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
