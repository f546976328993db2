import sql from 'sql-template-tag'
import type { InCell } from '../../platform/database/database.ts'
import type { AlertFacts } from '../contact-methods/messages/notification-facts.ts'
import { cancelAnswered } from '../contact-methods/outbox/cancel-notifications.ts'
import { followIncidents } from '../escalation/follow-incidents.ts'
import { factsOf } from '../notifications/announcement-parts.ts'
import type { Hold } from '../notifications/held-store.ts'
import type { Announcement } from '../webhooks/events/webhook-events.ts'
import type { EntrySubject, TimelineFact } from './timeline-texts.ts'

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
  'called',
  'coming',
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

/** Kinds of what changes the state of an incident, its severity, or its alerts. */
const CHANGES = [
  'alert_added',
  'severity_changed',
  'alert_reopened',
  'acknowledged',
  'snoozed',
  'unacknowledged',
  'merged',
  'resolved',
  'reopened',
] as const satisfies readonly TimelineKind[]
type ChangeKind = (typeof CHANGES)[number]

interface Entry<Kind extends TimelineKind> {
  incident_id: number
  kind: Kind
  /** Null: the service itself. */
  user_id: number | null
  /** What somebody wrote, or what there is to say; an empty text if the kind says enough. */
  says: string | TimelineFact
}

/** An entry about something that leaves the incident as it is. */
export type TimelineNote = Entry<Exclude<TimelineKind, ChangeKind>>

/** A change of an incident, with its entry. */
export interface IncidentChange extends Entry<ChangeKind> {
  /** The alert that joined, for those who have been notified of the incident. */
  alert?: AlertFacts
}

export type TimelineEntry = TimelineNote | IncidentChange

const isChange = (entry: TimelineEntry): entry is IncidentChange =>
  (CHANGES as readonly TimelineKind[]).includes(entry.kind)

/** Adds to timelines, in the transaction of the events. What changes an incident goes to `incidentChanged`. */
export async function appendTimeline(tx: InCell, notes: readonly TimelineNote[], now: Date): Promise<void> {
  await insertEntries(tx, notes, now)
}

/**
 * Called by whoever has changed incidents, in the same transaction: adds the changes, and notes between them, to their
 * timelines, and their escalations follow. Returns the ids of the entries.
 */
export async function incidentChanged(tx: InCell, entries: readonly TimelineEntry[], now: Date): Promise<number[]> {
  const ids = await insertEntries(tx, entries, now)
  const changes = entries.filter(isChange)
  if (changes.length === 0) return ids
  const joined = changes.filter(({ alert }) => alert !== undefined)
  const news = Map.groupBy(joined, ({ incident_id }) => incident_id)
  await followIncidents(
    tx,
    [...new Set(changes.map(({ incident_id }) => incident_id))],
    new Map([...news].map(([id, ofOne]) => [id, ofOne.map(({ alert }) => alert!)])),
    now,
  )
  return ids
}

/** An entry of a person, and the end of an incident, also answer the calls that wait to be sent. */
async function insertEntries(tx: InCell, entries: readonly TimelineEntry[], now: Date): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = entries.map(({ incident_id, kind, user_id, says }, place) => ({
    ...{ incident_id, kind, user_id, place },
    ...(typeof says === 'string' ? { text: says } : { facts: says }),
  }))
  const inserted = await tx.query<{ entry_id: number }>(sql`
    insert into incident_timeline (incident_id, at, kind, user_id, text, facts)
    select e.incident_id, ${now}, e.kind, e.user_id, e.text, e.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
      incident_id bigint, kind text, user_id integer, text text, facts jsonb, place integer
    )
    order by e.place
    returning entry_id`)
  const answers = entries.filter(({ user_id, kind }) => user_id !== null || kind === 'resolved' || kind === 'merged')
  await cancelAnswered(tx, [...new Set(answers.map(({ incident_id }) => incident_id))], now)
  return inserted.map(({ entry_id }) => entry_id)
}

/** Entries about notifications that a silence holds. */
export const silencedEntries = (holds: readonly Hold[]): TimelineNote[] =>
  holds.flatMap(({ announcement, silence_id }) => {
    const { incident_id } = factsOf(announcement)
    const says = { code: 'silenced', subject: subjectOf(announcement), silence_id } as const
    return incident_id == null ? [] : [{ incident_id, kind: 'silenced', user_id: null, says }]
  })

/** The alert that an announcement is about; null: the incident itself. */
export function subjectOf(announcement: Announcement): EntrySubject | null {
  if (announcement.event === 'incident.created') return null
  const { severity, title } = announcement.data as unknown as EntrySubject
  return { severity, title, title_of: announcement.title_of ?? null }
}
