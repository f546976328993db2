import type { Queryable } from '../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { appendTimeline, type TimelineKind } from '../incidents/timeline.ts'

export interface Response {
  kind: TimelineKind
  /** Text on the timeline; empty if the kind says enough. */
  text: string
  /** Name of the action in the audit log. */
  action: string
  before: object | null
  after: object | null
}

/** Records what a person did to an incident, on its timeline and in the audit log. */
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
