import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'

/** Takes the next step of an escalation now. Throws 409 if none is under way. */
export async function escalateNow(db: Database, incidentId: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx.query<{ title: string }>(sql`
      update escalation_runs as r
      set next_at = ${now}, state = 'active'
      from incidents as i
      where r.incident_id = ${incidentId}::bigint and r.state in ('active', 'paused') and i.incident_id = r.incident_id
      returning i.title`)
    if (run === undefined) throw conflict('no_escalation')
    const subject = { type: 'incident', id: incidentId, name: run.title }
    await recordChange(tx, by, { action: 'incident.escalated', subject, before: null, after: { at: now } }, now)
  })
}
