import { type FactOf, inWords } from '../../platform/facts.ts'
import { type NotificationOutcome, outcomeText } from '../contact-methods/outcome-texts.ts'
import { ESCALATION_TEXTS } from '../escalation/escalation-texts.ts'
import type { CalledStep } from '../escalation/find-called.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { Titled } from '../vocabulary/titles.ts'
import type { Resolution } from './incident.ts'

/** An alert or an incident at the moment of an entry. */
export interface EntrySubject extends Titled {
  severity: Severity
}

const alert = ({ severity, title }: EntrySubject): string => `${severity}: ${title}`
const withReason = ({ id, reason }: EndedSilence): string => (reason === null ? String(id) : `${id}: ${reason}`)
const subjectOrIncident = (subject: EntrySubject | null): string => (subject === null ? 'The incident' : alert(subject))

/** Texts of entries of timelines, by code, in the English of the APIs. Times are in ISO 8601. */
export const TIMELINE_TEXTS = {
  ...ESCALATION_TEXTS,
  alert,
  alert_until: ({ until, ...subject }: EntrySubject & { until: string }) => `${alert(subject)} until ${until}`,
  until: ({ until }: { until: string }) => until,
  severity: ({ from, to }: { from: Severity; to: Severity }) => `${from} to ${to}`,
  snooze_over: () => 'The snooze is over',
  became_more_severe: () => 'It became more severe',
  devices: ({ names, more }: { names: readonly string[]; more: number }) =>
    more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`,
  device_is_back: () => 'The device is online again',
  all_are_back: () => 'All its devices are back',
  location: ({ lat, lng, at }: { lat: number; lng: number; at: string }) => `${lat}, ${lng} at ${at}`,
  assigned: ({ to }: { to: string | null }) => to ?? 'nobody',
  called: (fact: CallFacts) => callText(fact),
  merged: ({ incident_id, title }: Titled & { incident_id: number }) => `Incident ${incident_id}: ${title}`,
  merged_into: ({ incident_id }: { incident_id: number }) => `Merged into incident ${incident_id}`,
  nothing_wrong: () => 'All alerts have resolved',
  resolution: ({ resolution }: { resolution: Resolution }) => resolution,
  /** `subject` null: the incident itself. */
  silenced: ({ subject, silence_id }: { subject: EntrySubject | null; silence_id: number }) =>
    `${subjectOrIncident(subject)} (silence ${silence_id})`,
  sent_after_silence: ({ subject, silence }: { subject: EntrySubject | null; silence: EndedSilence | null }) =>
    `${subjectOrIncident(subject)} (${silence === null ? 'its silence was deleted' : `held by silence ${withReason(silence)}`})`,
  delivery: ({ event, webhook, attempt, detail }: DeliveryFacts) =>
    `${event} to ${webhook}${attempt > 1 ? `, attempt ${attempt}` : ''}${detail === null ? '' : `: ${detail}`}`,
  notification: ({ person, label, outcome }: { person: string; label: string; outcome: NotificationOutcome }) =>
    `${person}, ${label}: ${outcomeText(outcome)}`,
}

/** The people that somebody has called: those who are notified, those in quiet hours, and why others are not. */
export interface CallFacts {
  to: CalledTo
  notified: readonly string[]
  held: readonly string[]
  unreachable: readonly string[]
  uninterested: readonly string[]
  note: string | null
}

export type CalledTo =
  | ({ type: 'next_step' } & CalledStep)
  | { type: 'schedule'; id: number; name: string }
  | { type: 'user'; id: number }

function callText({ to, notified, held, unreachable, uninterested, note }: CallFacts): string {
  const place =
    to.type === 'schedule'
      ? [`On call (${to.name})`]
      : to.type === 'next_step'
        ? [`Step ${to.step} of ${to.steps} (${to.policy})`]
        : []
  const all = [
    ...(notified.length > 0 ? [notified.join(', ')] : []),
    ...(held.length > 0 ? [`at the end of their quiet hours: ${held.join(', ')}`] : []),
    ...(unreachable.length > 0 ? [`no verified contact method: ${unreachable.join(', ')}`] : []),
    ...(uninterested.length > 0 ? [`no notifications of this severity: ${uninterested.join(', ')}`] : []),
  ]
  return [[...place, all.join('; ')].join(': '), ...(note === null ? [] : [note])].join(' – ')
}

interface EndedSilence {
  id: number
  /** Null: of another site, which the device has left. */
  reason: string | null
}

interface DeliveryFacts {
  event: string
  webhook: string
  attempt: number
  /** Why it failed; null: delivered. */
  detail: string | null
}

export type TimelineFact = FactOf<typeof TIMELINE_TEXTS>

/** An entry about an alert, or about the incident by the alert that opened it. */
export const alertFact = ({ severity, title, title_of }: EntrySubject) =>
  ({ code: 'alert', severity, title, title_of }) as const

/** The text of an entry in English: what somebody wrote, or its facts. Pure. */
export const entryText = ({ text, facts }: { text: string | null; facts: TimelineFact | null }): string =>
  facts === null ? (text ?? '') : inWords(TIMELINE_TEXTS, facts)
