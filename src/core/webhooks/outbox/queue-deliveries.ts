import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import type { SiteName } from '../../reach/site-name.ts'
import { findSiteNames } from '../../sites/site-store.ts'
import { envelopeOf } from '../events/envelope.ts'
import type { Announcement } from '../events/webhook-events.ts'
import { type Format, queuedBody, withTagsOf } from '../formats/formats.ts'
import { type WebhookSettings, wants } from '../webhook.ts'

/** Wakes the dispatchers of all nodes at commit. */
export const DELIVERIES_QUEUED = 'deliveries_queued'

type Listener = Pick<WebhookSettings, 'site_id' | 'format' | 'events' | 'min_severity' | 'modules' | 'tags'> & {
  id: number
}

/**
 * Writes one delivery per announcement and matching webhook, with its final body. Called in the transaction that makes
 * the announcement true, so that neither exists without the other.
 */
export async function queueDeliveries(tx: InCell, announcements: readonly Announcement[], now: Date): Promise<void> {
  if (announcements.length === 0) return
  const listeners = await tx.query<Listener>(sql`
    select id, site_id, format, events, min_severity, modules, tags from webhooks where enabled order by id`)
  const wanted = announcements.flatMap((announcement) => {
    const wanting = listeners.filter((webhook) => wants(webhook, announcement))
    return wanting.length === 0 ? [] : [{ announcement, wanting }]
  })
  if (wanted.length === 0) return
  const sites = await findSiteNames(
    tx,
    wanted.map(({ announcement }) => announcement.site_id),
  )
  const rows = wanted.flatMap(({ announcement, wanting }) =>
    rowsOf(announcement, sites.get(announcement.site_id) ?? null, wanting, now),
  )
  if (rows.length === 0) return
  await tx.query(sql`
    insert into deliveries (webhook_id, message_id, event, lane, body, next_attempt_at, created_at)
    select d.webhook_id, d.message_id, d.event, d.lane, d.body, ${now}, ${now}
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (webhook_id integer, message_id text, event text, lane text, body text)
    ) with ordinality as d (webhook_id, message_id, event, lane, body, place)
    order by d.place`)
  await tx.notify(DELIVERIES_QUEUED, '')
}

function rowsOf({ event, lane, data }: Announcement, site: SiteName | null, wanting: readonly Listener[], now: Date) {
  const envelope = envelopeOf({ event, data: { ...data, site } }, now)
  const bodies = new Map<Format, string | null>()
  return wanting.flatMap(({ id, format, tags }) => {
    const common = bodies.has(format) ? bodies.get(format)! : queuedBody(format, envelope)
    bodies.set(format, common)
    if (common === null) return []
    return [{ webhook_id: id, message_id: newMessageId(), event, lane, body: withTagsOf(format, common, tags) }]
  })
}

export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`
