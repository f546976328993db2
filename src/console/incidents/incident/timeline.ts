import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import type { EntrySubject, TIMELINE_TEXTS, TimelineFact } from '../../../core/incidents/timeline-texts.ts'
import type { FactWith } from '../../../platform/facts.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { linkedText } from '../../frame/formats/linked-text.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { type IconName, icon } from '../../frame/parts/page-parts.ts'
import { person } from '../../frame/parts/people.ts'
import { outcomeTextIn } from './outcome-text.ts'

type Entry = IncidentWithTimeline['timeline'][number]

const ICONS: Record<Entry['kind'], IconName> = {
  created: 'siren',
  alert_added: 'bell-ring',
  severity_changed: 'gauge',
  alert_resolved: 'circle-check',
  alert_reopened: 'rotate-ccw',
  alert_acknowledged: 'check',
  alert_snoozed: 'alarm-clock',
  device_added: 'wifi-off',
  device_returned: 'radio',
  silenced: 'bell-off',
  notified: 'bell',
  person_notified: 'bell-ring',
  person_not_notified: 'bell-off',
  escalated: 'gauge',
  nobody_told: 'circle-alert',
  escalation_ended: 'circle-alert',
  called: 'bell-ring',
  coming: 'check',
  acknowledged: 'check',
  snoozed: 'alarm-clock',
  unacknowledged: 'rotate-ccw',
  assigned: 'circle-user',
  note: 'file-text',
  location: 'map-pin',
  merged: 'archive',
  webhook_delivered: 'send',
  webhook_failed: 'circle-alert',
  resolved: 'check-check',
  reopened: 'rotate-ccw',
}

/** Kinds of entries about what machines sent, one after the other. */
const SENT: ReadonlySet<Entry['kind']> = new Set([
  'person_notified',
  'person_not_notified',
  'webhook_delivered',
  'webhook_failed',
])

/** The timeline in order; what was sent after a step is folded. For paper, times are exact, and nothing is folded. */
export const timelineOf = (reader: Reader, entries: readonly Entry[], { exact = false } = {}): Html => html`
<ol class="timeline incident-timeline">${each(
  exact ? entries.map((entry) => [entry]) : runsOf(entries),
  (run, place) =>
    exact || !SENT.has(run[0]!.kind) ? run.map((entry) => itemOf(reader, entry, exact)) : foldedRun(reader, run, place),
)}</ol>`

/** Entries of what was sent are together if nothing else lies between them. */
function runsOf(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last !== undefined && SENT.has(entry.kind) && SENT.has(last[0]!.kind)) last.push(entry)
    else runs.push([entry])
  }
  return runs
}

function foldedRun(reader: Reader, run: readonly Entry[], place: number): Html {
  const count = (kind: Entry['kind']) => run.filter((entry) => entry.kind === kind).length
  const { folded } = reader.t.incidents.entries
  const [notNotified, failed] = [count('person_not_notified'), count('webhook_failed')]
  return html`<li class="${failed + notNotified > 0 ? 'webhook_failed' : 'sent'}">${icon('send')}<details class="folded" id="sent-${place}"><summary>${folded(count('person_notified'), notNotified, count('webhook_delivered'), failed)} <span class="meta">${reader.format.ago(run[0]!.at)}</span></summary><ol class="bare">${run.map((entry) => itemOf(reader, entry, false))}</ol></details></li>`
}

const itemOf = (reader: Reader, entry: Entry, exact: boolean): Html => html`
<li class="${entry.kind}">${icon(ICONS[entry.kind])}<div>
    <p><strong>${isTaken(entry) ? reader.t.incidents.entries.taken : reader.t.incidents.kinds[entry.kind]}</strong>${entry.by?.type === 'user' ? html` · ${person(entry.by)}` : null} <span class="meta">${exact ? reader.format.at(entry.at) : reader.format.ago(entry.at)}</span></p>
    ${entry.text === '' || isTaken(entry) ? null : html`<p class="${entry.kind === 'note' ? 'note-text' : ''}">${saidIn(reader, entry)}</p>`}
  </div></li>`

/** Somebody assigned it to themselves: their name is said once. */
const isTaken = ({ facts, by }: Entry): boolean =>
  facts?.code === 'assigned' && by?.type === 'user' && facts.to !== null && facts.to === (by.name ?? by.email)

/** The text of an entry in the language of the reader. Notes of people and old entries are shown as they are. */
const saidIn = (reader: Reader, { text, facts }: Entry): Content =>
  facts === null ? linkedText(text) : (SAID[facts.code] as Said<TimelineFact>)(reader, facts)

