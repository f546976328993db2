import { type ClaimedDelivery, DELIVERY_LEASE_S, type Room } from './claim-deliveries.ts'
import { RELEASE_PER_S } from './record-attempts.ts'

/** Concurrent requests to one webhook. */
const AT_ONCE = 4
/** For fast receivers, up to this many deliveries are claimed ahead, so that they do not wait for the database. */
const MOST_IN_HAND = 64
const QUICK_MS = 500
/** A delivery that has waited here for longer could not be sent before another node may claim it. */
const TOO_OLD_MS = (DELIVERY_LEASE_S - 15) * 1_000

/** Deliveries that a node has claimed for one webhook. */
export interface ReceiverQueue {
  webhookId: number
  waiting: ClaimedDelivery[]
  sending: number
  /** Number of deliveries waiting, being sent, or being recorded. */
  inHand: number
  /** Limit of `inHand`. */
  window: number
  /** Tokens of the rate limit for releasing held deliveries after an outage, and the time of their last update. */
  tokens: number
  countedAt: number
}

export const newQueue = (webhookId: number, now: Date): ReceiverQueue => ({
  webhookId,
  waiting: [],
  sending: 0,
  inHand: 0,
  window: AT_ONCE,
  tokens: RELEASE_PER_S,
  countedAt: now.getTime(),
})

export function roomOf(queue: ReceiverQueue, now: Date): Room {
  const since = Math.max(0, now.getTime() - queue.countedAt)
  queue.tokens = Math.min(RELEASE_PER_S, queue.tokens + (since / 1_000) * RELEASE_PER_S)
  queue.countedAt = now.getTime()
  const room = Math.max(0, queue.window - queue.inHand)
  return { webhook_id: queue.webhookId, room, paced: Math.min(room, Math.floor(queue.tokens)) }
}

export function take(queue: ReceiverQueue, delivery: ClaimedDelivery): void {
  queue.waiting.push(delivery)
  queue.inHand += 1
  queue.tokens = Math.max(0, queue.tokens - 1)
}

/**
 * The next delivery to send, if there is a free connection. Deliveries that have waited too long are left to expire.
 */
export function next(queue: ReceiverQueue, now: Date): ClaimedDelivery | null {
  while (queue.sending < AT_ONCE) {
    const delivery = queue.waiting.shift()
    if (delivery === undefined) return null
    if (now.getTime() - delivery.claimed_at.getTime() < TOO_OLD_MS) return delivery
    queue.inHand -= 1
  }
  return null
}

/** Only receivers that have proved fast get more than can be sent at once. */
export function adjustWindow(queue: ReceiverQueue, isDelivered: boolean, durationMs: number): void {
  const isQuick = isDelivered && durationMs < QUICK_MS
  queue.window = isQuick ? Math.min(MOST_IN_HAND, queue.window + 2) : AT_ONCE
}

export function dropWaiting(queue: ReceiverQueue): number[] {
  const ids = queue.waiting.map(({ id }) => id)
  queue.inHand -= ids.length
  queue.waiting = []
  return ids
}
