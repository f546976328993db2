import type { DeliveryStatus } from '../../core/webhooks/outbox/delivery-log.ts'
import type { WebhookHealth } from '../../core/webhooks/outbox/webhook-health.ts'
import type { WebhookRecord } from '../../core/webhooks/webhook.ts'
import type { Html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { type StateLook, stateBadge } from '../frame/parts/badges.ts'

type ShownState = keyof Words['webhooks']['states']

/** The pages above those of one webhook. */
export const webhookTrail = ({ webhooks }: Words, { id, name }: WebhookRecord) => [
  { name: webhooks.title, address: '/webhooks' },
  { name, address: `/webhooks/${id}` },
]

/** State of a webhook in one word. Pure. */
export function stateOf({ state, failing_since }: WebhookRecord, health: WebhookHealth | undefined): ShownState {
  if (state !== 'active') return state
  const hasArrived = health?.has_arrived ?? null
  // A failed test does not count for the breaker, but it is shown.
  if (failing_since !== null || hasArrived === false) return 'failing'
  return hasArrived === null ? 'untried' : 'ok'
}

const LOOKS: Record<ShownState, StateLook> = {
  ok: { mark: 'circle', look: 'good' },
  untried: { mark: 'dots', look: 'off' },
  failing: { mark: 'triangle', look: 'warning' },
  held: { mark: 'diamond', look: 'critical' },
  recovering: { mark: 'half', look: 'info' },
  disabled: { mark: 'cross', look: 'off' },
}

export const webhookBadge = ({ webhooks }: Words, state: ShownState): Html =>
  stateBadge(LOOKS[state], webhooks.states[state])

const DELIVERY_LOOKS: Record<DeliveryStatus, StateLook> = {
  pending: { mark: 'dots', look: 'off' },
  retrying: { mark: 'triangle', look: 'warning' },
  held: { mark: 'diamond', look: 'critical' },
  delivered: { mark: 'check', look: 'good' },
  dead: { mark: 'cross', look: 'critical' },
  cancelled: { mark: 'ring', look: 'off' },
}

export const deliveryBadge = ({ webhooks }: Words, status: DeliveryStatus): Html =>
  stateBadge(DELIVERY_LOOKS[status], webhooks.statuses[status])
