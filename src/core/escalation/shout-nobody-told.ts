import type { InCell } from '../../platform/database/database.ts'
import { queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { incidentLane } from '../webhooks/events/webhook-events.ts'
import { queueDeliveries } from '../webhooks/outbox/queue-deliveries.ts'
import { factsOfIncident } from './incident-facts.ts'
import { findAdmins } from './recipients.ts'
import type { Run } from './run.ts'
import { type EscalatedIncident, noteNobodyTold } from './run-store.ts'

/**
 * A round of an escalation has reached nobody: every administrator is notified by every method, whatever their
 * preferences, and receivers of webhooks that listen for it. No silence holds this.
 */
export async function shoutNobodyTold(
  tx: InCell,
  run: Run,
  incident: EscalatedIncident,
  /** Number of the round, from 1. */
  round: number,
  now: Date,
): Promise<void> {
  await noteNobodyTold(tx, run.id, now)
  const { incident_id, site_id, severity, module, tags, title, device_name, device_id, created_at } = incident
  const facts = { reason: 'nobody_told' as const, incident: factsOfIncident(incident) }
  const admins = await findAdmins(tx, site_id)
  const notifications = admins.flatMap(({ id, method_ids }) =>
    method_ids.map((method_id) => ({
      ...{ run_id: run.id, incident_id, user_id: id, method_id, severity, facts, due_at: now, held: false },
      dedupe_key: `nobody told ${run.id}:${round}:${id}:${method_id}`,
    })),
  )
  await queueNotifications(tx, notifications, now)
  const data = { incident_id, device_id, device_name, severity, title, policy: run.policy.name, round, created_at }
  const announcement = { event: 'incident.nobody_told' as const, data, lane: incidentLane(incident_id) }
  await queueDeliveries(tx, [{ ...announcement, site_id, severity, module, tags }], now)
}
