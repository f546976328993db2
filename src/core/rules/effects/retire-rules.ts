import sql from 'sql-template-tag'
import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { alertChangeAnnouncements } from '../../alerts/alert-change-announcements.ts'
import { rescheduleAutoResolve } from '../../incidents/incident-store.ts'
import { appendTimeline } from '../../incidents/timeline.ts'
import { alertFact, type EntrySubject } from '../../incidents/timeline-texts.ts'
import { announce } from '../../notifications/announce.ts'
import { lockDeviceStates } from '../../telemetry/latest/latest-store.ts'

const DEVICES_AT_ONCE = 200

/**
 * Resolves the alerts of deleted or disabled rules, and deletes their states. Uses the rules in the database, since a
 * node may not have read a change yet. Limited to one rule by `key`. Returns whether there may be more.
 */
export async function retireRules(db: CellDatabase, now: Date, key: string | null = null): Promise<boolean> {
  const found = await db.query<{ device_id: number }>(sql`
    select distinct device_id
    from rule_states as s
    where ${isRetired} and (${key}::text is null or s.rule_key = ${key}::text)
    order by device_id
    limit ${DEVICES_AT_ONCE}`)
  if (found.length === 0) return false
  const deviceIds = found.map(({ device_id }) => device_id)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, deviceIds)
    await endAlerts(tx, deviceIds, now)
    await tx.query(sql`delete from rule_states as s where device_id = any (${deviceIds}::integer[]) and ${isRetired}`)
  })
  return found.length === DEVICES_AT_ONCE
}

const isRetired = sql`
  not exists (
    select from rules as r
    where r.key = s.rule_key and coalesce(r.enabled_override, (r.definition ->> 'enabled')::boolean, true)
  )`

interface EndedAlert extends EntrySubject {
  alert_id: number
  device_id: number
  incident_id: number | null
}

async function endAlerts(tx: InCell, deviceIds: readonly number[], now: Date): Promise<void> {
  const ended = await tx.query<EndedAlert>(sql`
    update alerts as a
    set
      status = 'resolved', current_severity = null, resolved_at = ${now}, resolved_by = null,
      resolve_reason = case
        when exists (select from rules as r where r.key = a.rule_key) then 'rule_disabled'
        else 'rule_deleted'
      end
    from rule_states as s
    where s.device_id = any (${deviceIds}::integer[]) and ${isRetired}
      and a.device_id = s.device_id and a.rule_key = s.rule_key and a.status <> 'resolved'
    returning a.alert_id, a.device_id, a.incident_id, a.severity, a.title, a.title_of`)
  const story = ended.flatMap(({ device_id, incident_id, ...subject }) =>
    incident_id === null ? [] : [{ device_id, incident_id, says: alertFact(subject) }],
  )
  await appendTimeline(
    tx,
    story.map(({ incident_id, says }) => ({ incident_id, says, kind: 'alert_resolved', user_id: null })),
    now,
  )
  await rescheduleAutoResolve(tx, story, now)
  const alertIds = ended.map(({ alert_id }) => alert_id)
  await announce(tx, await alertChangeAnnouncements(tx, 'alert.resolved', alertIds, now), now)
}
