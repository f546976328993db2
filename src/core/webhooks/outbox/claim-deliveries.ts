import sql, { raw } from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { Format } from '../formats/format.ts'

/** A node that dies with a delivery in hand leaves it to the others after this long. */
export const LEASE_S = 60

export interface ClaimedDelivery {
  id: number
  webhook_id: number
  message_id: string
  event: WebhookEvent
  lane: string
  body: string
  /** Number of the attempt before, 0 if there was none. */
  last_n: number
  /** Failed attempts that count. */
  spent: number
  url: string
  format: Format
  values_sealed: Buffer | null
  secret_sealed: Buffer
  /** Null, too, when its time is over. */
  old_secret_sealed: Buffer | null
  /** Whether it goes out to see if its receiver is back. */
  is_probe: boolean
  claimed_at: Date
}

/** How many deliveries a node may take for a webhook: ordinarily, and while it is being released after an outage. */
export interface Room {
  webhook_id: number
  room: number
  paced: number
}

/** For webhooks that the node has had nothing to do with yet. */
export const FIRST_ROOM = 4

/** The columns of a claim, of a delivery `d` and its webhook `w`. */
const CLAIM = raw(`
  d.id, d.webhook_id, d.message_id, d.event, d.lane, d.body, coalesce((d.attempts -> -1 ->> 'n')::integer, 0) as last_n, d.spent,
  w.url, w.format, w.values_sealed, w.secret_sealed`)

const oldSecretSql = (now: Date) => sql`
  case when w.old_secret_until > ${now} then w.old_secret_sealed end as old_secret_sealed`

/**
 * Takes what is due, oldest first and only the first of each lane, for each webhook as much as there is room. A webhook
 * whose breaker is open costs one look at its row, however much is held for it; when its probe is due it gives one.
 * The rows that come back are locked and then leased: they are ours, whichever nodes ask at once.
 *
 * Each `offset 0` and the array keep the planner, which cannot know how much waits, from reading all of it.
 */
export async function claimDeliveries(db: Queryable, rooms: readonly Room[], now: Date): Promise<ClaimedDelivery[]> {
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
            when w.opened_at is not null then 1
            when w.releasing_until > ${now} then coalesce(r.paced, ${FIRST_ROOM})
            else coalesce(r.room, ${FIRST_ROOM})
          end
          for no key update skip locked
        ) as head
        where w.enabled and (w.opened_at is null or w.id in (select id from probing))
      )
      update deliveries as d
      set leased_until = ${leaseEnds}
      from webhooks as w
      where d.id = any (array(select id from heads)) and w.id = d.webhook_id
      returning ${CLAIM}, ${oldSecretSql(now)}, w.opened_at is not null as is_probe`,
    'claim_deliveries',
  )
  // An update returns its rows in no order.
  return claimed.map((delivery) => ({ ...delivery, claimed_at: now })).sort((one, other) => one.id - other.id)
}

/** The test message of a webhook, claimed as soon as it is written. Null when there is no such webhook. */
export async function claimTest(
  db: Queryable,
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
      returning id, webhook_id, message_id, event, lane, body, attempts, spent
    )
    select ${CLAIM}, ${oldSecretSql(now)}, false as is_probe
    from d
    join webhooks as w on w.id = d.webhook_id`)
  return { ...claimed!, claimed_at: now }
}

/** Leaves to others, at once, what was claimed and not begun. */
export async function giveBack(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    update deliveries set leased_until = null where id = any (${ids}::bigint[]) and status in ('pending', 'retrying')`)
}
