import type { InCell } from '../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { type IncidentChange, incidentChanged, type TimelineEntry, type TimelineNote } from '../incidents/timeline.ts'

type Response = ResponseEntry & {
  /** Name of the action in the audit log. */
  action: string
  before: object | null
  after: object | null
}

type ResponseEntry = Pick<TimelineNote, 'kind' | 'says'> | Pick<IncidentChange, 'kind' | 'says'>

/** Records what a person did to an incident, on its timeline and in the audit log. Returns the id of the entry. */
export async function recordResponse(
  tx: InCell,
  incident: { incident_id: number; title: string },
  by: ChangeBy,
  { kind, says, action, before, after }: Response,
  now: Date,
): Promise<number> {
  const { incident_id, title } = incident
  const entry = { incident_id, kind, user_id: by.actor?.id ?? null, says } as TimelineEntry
  const [entryId] = await incidentChanged(tx, [entry], now)
  const subject = { type: 'incident', id: incident_id, name: title }
  await recordChange(tx, by, { action, subject, before, after }, now)
  return entryId!
}
