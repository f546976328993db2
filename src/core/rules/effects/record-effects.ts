import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { alertChangeAnnouncements } from '../../alerts/alert-change-announcements.ts'
import { incidentChangeAnnouncements } from '../../incidents/announcing/incident-change-announcements.ts'
import { attachAlerts } from '../../incidents/attach-alerts.ts'
import { type Arrival, type IncidentSettings, REOPEN_WITHIN_S } from '../../incidents/incident.ts'
import { type IncidentTouch, rescheduleAutoResolve, touchIncidents } from '../../incidents/incident-store.ts'
import { tellSnoozeEnded } from '../../incidents/open-again.ts'
import {
  appendTimeline,
  incidentChanged,
  silencedEntries,
  type TimelineEntry,
  type TimelineKind,
} from '../../incidents/timeline.ts'
import { alertFact, type EntrySubject } from '../../incidents/timeline-texts.ts'
import { announce } from '../../notifications/announce.ts'
import { reconsiderAlerts } from '../../notifications/held-store.ts'
import { rank } from '../../vocabulary/severities.ts'
import { type Announcement, deviceLane, incidentLane } from '../../webhooks/events/webhook-events.ts'
import type { Evaluation } from '../engine/evaluate-readings.ts'
import { type AlertChange, foldEffects } from '../engine/fold-effects.ts'
import { numberAlerts } from '../engine/number-alerts.ts'
import { findIncidentLinks, type IncidentLink, newAlertIds, saveAlerts } from './alert-store.ts'
import { saveRuleStates } from './rule-state-store.ts'

/**
 * Stores the effects of the engine: alerts, their incidents, the timeline, the outgoing webhooks and the rule states,
 * all in the transaction of the readings that caused them. The devices are locked.
 */
export async function recordEffects(
  tx: InCell,
  evaluation: Evaluation,
  settings: IncidentSettings,
  now: Date,
): Promise<void> {
  if (evaluation.changes.length === 0) return
  const raised = evaluation.effects.filter(({ effect }) => effect.kind === 'raised').length
  const ids = raised > 0 ? await newAlertIds(tx, raised) : []
  numberAlerts(evaluation, () => ids.shift()!)
  const changes = foldEffects(evaluation.effects)
  if (changes.length > 0) await recordAlerts(tx, changes, settings, now)
  await saveRuleStates(tx, evaluation.changes)
}

/** The steps of a reading on which alerts turn, in their order. */
async function recordAlerts(
  tx: InCell,
  changes: readonly AlertChange[],
  settings: IncidentSettings,
  now: Date,
): Promise<void> {
  const known = changes.filter((change) => change.raised === null)
  // 1. The incidents of the alerts: those that they have, those that they join, and new ones.
  const links = await linksOf(tx, known)
  const arrivals = arrivalsOf(changes, links, settings, now)
  const { incidentOf, announcements, woken } = await attachAlerts(tx, arrivals, settings, now)
  // 2. The alerts themselves.
  await saveAlerts(tx, changes, incidentOf, now)
  // 3. What becomes of the incidents: severity and status, then timeline and escalation, then the end by itself.
  const story = storyOf(changes, links, incidentOf)
  const alsoWoken = await touchIncidents(tx, touchesOf(story, now), now)
  const entries = story.flatMap((part) => timelineOf(part, now))
  await incidentChanged(tx, entries, now)
  await rescheduleAutoResolve(tx, story, now)
  // 4. Deliveries to receivers, but for what a silence covers.
  const triggered = changes
    .filter((change) => change.raised !== null)
    .map((change) => alertTriggered(change, incidentOf.get(change.alert.alert_id) ?? null))
  const changed = await changeAnnouncements(tx, changes, story, now)
  const silenced = await announce(tx, [...triggered, ...announcements, ...changed], now)
  await appendTimeline(tx, silencedEntries(silenced), now)
  // 5. What was held back until now: snoozed incidents, and deliveries of alerts that have become more severe.
  await tellSnoozeEnded(tx, [...woken, ...alsoWoken], 'became_more_severe', now)
  const turned = known.filter((change) => change.moved || change.reopened)
  await reconsiderAlerts(tx, turned.map(idOf), now)
}

type Links = ReadonlyMap<number, IncidentLink>

async function linksOf(tx: Queryable, known: readonly AlertChange[]): Promise<Links> {
  const links = known.length > 0 ? await findIncidentLinks(tx, known) : []
  return new Map(links.map((link) => [link.alert_id, link]))
}

const arrivalsOf = (changes: readonly AlertChange[], links: Links, settings: IncidentSettings, now: Date): Arrival[] =>
  changes
    .filter((change) => needsIncident(change, links.get(change.alert.alert_id), settings, now))
    .map((change) => toArrival(change, links.get(change.alert.alert_id)))

const storyOf = (changes: readonly AlertChange[], links: Links, incidentOf: ReadonlyMap<number, number>): StoryPart[] =>
  changes.flatMap((change) => {
    const link = links.get(change.alert.alert_id)
    const incident_id = incidentOf.get(change.alert.alert_id) ?? link?.incident_id ?? null
    return incident_id === null ? [] : [{ change, link, incident_id }]
  })

