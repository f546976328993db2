import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { DeliveryStatus } from './delivery-log.ts'

/** Outcome of one message to one webhook. */
export interface DeliveryOutcome {
  id: number
  webhook_id: number
  webhook_name: string
  event: string
  status: DeliveryStatus
  attempts: number
  /** Status and message of the last attempt. */
  response_status: number | null
  detail: string | null
  duration_ms: number | null
  created_at: Date
}

const MOST = 50

/** Deliveries of a lane to webhooks in reach, oldest first: `incident:7`, `device:3`. */
export function listDeliveriesOfLane(db: Queryable, reach: Reach, lane: string): Promise<DeliveryOutcome[]> {
  return db.query<DeliveryOutcome>(sql`
    select *
    from (
      select
        d.id, d.webhook_id, w.name as webhook_name, d.event,
        case when d.status in ('pending', 'retrying') and w.breaker_opened_at is not null then 'held' else d.status end as status,
        coalesce((d.attempts -> -1 ->> 'n')::integer, 0) as attempts,
        (d.attempts -> -1 ->> 'status')::integer as response_status, d.attempts -> -1 ->> 'detail' as detail,
        (d.attempts -> -1 ->> 'duration_ms')::float8 as duration_ms, d.created_at
      from deliveries as d
      join webhooks as w on w.id = d.webhook_id
      where d.lane = ${lane} and w.deleted_at is null and ${inReach(reach, 'viewer', sql`w.site_id`)}
      order by d.id desc
      limit ${MOST}
    ) as newest
    order by id`)
}
