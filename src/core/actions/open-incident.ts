import type { Database, Queryable } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfSite } from '../cells/find-cell.ts'
import { type DeviceRecord, findDevice } from '../devices/lists/list-devices.ts'
import { incidentCreated } from '../incidents/announcing/incident-announcements.ts'
import { type IncidentRow, insertIncidents, newIncidentIds } from '../incidents/incident-store.ts'
import { appendTimeline } from '../incidents/timeline.ts'
import { alertFact } from '../incidents/timeline-texts.ts'
import { announce } from '../notifications/announce.ts'
import { mayActIn, type Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { chooseSite, findOnlySite } from '../sites/choose-site.ts'
import { keepInCell } from '../sites/site-store.ts'
import type { Severity } from '../vocabulary/severities.ts'

interface ReportedIncident {
  title: string
  severity: Severity
  /** Null: that of the device, or the one that is meant without saying. */
  siteId: number | null
  deviceId: number | null
  /** Null: the last position of the device. */
  position: { lat: number; lng: number } | null
  note: string | null
}

/** The site of its device, or the wanted one; else the only one in reach, or for people everywhere the whole installation. */
async function siteOf(
  tx: Queryable,
  reach: Reach,
  { siteId }: ReportedIncident,
  device: DeviceRecord | null,
): Promise<number | null> {
  if (device !== null) return requireRole(reach, 'operator', 'Device', { site_id: device.site.id }).site_id
  if (siteId !== null || !mayActIn(reach, null, 'operator')) return chooseSite(tx, reach, siteId)
  return findOnlySite(tx)
}

/**
 * Opens an incident for a problem that no rule caught. It stays open until a person resolves it. Throws 400 for an
 * unknown device.
 */
export async function openIncident(db: Database, report: ReportedIncident, by: ChangeBy, now: Date): Promise<number> {
  const { title, severity, deviceId, position, note } = report
  return db.transaction(async (all) => {
    const device = deviceId === null ? null : await findDevice(all, by.reach, deviceId)
    if (deviceId !== null && device === null) throw invalidField('/device_id', 'no_device')
    const site_id = await siteOf(all, by.reach, report, device)
    await keepInCell(all, site_id)
    const tx = await inCellOfSite(all, site_id)
    const [incident_id] = await newIncidentIds(tx, 1)
    const row: IncidentRow = {
      incident_id: incident_id!,
      site_id,
      device_id: deviceId,
      origin: 'person',
      severity,
      title,
      title_of: null,
      alert_id: null,
      rule_key: null,
      module: device?.module ?? null,
      storm_tag: null,
      previous_incident_id: null,
      grouping: false,
      position: position === null ? null : { ...position, at: now },
    }
    const positions = await insertIncidents(tx, [row], now)
    const user_id = by.actor?.id ?? null
    const created = { incident_id: incident_id!, kind: 'created', user_id, says: alertFact(row) } as const
    const noted = note === null ? [] : [{ ...created, kind: 'note' as const, says: note }]
    await appendTimeline(tx, [created, ...noted], now)
    await announce(tx, [incidentCreated(row, positions.get(incident_id!), device === null ? [] : [device], now)], now)
    const subject = { type: 'incident', id: incident_id!, name: title }
    await recordChange(tx, by, { action: 'incident.created', subject, before: null, after: report }, now)
    return incident_id!
  })
}
