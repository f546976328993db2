import sql from 'sql-template-tag'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { lockDevice } from '../devices/change-device.ts'
import { DEVICE_CHANGED } from '../devices/device-store.ts'
import { resolveIncidents } from '../incidents/resolve-incidents.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { changedMeanwhile } from '../platform/http/etags.ts'
import { notify } from '../platform/notifications.ts'
import { lockDeviceStates } from '../telemetry/latest-store.ts'
import type { Actor } from '../users/actor.ts'

const NOTE = 'The device was deleted'

/**
 * Deletes a device for its users: its token is refused, and what is open of it is resolved. Its name stays for the
 * alerts and incidents it had; its history is erased little by little (`eraseDeletedDevices`). Throws 404 and 412.
 */
export async function deleteDevice(
  db: Database,
  deviceId: number,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { version, ...before } = await lockDevice(tx, deviceId)
    if (versions !== null && !versions.includes(version)) throw changedMeanwhile()
    await lockDeviceStates(tx, [deviceId])
    await closeAll(tx, deviceId, by.actor, now)
    await tx.query(sql`
      update devices
      set
        deleted_at = ${now}, enabled = false, version = version + 1, token_hash = 'deleted ' || id, token_hint = '',
        previous_token_hash = null, previous_token_until = null
      where id = ${deviceId}`)
    await notify(tx, DEVICE_CHANGED, String(deviceId))
    const subject = { type: 'device', id: deviceId, name: before.name }
    await recordChange(tx, by, { action: 'device.deleted', subject, before, after: null }, now)
  })
}

/** Resolves what is open of a locked device, and has its rules forget it. */
export async function closeAll(tx: Queryable, deviceId: number, actor: Actor | null, now: Date): Promise<void> {
  await tx.query(sql`
    update alerts
    set status = 'resolved', resolved_at = ${now}, resolved_by = ${actor?.id ?? null}, resolve_reason = 'device_deleted'
    where device_id = ${deviceId} and status <> 'resolved'`)
  const how = { resolution: 'device_deleted', note: NOTE, actor }
  await resolveIncidents(tx, sql`device_id = ${deviceId}`, how, now)
  await tx.query(sql`delete from rule_states where device_id = ${deviceId}`)
}
