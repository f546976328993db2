import sql, { type Sql } from 'sql-template-tag'
import type { WebhookEvent } from '../events/webhook-events.ts'

/** True while a webhook has asked for this. Most never are asked for, and need not be put together then. */
export const isHeardSql = (event: WebhookEvent): Sql =>
  sql`exists (select from webhooks as listening where listening.enabled and ${event} = any (listening.events))`
