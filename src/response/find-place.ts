import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import { lockDeviceStates } from '../telemetry/latest-store.ts'

/**
 * Finds an alert and locks its device, as ingestion does before it changes alerts: what a person does and what a
 * reading does at the same moment happen one after the other. Throws 404.
 */
export async function lockAlert(tx: Queryable, alertId: number): Promise<{ device_id: number }> {
  const [alert] = await tx.query<{ device_id: number }>(sql`
    select device_id from alerts where alert_id = ${alertId}`)
  if (alert === undefined) throw notFound('Alert')
  await lockDeviceStates(tx, [alert.device_id])
  return alert
}

/** The same for an incident. */
export async function lockIncident(tx: Queryable, incidentId: number): Promise<{ device_id: number }> {
  const [incident] = await tx.query<{ device_id: number }>(sql`
    select device_id from incidents where incident_id = ${incidentId}`)
  if (incident === undefined) throw notFound('Incident')
  await lockDeviceStates(tx, [incident.device_id])
  return incident
}
