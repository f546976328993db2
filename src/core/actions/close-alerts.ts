import sql, { type Sql } from 'sql-template-tag'
import type { InCell } from '../../platform/database/database.ts'
import { alertChangeAnnouncements } from '../alerts/alert-change-announcements.ts'
import { type Change, type ChangeBy, recordChanges } from '../audit-log/record-change.ts'
import { appendTimeline } from '../incidents/timeline.ts'
import { alertFact, type EntrySubject } from '../incidents/timeline-texts.ts'
import { announce } from '../notifications/announce.ts'
import { findRuleStates, saveRuleStates } from '../rules/effects/rule-state-store.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { closedByPerson } from '../rules/engine/rule-state.ts'

interface ClosedAlert extends EntrySubject {
  alert_id: number
  was: 'firing' | 'acknowledged'
  device_id: number
  rule_key: string
  incident_id: number | null
}

/** Resolves open alerts of one locked device on behalf of a person, and resets the state of their rules. Counts them. */
export async function closeAlerts(
  tx: InCell,
  deviceId: number,
  which: Sql,
  by: ChangeBy,
  rules: RuleSet,
  now: Date,
): Promise<number> {
  const closed = await tx.query<ClosedAlert>(sql`
    with open as (
      select device_id, alert_id, status from alerts where device_id = ${deviceId} and status <> 'resolved' and ${which}
    )
    update alerts as a
    set status = 'resolved', current_severity = null, resolved_at = ${now}, resolved_by = ${by.actor?.id}, resolve_reason = 'manual'
    from open
    where a.device_id = open.device_id and a.alert_id = open.alert_id and a.status <> 'resolved'
    returning a.alert_id, open.status as was, a.device_id, a.rule_key, a.incident_id, a.severity, a.title,
      a.title_of`)
  const states = (await findRuleStates(tx, [deviceId], now)).get(deviceId)
  const changes = closed.flatMap(({ rule_key }) => {
    const state = states?.get(rule_key)
    if (state === undefined) return []
    const after = closedByPerson(rules.byKey.get(rule_key) ?? null, state, now.getTime())
    return [{ device_id: deviceId, rule_key, state: after, due_at: null }]
  })
  await saveRuleStates(tx, changes)
  const user_id = by.actor?.id ?? null
  const entries = closed.flatMap((alert) =>
    alert.incident_id === null
      ? []
      : [{ incident_id: alert.incident_id, kind: 'alert_resolved' as const, user_id, says: alertFact(alert) }],
  )
  await appendTimeline(tx, entries, now)
  const ids = closed.map(({ alert_id }) => alert_id)
  await announce(tx, await alertChangeAnnouncements(tx, 'alert.resolved', ids, now), now)
  await recordChanges(tx, by, closed.map(alertResolved), now)
  return closed.length
}

const alertResolved = ({ alert_id, was, title }: ClosedAlert): Change => ({
  action: 'alert.resolved',
  subject: { type: 'alert', id: alert_id, name: title },
  before: { status: was },
  after: { status: 'resolved' },
})
