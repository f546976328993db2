import sql, { type Sql } from 'sql-template-tag'
import type { WebhookEvent } from '../events/webhook-events.ts'

/**
 * True while a webhook has subscribed to the event. Most events have no subscribers, and their announcements need not
 * be built.
 */
export const hasSubscribersSql = (event: WebhookEvent): Sql =>
  sql`exists (select from webhooks as listening where listening.enabled and ${event} = any (listening.events))`
