import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import type { Headline } from '../../headline/headline.ts'
import type { Envelope } from '../events/envelope.ts'
import { saysHeadline, webhookBody } from '../formats/formats.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

export interface HeadlineOptions {
  db: InCell
  /** Finds the headlines of incidents, by id. */
  findHeadlines: (incidentIds: readonly number[], now: Date) => Promise<Map<number, Headline>>
  onError: (error: unknown) => void
}

/**
 * The delivery with its final body. Messages for people about an incident are queued as their event, so that what caused it
 * does not wait for their words; they get these before the first attempt, and keep them for all others.
 */
export async function withFinalBody(
  delivery: ClaimedDelivery,
  { db, findHeadlines, onError }: HeadlineOptions,
  now: Date,
): Promise<ClaimedDelivery> {
  const envelope = saysHeadline(delivery) ? eventIn(delivery.body) : null
  if (envelope === null || !('incident_id' in envelope.data) || envelope.data.incident_id === null) return delivery
  const headline = await findHeadline(envelope.data.incident_id, envelope.data.site?.id ?? null).catch(
    (error: unknown) => {
      // It is sent all the same, with the title of its event.
      onError(error)
      return null
    },
  )
  const body = webhookBody(delivery.format, envelope, { headline, now }) ?? delivery.body
  await db.query(sql`update deliveries set body = ${body} where id = ${delivery.id}`)
  return { ...delivery, body }

  /** Null: it has moved to another site, whose names and notes the receivers of the first one must not read. */
  async function findHeadline(id: number, siteId: number | null): Promise<Headline | null> {
    const headline = (await findHeadlines([id], now)).get(id) ?? null
    // Afterwards: it may move meanwhile.
    const same = await db.query(sql`
      select from incidents where incident_id = ${id}::bigint and site_id is not distinct from ${siteId}::integer`)
    return same.length === 0 ? null : headline
  }
}

/** Null for a body that has its words already. */
function eventIn(body: string): Envelope | null {
  const parsed: unknown = JSON.parse(body)
  return typeof parsed === 'object' && parsed !== null && 'event' in parsed && 'data' in parsed
    ? (parsed as Envelope)
    : null
}
