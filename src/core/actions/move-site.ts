import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { cellOfSite } from '../cells/find-cell.ts'
import { DEVICE_CHANGED, EVERY_DEVICE } from '../devices/device-store.ts'
import { requireRole } from '../reach/require-role.ts'
import { lockSite } from '../sites/site-store.ts'
import { lockSourcesOf, moveMessages } from '../sources/quarantine/move-messages.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'
import { moveRows } from './move-rows.ts'

interface MovedSite {
  id: number
  cell: number
  devices: number
  incidents: number
}

/**
 * Moves everything of a site to another cell, or nothing: one transaction. Its devices' readings wait meanwhile; those
 * that wait for too long, or are on the way to the former cell, are answered 503 and sent again. Throws 404, and 409 if
 * it is in that cell already.
 */
export async function moveSite(
  db: Database,
  siteId: number,
  cell: number,
  by: ChangeBy,
  now: Date,
): Promise<MovedSite> {
  return db.transaction(async (tx) => {
    const { name } = requireRole(by.reach, 'admin', 'Site', await lockSite(tx, siteId))
    const from = await cellOfSite(tx, siteId)
    if (from === cell) throw conflict('site_in_cell')
    await tx.query(sql`set local lock_timeout = 0`)
    const sourceIds = await lockSourcesOf(tx, siteId)
    const devices = await tx.query<{ id: number }>(sql`select id from devices where site_id = ${siteId} order by id`)
    const deviceIds = devices.map(({ id }) => id)
    await lockDeviceStates(tx.inCell(from), deviceIds)
    const incidents = await tx.inCell(from).query<{ incident_id: number }>(sql`
        select incident_id from incidents where site_id = ${siteId} order by incident_id for no key update`)
    const incidentIds = incidents.map(({ incident_id }) => incident_id)
    await moveRows(tx, { from, to: cell }, { deviceIds, incidentIds }, now)
    await moveMessages(tx, { from, to: cell }, sourceIds)
    await tx.query(sql`update sites set cell = ${cell} where id = ${siteId}`)
    const subject = { type: 'site', id: siteId, name }
    const states = { before: { cell: from }, after: { cell } }
    await recordChange(tx, by, { action: 'site.moved_to_cell', subject, ...states }, now)
    await tx.notify(DEVICE_CHANGED, EVERY_DEVICE)
    return { id: siteId, cell, devices: deviceIds.length, incidents: incidentIds.length }
  })
}
