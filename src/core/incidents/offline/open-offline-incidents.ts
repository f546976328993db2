import type { CellDatabase } from '../../../platform/database/database.ts'
import { announce } from '../../notifications/announce.ts'
import { OFFLINE_RULE_KEY, SEVERITY_OF_OFFLINE } from '../../notifications/announcement-parts.ts'
import { rank } from '../../vocabulary/severities.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import { incidentCreated } from '../announcing/incident-announcements.ts'
import type { IncidentSettings } from '../incident.ts'
import { type IncidentRow, insertIncidents, newIncidentIds } from '../incident-store.ts'
import { appendTimeline, silencedEntries } from '../timeline.ts'
import { alertFact } from '../timeline-texts.ts'
import { areAnyDue, type OfflineDevice, takeOfflineDevices } from './offline-incident-store.ts'

const AT_ONCE = 200

/**
 * Opens a warning incident for each device that has been offline for half a minute and is in no storm. Returns whether
 * there may be more.
 */
export async function openOfflineIncidents(db: CellDatabase, settings: IncidentSettings, now: Date): Promise<boolean> {
  if (!(await areAnyDue(db, now))) return false
  return db.transaction(async (tx) => {
    const taken = await takeOfflineDevices(tx, AT_ONCE, now)
    const isWanted = rank(SEVERITY_OF_OFFLINE) >= rank(settings.minSeverity)
    const lost = isWanted ? taken.filter(({ is_lost }) => is_lost) : []
    if (lost.length > 0) {
      const ids = await newIncidentIds(tx, lost.length)
      const rows = lost.map((device, place) => rowOf(device, ids[place]!))
      const positions = await insertIncidents(tx, rows, now)
      const entry = { kind: 'created' as const, user_id: null }
      await appendTimeline(
        tx,
        rows.map((row) => ({ ...entry, incident_id: row.incident_id, says: alertFact(row) })),
        now,
      )
      const announcements = rows.map((row, place) =>
        incidentCreated(row, positions.get(row.incident_id), [lost[place]!], now),
      )
      await appendTimeline(tx, silencedEntries(await announce(tx, announcements, now)), now)
    }
    return taken.length === AT_ONCE
  })
}

const rowOf = ({ id, site_id, name, module }: OfflineDevice, incident_id: number): IncidentRow => ({
  incident_id,
  site_id,
  device_id: id,
  origin: 'offline',
  severity: SEVERITY_OF_OFFLINE,
  ...offlineTitle(name),
  alert_id: null,
  rule_key: OFFLINE_RULE_KEY,
  module,
  storm_tag: null,
  previous_incident_id: null,
  grouping: false,
  position: null,
})

/** Title of the incident of an offline device. */
const offlineTitle = (device: string): Titled => ({
  title: `${device} is offline`,
  title_of: { of: 'offline', device },
})
