import { secondsAfter } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { decryptSecret } from '../platform/secrets.ts'
import { type ClaimedDelivery, claimDeliveries, recordAttempt } from './delivery-store.ts'
import { nextDelayS, parseRetryAfter } from './retry-schedule.ts'
import type { Envoy, SendOutcome } from './send-webhook.ts'
import { sign } from './signature.ts'
import { disableWebhook } from './webhook-store.ts'

/** So that one hanging receiver keeps four requests waiting and nobody else. */
const PER_WEBHOOK = 4
const AT_ONCE = 32

export interface DispatcherOptions {
  db: Database
  envoy: Envoy
  encryptionKey: Buffer
  retryDelaysS: readonly number[]
  now: () => Date
  onError: (error: unknown) => void
  /** Called when a request has ended, since its place is free and its lane may go on. */
  onFree: () => void
  random?: () => number
}

export interface Dispatcher {
  /** Claims and starts what is due; tells whether it found any. Requests run on after it returns. */
  step(): Promise<boolean>
  /** Resolves when no request is under way. */
  idle(): Promise<void>
}

/** Sends queued deliveries: fair between receivers, in order within a lane, taken over from nodes that died. */
export function webhookDispatcher(options: DispatcherOptions): Dispatcher {
  const inHand = new Map<number, number>()
  const running = new Set<Promise<void>>()

  function start(delivery: ClaimedDelivery): void {
    inHand.set(delivery.webhook_id, (inHand.get(delivery.webhook_id) ?? 0) + 1)
    const sending = attempt(options, delivery)
      .catch(options.onError)
      .finally(() => {
        inHand.set(delivery.webhook_id, (inHand.get(delivery.webhook_id) ?? 1) - 1)
        running.delete(sending)
        options.onFree()
      })
    running.add(sending)
  }

  return {
    async step() {
      const room = AT_ONCE - running.size
      if (room <= 0) return false
      const limits = { perWebhook: PER_WEBHOOK, atMost: room }
      const claimed = await claimDeliveries(options.db, inHand, limits, options.now())
      for (const delivery of claimed) start(delivery)
      return claimed.length > 0
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** One request and the record of what became of it. */
async function attempt(options: DispatcherOptions, delivery: ClaimedDelivery): Promise<void> {
  const at = options.now()
  const started = performance.now()
  const outcome = await options.envoy.send({
    url: delivery.url,
    headers: headersOf(delivery, decryptSecret(options.encryptionKey, delivery.secret_sealed), at),
    body: delivery.body,
  })
  const n = delivery.attempts.length + 1
  const duration_ms = Math.round(performance.now() - started)
  const record = { n, at: at.toISOString(), duration_ms, outcome: outcome.outcome, status: outcome.status }
  const nextAttemptAt = nextAttempt(options, n, outcome)
  await recordAttempt(options.db, delivery, record, { isDelivered: outcome.outcome === 'delivered', nextAttemptAt })
  if (outcome.status === 410) {
    const reason = 'The receiver answered 410 Gone'
    await options.db.transaction((tx) => disableWebhook(tx, delivery.webhook_id, reason, options.now()))
  }
}

function headersOf(delivery: ClaimedDelivery, secret: string, at: Date): Record<string, string> {
  const timestampS = Math.floor(at.getTime() / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Tocsin-Webhooks',
    'webhook-id': delivery.message_id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': sign(secret, delivery.message_id, timestampS, delivery.body),
    'x-tocsin-event': delivery.event,
    'x-tocsin-attempt': String(delivery.attempts.length + 1),
  }
}

function nextAttempt(options: DispatcherOptions, n: number, outcome: SendOutcome): Date | null {
  if (outcome.outcome === 'delivered' || outcome.status === 410) return null
  const now = options.now()
  const wait = outcome.status === 429 || outcome.status === 503 ? parseRetryAfter(outcome.retryAfter, now) : null
  const delayS = nextDelayS(n, options.retryDelaysS, wait, (options.random ?? Math.random)())
  return delayS === null ? null : secondsAfter(now, delayS)
}
