import { type Html, html } from '../../platform/html.ts'
import type { DeliveryStatus } from '../../webhooks/delivery-log.ts'
import type { WebhookRecord } from '../../webhooks/webhook.ts'
import type { WebhookHealth } from '../../webhooks/webhook-health.ts'
import type { Words } from '../words/words.ts'

export type ShownState = keyof Words['webhooks']['states']

/** How a webhook does, in one word. Pure. */
export function stateOf({ state, failing_since }: WebhookRecord, health: WebhookHealth | undefined): ShownState {
  if (state !== 'active') return state
  if (failing_since !== null) return 'failing'
  return health === undefined ? 'untried' : 'ok'
}

const LOOKS: Record<ShownState, { shape: string; look: string }> = {
  ok: { shape: '●', look: 'good' },
  untried: { shape: '◌', look: 'off' },
  failing: { shape: '▲', look: 'warning' },
  held: { shape: '◆', look: 'critical' },
  recovering: { shape: '◐', look: 'info' },
  disabled: { shape: '✕', look: 'off' },
}

export const webhookBadge = ({ webhooks }: Words, state: ShownState): Html =>
  badge(LOOKS[state], webhooks.states[state])

const DELIVERY_LOOKS: Record<DeliveryStatus, { shape: string; look: string }> = {
  pending: { shape: '◌', look: 'off' },
  retrying: { shape: '▲', look: 'warning' },
  held: { shape: '◆', look: 'critical' },
  delivered: { shape: '✓', look: 'good' },
  dead: { shape: '✕', look: 'critical' },
  cancelled: { shape: '○', look: 'off' },
}

export const deliveryBadge = ({ webhooks }: Words, status: DeliveryStatus): Html =>
  badge(DELIVERY_LOOKS[status], webhooks.statuses[status])

const badge = ({ shape, look }: { shape: string; look: string }, text: string): Html =>
  html`<span class="badge ${look}"><span class="shape" aria-hidden="true">${shape}</span>${text}</span>`
