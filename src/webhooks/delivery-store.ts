import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** A node that dies with a delivery in hand leaves it to the others after this long. */
const LEASE_S = 60

export interface Attempt {
  n: number
  /** ISO 8601. */
  at: string
  duration_ms: number
  outcome: string
  status: number | null
}

export interface ClaimedDelivery {
  id: number
  webhook_id: number
  message_id: string
  event: WebhookEvent
  body: string
  attempts: Attempt[]
  url: string
  secret_sealed: Buffer
}

/**
 * Takes what is due, at most `perWebhook` minus what is already in hand for each receiver, oldest first, and only the
 * first of each lane. Compare-and-set: the rows that come back are ours, whichever nodes ask at once.
 */
export function claimDeliveries(
  db: Queryable,
  inHand: ReadonlyMap<number, number>,
  limits: { perWebhook: number; atMost: number },
  now: Date,
): Promise<ClaimedDelivery[]> {
  return db.query<ClaimedDelivery>(sql`
    with heads as (
      select
        d.id, d.next_attempt_at, d.leased_until, d.webhook_id,
        row_number() over (partition by d.webhook_id, d.lane order by d.id) as place_in_lane
      from deliveries as d
      where d.status in ('pending', 'retrying')
    ),
    due as (
      select h.id, row_number() over (partition by h.webhook_id order by h.id) + coalesce(b.busy, 0) as place
      from heads as h
      left join unnest(${[...inHand.keys()]}::integer[], ${[...inHand.values()]}::integer[]) as b (webhook_id, busy)
        on b.webhook_id = h.webhook_id
      where h.place_in_lane = 1
        and h.next_attempt_at <= ${now}
        and (h.leased_until is null or h.leased_until <= ${now})
    )
    update deliveries as d
    set leased_until = ${secondsAfter(now, LEASE_S)}
    from webhooks as w
    where d.id in (select id from due where place <= ${limits.perWebhook} order by place, id limit ${limits.atMost})
      and w.id = d.webhook_id
      and d.status in ('pending', 'retrying')
      and (d.leased_until is null or d.leased_until <= ${now})
    returning d.id, d.webhook_id, d.message_id, d.event, d.body, d.attempts, w.url, w.secret_sealed`)
}

/** Writes the attempt down; `nextAttemptAt` null means that no further one follows. */
export async function recordAttempt(
  db: Queryable,
  delivery: { id: number },
  attempt: Attempt,
  outcome: { isDelivered: boolean; nextAttemptAt: Date | null },
): Promise<void> {
  const status = outcome.isDelivered ? 'delivered' : outcome.nextAttemptAt === null ? 'dead' : 'retrying'
  await db.query(sql`
    update deliveries
    set
      attempts = attempts || ${JSON.stringify(attempt)}::jsonb,
      status = ${status},
      next_attempt_at = ${outcome.nextAttemptAt},
      leased_until = null
    where id = ${delivery.id} and status in ('pending', 'retrying')`)
}

export interface DeliveryRecord {
  id: number
  message_id: string
  event: WebhookEvent
  status: 'pending' | 'retrying' | 'held' | 'delivered' | 'dead' | 'cancelled'
  attempts: Attempt[]
  next_attempt_at: Date | null
  created_at: Date
}

/** Newest first, from just before `beforeId`. */
export function listDeliveries(
  db: Queryable,
  webhookId: number,
  page: { beforeId: number; limit: number },
): Promise<DeliveryRecord[]> {
  return db.query<DeliveryRecord>(sql`
    select id, message_id, event, status, attempts, next_attempt_at, created_at
    from deliveries
    where webhook_id = ${webhookId}::bigint and id < ${page.beforeId}
    order by id desc
    limit ${page.limit}`)
}

/** When the next waiting delivery falls due, so that the dispatcher can rest until then. */
export async function findNextAttemptAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select min(greatest(next_attempt_at, leased_until)) as at
    from deliveries
    where status in ('pending', 'retrying')`)
  return row?.at ?? null
}
