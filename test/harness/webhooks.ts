import { type Announcement, incidentLane } from '../../src/core/webhooks/events/webhook-events.ts'
import { queueDeliveries } from '../../src/core/webhooks/outbox/queue-deliveries.ts'
import type { TestApp } from './app.ts'

/** Queues two messages for each of several incidents, as incidents do: opened, then resolved. */
export async function announceIncidents(
  app: Pick<TestApp, 'now' | 'service'>,
  count: number,
  { firstIncident = 1 } = {},
): Promise<void> {
  const now = app.now()
  const incidents = Array.from({ length: count }, (_, place) => firstIncident + place)
  const announcements = [incidents.map((id) => created(id, now)), incidents.map((id) => resolved(id, now))].flat()
  await app.service.db.inCell(0).transaction((tx) => queueDeliveries(tx, announcements, now))
}

const filters = (id: number) => ({
  lane: incidentLane(id),
  severity: 'critical' as const,
  site_id: 1,
  module: 'factory' as const,
  tags: [],
})

const common = (id: number) => ({
  incident_id: id,
  alert_id: id,
  lat: null,
  lng: null,
  device_id: 1,
  device_name: 'Boiler room',
  severity: 'critical' as const,
  title: 'Gas',
})

const created = (id: number, now: Date): Announcement => ({
  event: 'incident.created',
  data: { ...common(id), location_at: null, status: 'open', created_at: now },
  ...filters(id),
})

const resolved = (id: number, now: Date): Announcement => ({
  event: 'incident.resolved',
  data: {
    ...common(id),
    resolved_at: now,
    resolved_by: { type: 'system', id: null, email: null },
    resolution: 'auto',
    note: null,
    duration_s: 0,
    alert_count: 1,
  },
  ...filters(id),
})
