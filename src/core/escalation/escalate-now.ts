import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import { requireRole } from '../reach/require-role.ts'

/** Takes the next step of an escalation now. Throws 403, 404, and 409 if none is under way. */
export async function escalateNow(db: Database, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const [found] = await tx.query<{ site_id: number | null; title: string }>(sql`
      select site_id, title from incidents where incident_id = ${incidentId}::bigint for no key update`)
    const incident = requireRole(by.reach, 'operator', 'Incident', found)
    const run = await tx.query(sql`
      update escalation_runs
      set next_at = ${now}, state = 'active', is_asked = true
      where incident_id = ${incidentId}::bigint and state in ('active', 'paused')
      returning id`)
    if (run.length === 0) throw conflict('no_escalation')
    const subject = { type: 'incident', id: incidentId, name: incident.title }
    await recordChange(tx, by, { action: 'incident.escalated', subject, before: null, after: { at: now } }, now)
  })
}
