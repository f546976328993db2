import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'

const DAY_S = 86_400
/** More messages would not change the result. */
const MESSAGES = 200

/** Health of a receiver in the last day, from its latest messages. */
export interface WebhookHealth {
  webhook_id: number
  delivered: number
  failed: number
  waiting: number
  /** Median duration of the last attempt of each message; null if there were none. */
  median_ms: number | null
  last_at: Date
  last_event: WebhookEvent
  /** Whether the newest attempted message was delivered; null if none was attempted. */
  has_arrived: boolean | null
}

/** All webhooks with deliveries in the last day. */
export async function readHealth(db: Queryable, now: Date): Promise<Map<number, WebhookHealth>> {
  const rows = await db.query<WebhookHealth>(sql`
    select
      w.id as webhook_id,
      count(*) filter (where d.status = 'delivered')::integer as delivered,
      count(*) filter (where d.status = 'dead')::integer as failed,
      count(*) filter (where d.status in ('pending', 'retrying'))::integer as waiting,
      percentile_disc(0.5) within group (order by (d.attempts -> -1 ->> 'duration_ms')::integer) as median_ms,
      max(d.created_at) as last_at,
      (array_agg(d.event order by d.id desc))[1] as last_event,
      (array_agg(d.status = 'delivered' order by d.id desc) filter (where jsonb_array_length(d.attempts) > 0))[1]
        as has_arrived
    from webhooks as w
    cross join lateral (
      select id, status, event, attempts, created_at
      from deliveries
      where webhook_id = w.id
      order by id desc
      limit ${MESSAGES}
    ) as d
    where w.deleted_at is null and d.created_at > ${secondsAfter(now, -DAY_S)}
    group by w.id`)
  return new Map(rows.map((row) => [row.webhook_id, row]))
}

/** In percent; null while nothing has settled. Pure. */
export const successRate = ({ delivered, failed }: Pick<WebhookHealth, 'delivered' | 'failed'>): number | null =>
  delivered + failed === 0 ? null : (100 * delivered) / (delivered + failed)
