import sql, { type Sql } from 'sql-template-tag'
import type { RuleSet } from '../alerts/rule-set.ts'
import { closedByPerson } from '../alerts/rule-state.ts'
import { findRuleStates, saveRuleStates } from '../alerts/rule-state-store.ts'
import { appendTimeline } from '../incidents/incident-store.ts'
import type { Queryable } from '../platform/database.ts'
import type { Actor } from '../users/actor.ts'

interface ClosedAlert {
  device_id: number
  rule_key: string
  incident_id: number | null
  severity: string
  title: string
}

/** Resolves open alerts of one locked device for a person, and has their rules start anew. */
export async function closeAlerts(
  tx: Queryable,
  deviceId: number,
  which: Sql,
  actor: Actor,
  rules: RuleSet,
  now: Date,
): Promise<void> {
  const closed = await tx.query<ClosedAlert>(sql`
    update alerts
    set status = 'resolved', resolved_at = ${now}, resolved_by = ${actor.id}, resolve_reason = 'manual'
    where device_id = ${deviceId} and status <> 'resolved' and ${which}
    returning device_id, rule_key, incident_id, severity, title`)
  const states = (await findRuleStates(tx, [deviceId])).get(deviceId)
  const changes = closed.flatMap(({ rule_key }) => {
    const state = states?.get(rule_key)
    if (state === undefined) return []
    const after = closedByPerson(rules.byKey.get(rule_key) ?? null, state, now.getTime())
    return [{ device_id: deviceId, rule_key, state: after, due_at: null }]
  })
  await saveRuleStates(tx, changes)
  const entries = closed.flatMap(({ device_id, incident_id, severity, title }) =>
    incident_id === null
      ? []
      : [{ device_id, incident_id, kind: 'alert_resolved' as const, user_id: actor.id, text: `${severity}: ${title}` }],
  )
  await appendTimeline(tx, entries, now)
}
