import type { IncidentFacts } from '../contact-methods/messages/notification-facts.ts'
import type { EscalatedIncident } from './run-store.ts'

/** An incident as its notifications tell it. Pure. */
export const factsOfIncident = (incident: EscalatedIncident): IncidentFacts => ({
  id: incident.incident_id,
  severity: incident.severity,
  title: incident.title,
  title_of: incident.title_of,
  device_name: incident.device_name,
  created_at: incident.created_at.toISOString(),
})
