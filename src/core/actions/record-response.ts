import type { Queryable } from '../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { appendTimeline, type TimelineKind } from '../incidents/timeline.ts'

export interface Response {
  kind: TimelineKind
  /** What the timeline says; the kind alone says enough when it is empty. */
  text: string
  /** What the audit log calls it. */
  action: string
  before: object | null
  after: object | null
}

/** Writes down what a person did to an incident: on its timeline for everybody, in the audit log for the auditor. */
export async function recordResponse(
  tx: Queryable,
  incident: { incident_id: number; title: string },
  by: ChangeBy,
  { kind, text, action, before, after }: Response,
  now: Date,
): Promise<void> {
  const { incident_id, title } = incident
  await appendTimeline(tx, [{ incident_id, kind, user_id: by.actor?.id ?? null, text }], now)
  const subject = { type: 'incident', id: incident_id, name: title }
  await recordChange(tx, by, { action, subject, before, after }, now)
}
