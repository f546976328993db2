import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { incidentIdOf } from '../../webhooks/events/webhook-events.ts'
import type { SettledDelivery } from '../../webhooks/outbox/attempt.ts'
import { appendTimeline } from '../timeline.ts'

/** Adds delivered and failed webhooks to the timelines of their incidents. */
export async function noteDeliveries(tx: InCell, settled: readonly SettledDelivery[], now: Date): Promise<void> {
  const ofIncidents = settled.flatMap((delivery) => {
    const incident_id = incidentIdOf(delivery.lane)
    return incident_id === null ? [] : [{ ...delivery, incident_id }]
  })
  if (ofIncidents.length === 0) return
  // An incident whose device was erased meanwhile has no timeline any more.
  const ids = ofIncidents.map(({ incident_id }) => incident_id)
  const left = await tx.query<{ incident_id: number }>(sql`
    select incident_id from incidents where incident_id = any (${ids}::bigint[]) for key share`)
  const present = new Set(left.map(({ incident_id }) => incident_id))
  const entries = ofIncidents
    .filter(({ incident_id }) => present.has(incident_id))
    .map(({ incident_id, status, event, webhook_name, attempts, detail }) => ({
      incident_id,
      kind: status === 'delivered' ? ('webhook_delivered' as const) : ('webhook_failed' as const),
      user_id: null,
      says: {
        code: 'delivery' as const,
        event,
        webhook: webhook_name,
        attempt: attempts,
        detail: status === 'dead' ? detail : null,
      },
    }))
  await appendTimeline(tx, entries, now)
}
