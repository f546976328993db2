import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { appendTimeline } from '../incidents/timeline.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'

const AT_ONCE = 200

/**
 * Ends acknowledgements without a resolution after a time limit: the alert fires again, and a critical one reopens its
 * incident. Returns whether there may be
 * more.
 */
export async function forgetAcknowledgements(db: Database, now: Date): Promise<boolean> {
  const isForgotten = sql`
    status = 'acknowledged' and ack_timeout_s is not null
    and acknowledged_at + make_interval(secs => ack_timeout_s) <= ${now}`
  const found = await db.query<{ device_id: number }>(sql`
    select distinct device_id from alerts where ${isForgotten} order by device_id limit ${AT_ONCE}`)
  if (found.length === 0) return false
  const deviceIds = found.map(({ device_id }) => device_id)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, deviceIds)
    const alerts = await tx.query<{
      device_id: number
      incident_id: number | null
      severity: string
      title: string
    }>(sql`
      update alerts
      set status = 'firing', acknowledged_at = null, acknowledged_by = null
      where device_id = any (${deviceIds}::integer[]) and ${isForgotten}
      returning device_id, incident_id, severity, title`)
    await reopenIncidents(tx, alerts)
    const entries = alerts.flatMap(({ device_id, incident_id, severity, title }) =>
      incident_id === null
        ? []
        : [{ device_id, incident_id, kind: 'unacknowledged' as const, user_id: null, text: `${severity}: ${title}` }],
    )
    await appendTimeline(tx, entries, now)
  })
  return found.length === AT_ONCE
}

/** An incident whose critical alert fires again is open again, so that people are notified once more. */
async function reopenIncidents(
  tx: Queryable,
  alerts: readonly { incident_id: number | null; severity: string }[],
): Promise<void> {
  const ids = alerts.flatMap(({ incident_id, severity }) =>
    incident_id === null || severity !== 'critical' ? [] : [incident_id],
  )
  if (ids.length === 0) return
  await tx.query(sql`
    update incidents
    set status = 'open', acknowledged_at = null, acknowledged_by = null
    where incident_id = any (${ids}::bigint[]) and status = 'acknowledged'`)
}
