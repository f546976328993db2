import sql from 'sql-template-tag'
import type { Database, InCell } from '../../platform/database/database.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfDevice } from '../cells/find-cell.ts'
import { lockDevice } from '../devices/change-device.ts'
import { DEVICE_CHANGED } from '../devices/device-store.ts'
import { rescheduleAutoResolve } from '../incidents/incident-store.ts'
import { type ResolvedHow, resolveIncidents } from '../incidents/resolve-incidents.ts'
import type { Doer } from '../people/actor.ts'
import { forgetSourcesOf } from '../sources/quarantine/forget-device.ts'
import { leaveStatusPage } from '../status-pages/status-page-store.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'

/**
 * Deletes a device for its users: its token is refused, and its open alerts and incidents are resolved. Its name stays
 * for past alerts and incidents; its history is erased little by little (`eraseDeletedDevices`). Throws 404 and 412.
 */
export async function deleteDevice(
  db: Database,
  deviceId: number,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfDevice(db, deviceId)
  await cell.transaction(async (tx) => {
    const { id: _id, module: _module, version, site_id: siteId, ...before } = await lockDevice(tx, deviceId, by.reach)
    if (versions !== null && !versions.includes(version)) throw changedMeanwhile()
    await lockDeviceStates(tx, [deviceId])
    await closeAll(tx, deviceId, by.actor, now)
    await tx.query(sql`
      update devices
      set
        deleted_at = ${now}, enabled = false, version = version + 1, token_hash = 'deleted ' || id, token_hint = '',
        previous_token_hash = null, previous_token_until = null
      where id = ${deviceId}`)
    await forgetSourcesOf(tx, deviceId)
    await leaveStatusPage(tx, deviceId, siteId)
    await tx.notify(DEVICE_CHANGED, String(deviceId))
    const subject = { type: 'device', id: deviceId, name: before.name }
    await recordChange(tx, by, { action: 'device.deleted', subject, before, after: null }, now)
  })
}

/** Resolves the open alerts and incidents of a locked device that is deleted, and deletes what is kept about them. */
export async function closeAll(tx: InCell, deviceId: number, actor: Doer | null, now: Date): Promise<void> {
  await closeOpen(tx, deviceId, { resolution: 'device_deleted', note: 'The device was deleted', actor }, now)
  await tx.query(sql`delete from incident_readings where device_id = ${deviceId}`)
}

/** Resolves the open alerts and incidents of a locked device that sends no more readings, and deletes its rule states. */
export async function closeOpen(tx: InCell, deviceId: number, how: ResolvedHow, now: Date): Promise<void> {
  const alerts = await tx.query<{ incident_id: number | null }>(sql`
    update alerts
    set status = 'resolved', current_severity = null, resolved_at = ${now}, resolved_by = ${how.actor?.id ?? null},
      resolve_reason = ${how.resolution}
    where device_id = ${deviceId} and status <> 'resolved'
    returning incident_id`)
  // An incident that was merged with those of other devices stays open for these.
  const isOnlyOfIt = sql`
    device_id = ${deviceId} and not exists (
      select from alerts as a where a.incident_id = incidents.incident_id and a.status <> 'resolved'
    )`
  await resolveIncidents(tx, isOnlyOfIt, how, now)
  const left = alerts.flatMap(({ incident_id }) => (incident_id === null ? [] : [{ incident_id }]))
  await rescheduleAutoResolve(tx, left, now)
  await tx.query(sql`delete from rule_states where device_id = ${deviceId}`)
}
