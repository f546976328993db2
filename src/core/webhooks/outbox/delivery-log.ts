import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { WebhookEvent } from '../events/webhook-events.ts'
import type { Attempt } from './attempt.ts'

export const DELIVERY_STATUSES = ['pending', 'retrying', 'held', 'delivered', 'dead', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface DeliveryRecord {
  id: number
  message_id: string
  event: WebhookEvent
  status: DeliveryStatus
  attempts: Omit<Attempt, 'response_body' | 'response_headers' | 'signature'>[]
  next_attempt_at: Date | null
  created_at: Date
}

/** A delivery with all its attempts. */
export interface WholeDelivery extends DeliveryRecord {
  attempts: Attempt[]
  body: string
}

interface DeliveryFilter {
  statuses: readonly DeliveryStatus[] | null
  events: readonly WebhookEvent[] | null
  /** Range of the time at which they were queued, half-open. */
  from: Date | null
  to: Date | null
}

/** Status of a delivery `d` of a webhook `w`: waiting deliveries are held while the breaker is open. */
const STATUS = raw(`
  case when d.status in ('pending', 'retrying') and w.breaker_opened_at is not null then 'held' else d.status end`)

const columns = sql`
  d.id, d.message_id, d.event, ${STATUS} as status,
  case when d.status in ('pending', 'retrying') then greatest(d.next_attempt_at, w.probe_at) end as next_attempt_at,
  d.created_at`

/** Newest first, with ids below `beforeId`. Responses of receivers are left out. */
export function listDeliveries(
  db: Queryable,
  webhookId: ReachedId<'webhook'>,
  filter: DeliveryFilter,
  page: { beforeId: number | null; limit: number },
): Promise<DeliveryRecord[]> {
  return db.query<DeliveryRecord>(sql`
    select
      ${columns},
      coalesce((select jsonb_agg(a - '{response_body,response_headers,signature}'::text[] order by a -> 'n') from jsonb_array_elements(d.attempts) as a), '[]') as attempts
    from deliveries as d
    join webhooks as w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId}::bigint and d.id < ${page.beforeId ?? Number.MAX_SAFE_INTEGER}
      and (${filter.statuses}::text[] is null or ${STATUS} = any (${filter.statuses}))
      and (${filter.events}::text[] is null or d.event = any (${filter.events}))
      and (${filter.from}::timestamptz is null or d.created_at >= ${filter.from})
      and (${filter.to}::timestamptz is null or d.created_at < ${filter.to})
    order by d.id desc
    limit ${page.limit}`)
}

export async function findDelivery(
  db: Queryable,
  webhookId: ReachedId<'webhook'>,
  id: number,
): Promise<WholeDelivery | null> {
  const [row] = await db.query<WholeDelivery>(sql`
    select ${columns}, d.attempts, d.body
    from deliveries as d
    join webhooks as w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId}::bigint and d.id = ${id}::bigint and w.deleted_at is null`)
  return row ?? null
}