/** Announcements that only some receivers subscribe to: raised severities, resolved alerts and reopened incidents. */
async function changeAnnouncements(
  tx: Queryable,
  changes: readonly AlertChange[],
  story: readonly StoryPart[],
  now: Date,
): Promise<Announcement[]> {
  const rose = changes.filter((change) => change.worst !== change.first && change.resolvedAt === null)
  const over = changes.filter((change) => change.resolvedAt !== null)
  const back = new Set(story.filter((part) => isReopening(part, now)).map(({ incident_id }) => incident_id))
  return [
    ...(await incidentChangeAnnouncements(tx, 'incident.reopened', [...back], now)),
    ...(await alertChangeAnnouncements(tx, 'alert.escalated', rose.map(idOf), now)),
    ...(await alertChangeAnnouncements(tx, 'alert.resolved', over.map(idOf), now)),
  ]
}

const idOf = (change: AlertChange): number => change.alert.alert_id

interface StoryPart {
  change: AlertChange
  link: IncidentLink | undefined
  incident_id: number
}

function needsIncident(
  change: AlertChange,
  link: IncidentLink | undefined,
  settings: IncidentSettings,
  now: Date,
): boolean {
  const { mode } = change.rule.incident
  // An alert that is back at a mild level calls nobody for what it has been before, but for what it has become now.
  const { severity } = change.worst ?? change.alert
  const isSevereEnough = mode === 'always' || rank(severity) >= rank(settings.minSeverity)
  if (mode === 'never' || !isSevereEnough) return false
  if (change.raised !== null) return true
  if (!change.reopened && !change.moved) return false
  return link?.incident_id == null || (link.incident_status === 'resolved' && !mayReopen(link, now))
}

function mayReopen(link: IncidentLink | undefined, now: Date): boolean {
  if (link?.incident_status !== 'resolved' || link.incident_resolved_at === null) return false
  return now.getTime() - link.incident_resolved_at.getTime() <= REOPEN_WITHIN_S * 1_000
}

function toArrival(change: AlertChange, link: IncidentLink | undefined): Arrival {
  const reading = change.raisedBy?.reading
  const hasPosition = reading != null && reading.lat !== null && reading.lng !== null
  return {
    alert_id: change.alert.alert_id,
    rule_key: change.rule.key,
    module: change.module,
    device: change.device,
    ...worstSubjectOf(change, link),
    own: change.rule.incident.own,
    position: hasPosition ? { lat: reading.lat!, lng: reading.lng!, at: new Date(reading.at) } : null,
    previous_incident_id: link?.incident_id ?? null,
  }
}

/** The alert as it is listed: at its worst level, with the title that it has or gets. */
const worstSubjectOf = ({ worst, present }: AlertChange, link: IncidentLink | undefined): EntrySubject =>
  subjectOf(worst ?? link ?? present!)

/** The alert as it is at present, after a change of its level. */
const presentSubjectOf = ({ present }: AlertChange): EntrySubject => subjectOf(present!)

/** Whether it has become worse than ever, and milder since: time alone may do both before anybody looks. */
const hasFallen = ({ raised, worst, present }: AlertChange): boolean =>
  raised === null && worst !== null && worst.severity !== present!.severity

const subjectOf = ({ severity, title, title_of }: EntrySubject): EntrySubject => ({ severity, title, title_of })

const isReopening = ({ change, link }: StoryPart, now: Date): boolean => change.reopened && mayReopen(link, now)

const touchesOf = (story: readonly StoryPart[], now: Date): IncidentTouch[] =>
  story
    .filter(({ change }) => change.raised === null && (change.moved || change.reopened))
    .map(({ change, ...part }) => ({
      incident_id: part.incident_id,
      ...subjectOf(change.worst ?? change.present!),
      reopen: isReopening({ change, ...part }, now),
    }))

/** Entries say what was true then; the end of an alert names it as it is listed. */
function timelineOf(part: StoryPart, now: Date): TimelineEntry[] {
  const { change, link, incident_id } = part
  const entry = (kind: TimelineKind, subject: EntrySubject) =>
    ({ incident_id, kind, user_id: null, says: alertFact(subject) }) as TimelineEntry
  const entries: TimelineEntry[] = []
  if (isReopening(part, now)) entries.push(entry('reopened', presentSubjectOf(change)))
  else if (change.reopened) entries.push(entry('alert_reopened', presentSubjectOf(change)))
  // Of several levels at once, the worst is told as well.
  if (hasFallen(change)) entries.push(entry('severity_changed', subjectOf(change.worst!)))
  if (change.moved) entries.push(entry('severity_changed', presentSubjectOf(change)))
  if (change.resolvedAt !== null) entries.push(entry('alert_resolved', worstSubjectOf(change, link)))
  return entries
}

/** `alert.triggered`, for an alert raised by this change: what was true when it began. */
function alertTriggered(change: AlertChange, incidentId: number | null): Announcement {
  const { device, rule, alert, raised } = change
  const { severity, title, title_of, threshold } = change.first!
  return {
    event: 'alert.triggered',
    data: {
      alert_id: alert.alert_id,
      device_name: device.name,
      severity,
      title,
      triggered_value: raised!.value,
      device_id: device.id,
      module: change.module,
      rule_key: rule.key,
      field: rule.field,
      threshold,
      triggered_at: new Date(raised!.at),
      late: raised!.late,
      incident_id: incidentId,
    },
    site_id: device.site_id,
    lane: incidentId === null ? deviceLane(device.id) : incidentLane(incidentId),
    severity,
    module: change.module,
    tags: device.tags,
    title_of,
    rule_key: rule.key,
    is_safety: rule.incident.own,
  }
}
