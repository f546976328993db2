import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { cellOfSite } from '../cells/find-cell.ts'
import { lockDevice } from '../devices/change-device.ts'
import { DEVICE_CHANGED } from '../devices/device-store.ts'
import { leaveFamily } from '../people/memberships.ts'
import { mayActIn, type Reach } from '../reach/reach.ts'
import { noteDeparture } from '../sites/former-sites.ts'
import { lockSite } from '../sites/site-store.ts'
import { forgetSourcesOf } from '../sources/quarantine/forget-device.ts'
import { leaveStatusPage } from '../status-pages/status-page-store.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'
import { dropAssignments } from './drop-assignments.ts'
import { moveRows } from './move-rows.ts'

/**
 * Moves a device to another site with its whole past: its history, alerts and incidents are seen there and no longer
 * here. For a device that other people get, use `handOverDevice`. Throws 400 for an unknown site, 403, 404, and 409
 * while an open incident is about other devices too.
 */
export async function moveDevice(
  db: Database,
  deviceId: number,
  siteId: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (all) => {
    const { name, site_id: from } = await lockDevice(all, deviceId, by.reach)
    await lockTarget(all, by.reach, siteId)
    const [cell, nextCell] = [await cellOfSite(all, from), await cellOfSite(all, siteId)]
    const tx = all.inCell(cell)
    if (from === siteId) throw conflict('same_site')
    await lockDeviceStates(tx, [deviceId])
    await refuseSharedIncident(tx, deviceId)
    await tx.query(
      sql`delete from current_incidents where device_id = ${deviceId} and incident_id not in (${onlyOf(deviceId)})`,
    )
    const incidents = await tx.query<{ incident_id: number }>(sql`
      update incidents set site_id = ${siteId} where incident_id in (${onlyOf(deviceId)}) returning incident_id`)
    const incidentIds = incidents.map(({ incident_id }) => incident_id)
    await forgetSourcesOf(tx, deviceId)
    await noteDeparture(tx, { id: deviceId, site_id: from, name }, now)
    await tx.query(sql`update devices set site_id = ${siteId}, version = version + 1 where id = ${deviceId}`)
    await dropAssignments(tx, siteId, {
      alerts: sql`a.device_id = ${deviceId}`,
      incidents: sql`i.incident_id = any (${incidentIds}::bigint[])`,
    })
    await leaveStatusPage(tx, deviceId, from)
    await leaveFamily(tx, deviceId)
    // The rules of the former site apply no more.
    await tx.query(sql`update rule_states set due_at = ${now} where device_id = ${deviceId}`)
    await moveRows(tx, { from: cell, to: nextCell }, { deviceIds: [deviceId], incidentIds }, now)
    await tx.notify(DEVICE_CHANGED, String(deviceId))
    const subject = { type: 'device', id: deviceId, name }
    // One entry for each site, so that both know.
    for (const site_id of [from, siteId]) {
      const states = { before: { site_id: from }, after: { site_id: siteId } }
      await recordChange(
        tx.inCell(nextCell),
        by,
        { action: 'device.moved', subject: { ...subject, site_id }, ...states },
        now,
      )
    }
  })
}

/** A device is moved only to where one could add it. */
export async function lockTarget(tx: Queryable, reach: Reach, siteId: number): Promise<void> {
  const site = await lockSite(tx, siteId)
  if (site === null || !mayActIn(reach, siteId, 'operator')) throw invalidField('/site_id', 'no_such_site', siteId)
}

/**
 * Incidents of any age that are about this device alone: they go along. One that was declared without a device is about its
 * site.
 */
const onlyOf = (deviceId: number) => sql`
  select i.incident_id
  from incidents as i
  where (i.device_id = ${deviceId} or i.incident_id in (
      select a.incident_id from alerts as a where a.device_id = ${deviceId} and a.incident_id is not null
    ))
    and (i.device_id = ${deviceId} or i.device_id is null and i.origin <> 'person')
    and not exists (
      select from alerts as other where other.incident_id = i.incident_id and other.device_id <> ${deviceId}
    )
    and not exists (
      select from storm_devices as other where other.incident_id = i.incident_id and other.device_id <> ${deviceId}
    )`

async function refuseSharedIncident(tx: Queryable, deviceId: number): Promise<void> {
  const [shared] = await tx.query<{ id: number }>(sql`
    select i.incident_id as id
    from incidents as i
    where i.status <> 'resolved'
      and (
        i.device_id = ${deviceId}
        or exists (select from alerts as a where a.incident_id = i.incident_id and a.device_id = ${deviceId})
        or exists (select from storm_devices as s where s.incident_id = i.incident_id and s.device_id = ${deviceId})
      )
      and i.incident_id not in (${onlyOf(deviceId)})
    order by i.incident_id
    limit 1`)
  if (shared !== undefined) throw conflict('incident_shared', shared.id)
}