type Said<Fact> = (reader: Reader, fact: Fact) => Content

const SAID: { [Code in TimelineFact['code']]: Said<FactWith<typeof TIMELINE_TEXTS, Code>> } = {
  alert: subject,
  alert_until: (reader, fact) =>
    html`${subject(reader, fact)} ${reader.t.incidents.entries.until} ${reader.format.at(new Date(fact.until))}`,
  until: ({ t, format }, { until }) => html`${t.incidents.entries.until} ${format.at(new Date(until))}`,
  severity: ({ t }, { from, to }) => html`${severityBadge(t, from)} → ${severityBadge(t, to)}`,
  snooze_over: ({ t }) => t.incidents.entries.snoozeOver,
  became_more_severe: ({ t }) => t.incidents.entries.becameMoreSevere,
  devices: ({ t }, { names, more }) =>
    more === 0 ? names.join(', ') : t.incidents.entries.andMore(names.join(', '), more),
  device_is_back: ({ t }) => t.incidents.entries.deviceIsBack,
  all_are_back: ({ t }) => t.incidents.entries.allAreBack,
  location: ({ format }, { lat, lng, at }) => html`${lat}, ${lng}, ${format.at(new Date(at))}`,
  assigned: ({ t }, { to }) => to ?? t.alerts.nobody,
  called({ t }, { to, notified, held, unreachable, uninterested, note }) {
    const { entries } = t.incidents
    const place =
      to.type === 'schedule'
        ? `${entries.onCall(to.name)}: `
        : to.type === 'next_step'
          ? `${entries.calledStep(to.step, to.steps, to.policy)}: `
          : ''
    const others = [
      ...(notified.length === 0 ? [] : [notified.join(', ')]),
      ...(held.length === 0 ? [] : [entries.held(held.join(', '))]),
      ...(unreachable.length === 0 ? [] : [entries.unreachable(unreachable.join(', '))]),
      ...(uninterested.length === 0 ? [] : [entries.uninterested(uninterested.join(', '))]),
    ]
    return html`${place}${others.join('; ')}${note === null ? null : html`<br><span class="note-text">${note}</span>`}`
  },
  merged: ({ titleOf }, { incident_id, ...titled }) =>
    html`<a href="/incidents/${incident_id}">#${incident_id}</a> ${titleOf(titled)}`,
  merged_into: ({ t }, { incident_id }) =>
    html`${t.incidents.facts.mergedInto} <a href="/incidents/${incident_id}">#${incident_id}</a>`,
  nothing_wrong: ({ t }) => t.incidents.nothingWrong,
  resolution: ({ t }, { resolution }) => t.incidents.resolutions[resolution],
  silenced: (reader, fact) =>
    html`${subjectOrIncident(reader, fact.subject)} (${reader.t.incidents.entries.silence(fact.silence_id)})`,
  sent_after_silence(reader, { subject: about, silence }) {
    const { entries } = reader.t.incidents
    const reason = silence?.reason == null ? '' : `: ${silence.reason}`
    const why = silence === null ? entries.silenceDeleted : `${entries.silence(silence.id)}${reason}`
    return html`${subjectOrIncident(reader, about)} (${why})`
  },
  delivery({ t }, { event, webhook, attempt, detail }) {
    const { entries } = t.incidents
    return `${entries.sentTo(event, webhook)}${attempt > 1 ? entries.attempt(attempt) : ''}${detail === null ? '' : `: ${detail}`}`
  },
  notification: ({ t }, { person: name, label, outcome }) => `${name}, ${label}: ${outcomeTextIn(t, outcome)}`,
  step({ t }, { step, steps, round, notified, unreachable }) {
    const { entries } = t.incidents
    const who = notified.length === 0 ? entries.nobodyToNotify : notified.join(', ')
    const without = unreachable.length === 0 ? '' : `; ${entries.unreachable(unreachable.join(', '))}`
    return `${entries.step(step, steps, round)}: ${who}${without}`
  },
  round_failed: ({ t }, { round, policy }) => t.incidents.entries.noneAccepted(round, policy),
  rounds_over: ({ t }, { policy }) => t.incidents.entries.roundsTaken(policy),
}

function subject({ t, titleOf }: Reader, { severity, ...titled }: EntrySubject): Html {
  return html`${severityBadge(t, severity)} ${titleOf(titled)}`
}

const subjectOrIncident = (reader: Reader, about: EntrySubject | null): Content =>
  about === null ? reader.t.incidents.entries.theIncident : subject(reader, about)
