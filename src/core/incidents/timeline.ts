import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { AlertFacts } from '../contact-methods/messages/notification-facts.ts'
import { followIncidents } from '../escalation/follow-incidents.ts'
import { factsOf } from '../notifications/announcement-parts.ts'
import type { Hold } from '../notifications/held-store.ts'

/** Kinds of timeline entries; docs/incidents.md explains each. */
export const TIMELINE_KINDS = [
  'created',
  'alert_added',
  'severity_changed',
  'alert_resolved',
  'alert_reopened',
  'alert_acknowledged',
  'alert_snoozed',
  'device_added',
  'device_returned',
  'silenced',
  'notified',
  'person_notified',
  'person_not_notified',
  'escalated',
  'nobody_told',
  'escalation_ended',
  'acknowledged',
  'snoozed',
  'unacknowledged',
  'assigned',
  'note',
  'location',
  'merged',
  'webhook_delivered',
  'webhook_failed',
  'resolved',
  'reopened',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Kinds after which an incident may be in another state or more severe. */
const CHANGES: ReadonlySet<TimelineKind> = new Set([
  'alert_added',
  'severity_changed',
  'alert_reopened',
  'acknowledged',
  'snoozed',
  'unacknowledged',
  'merged',
  'resolved',
  'reopened',
])

export interface TimelineEntry {
  incident_id: number
  kind: TimelineKind
  /** Null: the service itself. */
  user_id: number | null
  text: string
  /** The alert that joined, for those who have been notified of the incident. */
  alert?: AlertFacts
}

/**
 * Entries are only ever added, in the transaction of the events they record, after their incidents have changed. The
 * escalations of the incidents follow.
 */
export async function appendTimeline(tx: Queryable, entries: readonly TimelineEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  await tx.query(sql`
    insert into incident_timeline (incident_id, at, kind, user_id, text)
    select e.incident_id, ${now}, e.kind, e.user_id, e.text
    from jsonb_to_recordset(${JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))}::jsonb) as e (
      incident_id bigint, kind text, user_id integer, text text, place integer
    )
    order by e.place`)
  const news = Map.groupBy(
    entries.filter(({ alert }) => alert !== undefined),
    ({ incident_id }) => incident_id,
  )
  await followIncidents(
    tx,
    [...new Set(entries.filter(({ kind }) => CHANGES.has(kind)).map(({ incident_id }) => incident_id))],
    new Map([...news].map(([id, joined]) => [id, joined.map(({ alert }) => alert!)])),
    now,
  )
}

/** Timeline entries for notifications that a silence holds. */
export const silencedEntries = (holds: readonly Hold[]): TimelineEntry[] =>
  holds.flatMap(({ announcement, silence_id }) => {
    const { incident_id, severity, title } = factsOf(announcement)
    const what = announcement.event === 'incident.created' ? 'The incident' : `${severity}: ${title}`
    const text = `${what} (silence ${silence_id})`
    return incident_id == null ? [] : [{ incident_id, kind: 'silenced', user_id: null, text }]
  })
