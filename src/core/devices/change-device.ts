import sql from 'sql-template-tag'
import type { Database, InCell, Queryable } from '../../platform/database/database.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfDevice } from '../cells/find-cell.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { requireRole } from '../reach/require-role.ts'
import type { DeviceIcon } from '../vocabulary/device-icons.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { OwnMetrics } from '../vocabulary/own-metrics.ts'
import { DEVICE_CHANGED } from './device-store.ts'

/** Settings of an existing device. */
export interface DeviceSettings {
  name: string
  tags: string[]
  notes: string
  expected_interval_s: number | null
  offline_after_s: number | null
  enabled: boolean
  metrics: OwnMetrics
  icon: DeviceIcon | null
}

/**
 * Changes the given settings and leaves the rest, if the device has one of these versions; null means any. Throws 404,
 * and 412 if another person changed it first.
 */
export async function changeDevice(
  db: Database,
  deviceId: number,
  changes: Partial<DeviceSettings>,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfDevice(db, deviceId)
  await cell.transaction(async (tx) => {
    const { id: _id, module: _module, version, site_id: _site, ...before } = await lockDevice(tx, deviceId, by.reach)
    if (versions !== null && !versions.includes(version)) throw changedMeanwhile()
    const after = { ...before, ...changes }
    await tx.query(sql`
      update devices
      set
        name = ${after.name}, tags = ${after.tags}, notes = ${after.notes}, enabled = ${after.enabled},
        expected_interval_s = ${after.expected_interval_s}, offline_after_s = ${after.offline_after_s},
        metrics = ${JSON.stringify(after.metrics)}::json, icon = ${after.icon},
        version = version + 1
      where id = ${deviceId}`)
    const thresholds = [before, after].map((device) => [device.expected_interval_s, device.offline_after_s].join())
    if (thresholds[0] !== thresholds[1]) await ringAlarmClock(tx, deviceId, now)
    await tx.notify(DEVICE_CHANGED, String(deviceId))
    const subject = { type: 'device', id: deviceId, name: after.name }
    await recordChange(tx, by, { action: 'device.updated', subject, before, after }, now)
  })
}

type LockedDevice = DeviceSettings & { id: ReachedId<'device'>; module: Module; version: number; site_id: number }

/** Throws 404 for a missing or deleted device, and 403 for a role that is too low. */
export async function lockDevice(tx: Queryable, deviceId: number, reach: Reach): Promise<LockedDevice> {
  const [device] = await tx.query<LockedDevice>(sql`
    select id, module, site_id, name, tags, notes, expected_interval_s, offline_after_s, enabled, metrics, icon, version
    from devices
    where id = ${deviceId}::bigint and deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}
    for no key update`)
  return requireRole(reach, 'operator', 'Device', device)
}

/** Makes the next offline check due now, so that it uses the new threshold. */
async function ringAlarmClock(tx: InCell, deviceId: number, now: Date): Promise<void> {
  await tx.query(sql`
    update device_states set offline_check_at = ${now} where device_id = ${deviceId} and status = 'online'`)
}
