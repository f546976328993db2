import sql, { type Sql } from 'sql-template-tag'
import type { CellDatabase, InCell } from '../../platform/database/database.ts'
import { announceReopened, tellSnoozeEnded } from '../incidents/open-again.ts'
import { FIRES_AGAIN_AT } from '../incidents/snooze-store.ts'
import { incidentChanged } from '../incidents/timeline.ts'
import { alertFact, type EntrySubject } from '../incidents/timeline-texts.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'

const AT_ONCE = 200

interface FiringAgain extends EntrySubject {
  incident_id: number | null
}

/**
 * Ends acknowledgements whose time is over, chosen by a person or set by the rule: the alert fires again. A critical one
 * and the end of a snooze open the incident again. Returns whether there may be more.
 */
export async function forgetAcknowledgements(db: CellDatabase, now: Date): Promise<boolean> {
  const isOver = sql`a.status = 'acknowledged' and ${FIRES_AGAIN_AT} <= ${now}`
  // An incident that is about to resolve, since all its alerts have, is left alone.
  const isAwake = sql`i.status = 'acknowledged' and i.snoozed_until <= ${now} and i.resolve_due_at is null`
  const [devices, snoozed] = await Promise.all([
    db.query<{ device_id: number }>(sql`
      select distinct a.device_id from alerts as a where ${isOver} order by a.device_id limit ${AT_ONCE}`),
    db.query<{ incident_id: number }>(sql`
      select i.incident_id from incidents as i where ${isAwake} order by i.incident_id limit ${AT_ONCE}`),
  ])
  if (devices.length === 0 && snoozed.length === 0) return false
  const deviceIds = devices.map(({ device_id }) => device_id)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, deviceIds)
    const alerts = await tx.query<FiringAgain>(sql`
      update alerts as a
      set status = 'firing', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
      where a.device_id = any (${deviceIds}::integer[]) and ${isOver}
      returning a.incident_id, a.severity, a.title, a.title_of`)
    const woken = await openIncidents(tx, sql`i.incident_id = any (${snoozed.map(idOf)}::bigint[]) and ${isAwake}`)
    const lapsed = alerts.filter(({ incident_id }) => incident_id !== null && !woken.includes(incident_id))
    const critical = lapsed.filter(({ severity }) => severity === 'critical')
    const reopened = await openIncidents(
      tx,
      sql`i.incident_id = any (${critical.map(idOf)}::bigint[]) and i.status = 'acknowledged'`,
    )
    await incidentChanged(
      tx,
      lapsed.map(({ incident_id, ...subject }) => ({
        incident_id: incident_id!,
        kind: 'unacknowledged' as const,
        user_id: null,
        says: alertFact(subject),
      })),
      now,
    )
    await announceReopened(tx, reopened, now)
    await tellSnoozeEnded(tx, woken, 'snooze_over', now)
  })
  return devices.length === AT_ONCE || snoozed.length === AT_ONCE
}

/** By compare-and-set, so that an incident is opened and announced once. Returns the ids of those that were. */
async function openIncidents(tx: InCell, which: Sql): Promise<number[]> {
  const opened = await tx.query<{ incident_id: number }>(sql`
    update incidents
    set status = 'open', acknowledged_at = null, acknowledged_by = null, snoozed_until = null
    where incident_id in (
      select i.incident_id from incidents as i where ${which} order by i.incident_id for no key update
    )
    returning incident_id`)
  return opened.map(({ incident_id }) => incident_id)
}

const idOf = ({ incident_id }: { incident_id: number | null }): number | null => incident_id
