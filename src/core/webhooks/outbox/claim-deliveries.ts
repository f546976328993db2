import sql, { raw } from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { InCell } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { Format } from '../formats/formats.ts'

/** Deliveries claimed by a node that has died are free for other nodes after this time. */
export const LEASE_S = 60

export interface ClaimedDelivery {
  id: number
  webhook_id: number
  message_id: string
  event: WebhookEvent
  lane: string
  body: string
  /** Number of the last attempt, 0 if there was none. */
  last_n: number
  /** Failed attempts that count towards the limit. */
  failed_attempts: number
  url: string
  format: Format
  values_sealed: Buffer | null
  secret_sealed: Buffer
  /** Null also when its overlap has ended. */
  old_secret_sealed: Buffer | null
  /** Whether this delivery is a probe of its receiver. */
  is_probe: boolean
  claimed_at: Date
}

/** Deliveries that a node may claim for a webhook: normally, and while held ones are being released after an outage. */
export interface Room {
  webhook_id: number
  room: number
  paced: number
}

/** Initial value for webhooks that are new to this node. */
const FIRST_ROOM = 4

/** Columns of a claim, from a delivery `d` and its webhook `w`. */
const CLAIM = raw(`
  d.id, d.webhook_id, d.message_id, d.event, d.lane, d.body, coalesce((d.attempts -> -1 ->> 'n')::integer, 0) as last_n, d.failed_attempts,
  w.url, w.format, w.values_sealed, w.secret_sealed`)

const oldSecretSql = (now: Date) => sql`
  case when w.old_secret_until > ${now} then w.old_secret_sealed end as old_secret_sealed`

/**
 * Claims due deliveries, oldest first and only the first of each lane, for each webhook as many as there is room for. A
 * webhook with an open breaker costs one lookup of its row, however much is held for it; when its probe is due, one
 * delivery is claimed. Claimed rows are locked and then leased, so that no two nodes get the same one.
 * Each `offset 0` and the array keep the planner, which cannot know how much is waiting, from reading everything.
 */
export async function claimDeliveries(db: InCell, rooms: readonly Room[], now: Date): Promise<ClaimedDelivery[]> {
  const leaseEnds = secondsAfter(now, LEASE_S)
  const claimed = await db.query<Omit<ClaimedDelivery, 'claimed_at'>>(
    sql`
      with probing as (
        update webhooks as w
        set probe_at = ${leaseEnds}
        where w.enabled and w.probe_at <= ${now}
          and exists (
            select from deliveries as d
            where d.webhook_id = w.id and d.status in ('pending', 'retrying') and d.due_at <= ${now}
            offset 0
          )
        returning w.id
      ),
      heads as (
        select head.id
        from webhooks as w
        left join unnest(
          ${rooms.map(({ webhook_id }) => webhook_id)}::integer[],
          ${rooms.map(({ room }) => room)}::integer[],
          ${rooms.map(({ paced }) => paced)}::integer[]
        ) as r (webhook_id, room, paced) on r.webhook_id = w.id
        cross join lateral (
          select d.id
          from deliveries as d
          where d.webhook_id = w.id and d.status in ('pending', 'retrying') and d.due_at <= ${now}
            and not exists (
              select from deliveries as before
              where before.webhook_id = d.webhook_id and before.lane = d.lane and before.id < d.id
                and before.status in ('pending', 'retrying')
              offset 0
            )
          order by d.due_at, d.id
          limit case
            when w.breaker_opened_at is not null then 1
            when w.releasing_until > ${now} then coalesce(r.paced, ${FIRST_ROOM})
            else coalesce(r.room, ${FIRST_ROOM})
          end
          for no key update skip locked
        ) as head
        where w.enabled and (w.breaker_opened_at is null or w.id in (select id from probing))
      )
      update deliveries as d
      set leased_until = ${leaseEnds}
      from webhooks as w
      where d.id = any (array(select id from heads)) and w.id = d.webhook_id
      returning ${CLAIM}, ${oldSecretSql(now)}, w.breaker_opened_at is not null as is_probe`,
    'claim_deliveries',
  )
  // An update returns its rows in no particular order.
  return claimed.map((delivery) => ({ ...delivery, claimed_at: now })).sort((one, other) => one.id - other.id)
}

/** Creates the test message of a webhook and claims it at once. Null for an unknown webhook. */
export async function claimTest(
  db: InCell,
  webhookId: number,
  message: { message_id: string; event: WebhookEvent; body: string },
  now: Date,
): Promise<ClaimedDelivery> {
  const leaseEnds = secondsAfter(now, LEASE_S)
  const [claimed] = await db.query<Omit<ClaimedDelivery, 'claimed_at'>>(sql`
    with d as (
      insert into deliveries (webhook_id, message_id, event, lane, body, next_attempt_at, leased_until, created_at)
      values (
        ${webhookId}, ${message.message_id}, ${message.event}, ${`test:${message.message_id}`}, ${message.body}, ${now},
        ${leaseEnds}, ${now}
      )
      returning id, webhook_id, message_id, event, lane, body, attempts, failed_attempts
    )
    select ${CLAIM}, ${oldSecretSql(now)}, false as is_probe
    from d
    join webhooks as w on w.id = d.webhook_id`)
  return { ...claimed!, claimed_at: now }
}

/** Releases claimed deliveries that were not started. */
export async function giveBack(db: InCell, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    update deliveries set leased_until = null where id = any (${ids}::bigint[]) and status in ('pending', 'retrying')`)
}
