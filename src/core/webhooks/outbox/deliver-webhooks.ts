import type { CellDatabase } from '../../../platform/database/database.ts'
import { outgoingMessage } from '../sending/outgoing-message.ts'
import type { Sender } from '../sending/send-webhook.ts'
import { type HeadlineOptions, withFinalBody } from './add-headline.ts'
import type { Attempt, NoteSettled } from './attempt.ts'
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from './claim-deliveries.ts'
import { adjustWindow, dropWaiting, newQueue, next, type ReceiverQueue, roomOf, take } from './receiver-queue.ts'
import { attemptRecorder } from './record-attempts.ts'
import { retryAfter } from './retry-schedule.ts'

interface DispatcherOptions extends Pick<HeadlineOptions, 'findHeadlines'> {
  db: CellDatabase
  sender: Sender
  encryptionKey: Buffer
  /** For links to pages. */
  publicUrl: () => string
  retryDelaysS: readonly number[]
  /** Called with delivered and dead deliveries. */
  noteSettled: NoteSettled
  now: () => Date
  onError: (error: unknown) => void
  /** Called when an attempt is recorded: there is room again, and its lane may continue. */
  onFree: () => void
  /** Called with each finished request. */
  onAttempt: (attempt: Attempt) => void
  random?: () => number
}

export interface Dispatcher {
  /** Claims and starts due deliveries; returns whether there were any. Requests continue after it returns. */
  step(): Promise<boolean>
  /** Sends a delivery claimed by the caller, and records it like all others. */
  send(delivery: ClaimedDelivery): Promise<Attempt>
  /** Resolves when no claimed delivery is left. */
  idle(): Promise<void>
  /** Releases deliveries that were not started, and waits for the others. */
  stop(): Promise<void>
}

/**
 * Sends queued deliveries: in order within a lane, and fair between receivers, since each has its own connections and
 * takes none of another's, however long it hangs.
 */
export function webhookDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, now } = options
  const queues = new Map<number, ReceiverQueue>()
  const underWay = new Set<Promise<unknown>>()
  const recorder = attemptRecorder(options, (webhookId) => {
    const queue = queues.get(webhookId)
    if (queue !== undefined) void leave([queue])
  })

  /** Releases waiting deliveries of receivers that must not be sent to now. */
  function leave(left: Iterable<ReceiverQueue>): Promise<void> {
    return track(releaseDeliveries(db, [...left].flatMap(dropWaiting)).catch(options.onError))
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work)
    void work.then(
      () => underWay.delete(work),
      () => underWay.delete(work),
    )
    return work
  }

  function fill(queue: ReceiverQueue): void {
    for (let delivery = next(queue, now()); delivery !== null; delivery = next(queue, now())) {
      queue.sending += 1
      void track(sendOne(queue, delivery).catch(options.onError))
    }
  }

  async function sendOne(queue: ReceiverQueue, delivery: ClaimedDelivery): Promise<void> {
    let isSending = true
    const sent = () => {
      if (isSending) queue.sending -= 1
      isSending = false
    }
    try {
      await attempt(delivery, ({ outcome, duration_ms }) => {
        adjustWindow(queue, outcome === 'delivered', duration_ms)
        sent()
        fill(queue)
      })
    } finally {
      sent()
      queue.inHand -= 1
      fill(queue)
      options.onFree()
    }
  }

  /** Sends one request and records its outcome. */
  async function attempt(delivery: ClaimedDelivery, onEnd: (attempt: Attempt) => void): Promise<Attempt> {
    const at = now()
    const message = outgoingMessage(await withFinalBody(delivery, options, at), options, at)
    const started = performance.now()
    const { retryAfter: asked, ...outcome } = await options.sender.send(message)
    const duration_ms = Math.round(performance.now() - started)
    const signature = message.headers['webhook-signature']!
    const ended = { n: delivery.last_n + 1, at: at.toISOString(), duration_ms, ...outcome, signature }
    onEnd(ended)
    options.onAttempt(ended)
    const notBefore = retryAfter(outcome.status, asked, now())
    await recorder.record({ delivery, attempt: ended, notBefore, random: (options.random ?? Math.random)() })
    return ended
  }

  const idle = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  return {
    async step() {
      const at = now()
      const claimed = await claimDeliveries(
        db,
        [...queues.values()].map((queue) => roomOf(queue, at)),
        at,
      )
      for (const delivery of claimed) {
        const queue = queues.get(delivery.webhook_id) ?? newQueue(delivery.webhook_id, at)
        queues.set(delivery.webhook_id, queue)
        take(queue, delivery)
      }
      for (const id of new Set(claimed.map(({ webhook_id }) => webhook_id))) fill(queues.get(id)!)
      return claimed.length > 0
    },
    send: (delivery) => track(attempt(delivery, () => undefined)),
    idle,
    async stop() {
      await leave(queues.values())
      await idle()
    },
  }
}
