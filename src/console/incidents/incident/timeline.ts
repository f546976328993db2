import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import { SNOOZE_ENDED } from '../../../core/incidents/open-again.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { own } from '../../../platform/own.ts'
import { severityBadge } from '../../parts/badges.ts'
import { type IconName, icon } from '../../parts/page-parts.ts'
import { person } from '../../parts/people.ts'
import type { Reader } from '../../shell/reader.ts'
import { outcomeText } from './outcome-text.ts'

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

/** The timeline in order. `exact` prints times instead of "3 minutes ago", for paper. */
export const timelineOf = (reader: Reader, entries: readonly Entry[], { exact = false } = {}): Html => html`
<ol class="timeline incident-timeline">${entries.map(
  (entry) => html`<li class="${entry.kind}">${icon(ICONS[entry.kind])}<div>
    <p><strong>${reader.t.incidents.kinds[entry.kind]}</strong>${entry.by?.type === 'user' ? html` · ${person(entry.by)}` : null} <span class="meta">${exact ? reader.format.at(entry.at) : reader.format.ago(entry.at)}</span></p>
    ${entry.text === '' ? null : html`<p class="${entry.kind === 'note' ? 'note-text' : ''}">${entryText(reader, entry)}</p>`}
  </div></li>`,
)}</ol>`

/** The stored text of an entry in the language of the reader. Its shape depends on the kind of the entry. */
function entryText(reader: Reader, { kind, text }: Entry): Content {
  const { entries, nothingWrong, resolutions } = reader.t.incidents
  switch (kind) {
    case 'note':
      return text
    case 'device_added': {
      const [, names = text, more] = /^(.*) and (\d+) more$/s.exec(text) ?? []
      return more === undefined ? text : entries.andMore(names, Number(more))
    }
    case 'location': {
      const [, place = text, at] = /^(.*) at (\S+)$/.exec(text) ?? []
      return at === undefined ? text : html`${place}, ${reader.format.at(new Date(at))}`
    }
    case 'snoozed':
      return html`${entries.until} ${reader.format.at(new Date(text))}`
    case 'alert_snoozed': {
      const [, what = text, until] = /^(.*) until (\S+)$/s.exec(text) ?? []
      return until === undefined
        ? subject(reader, text)
        : html`${subject(reader, what)} ${entries.until} ${reader.format.at(new Date(until))}`
    }
    case 'unacknowledged':
      if (text === SNOOZE_ENDED.over) return entries.snoozeEnded.over
      return text === SNOOZE_ENDED.rose ? entries.snoozeEnded.rose : subject(reader, text)
    case 'webhook_delivered':
    case 'webhook_failed': {
      const [, event, name = '', attempt, detail = ''] = /^(\S+) to (.*?)(?:, attempt (\d+))?(: .*)?$/s.exec(text) ?? []
      if (event === undefined) return text
      return `${entries.sentTo(event, name)}${attempt === undefined ? '' : entries.attempt(attempt)}${detail}`
    }
    case 'person_notified':
    case 'person_not_notified': {
      // Names and labels may hold anything.
      const [, who, outcome] = /^(.*): ((?:(?:not )?accepted|rejected) by .+ \(\d+\))$/s.exec(text) ?? []
      return outcome === undefined ? text : `${who}: ${outcomeText(reader.t, outcome)}`
    }
    case 'assigned':
      return text === 'nobody' ? reader.t.alerts.nobody : text
    case 'escalated':
      return stepText(reader, text)
    case 'nobody_told': {
      const [, round, policy = ''] = /^No notification of round (\d+) was accepted \((.*)\)$/s.exec(text) ?? []
      return round === undefined ? text : entries.noneAccepted(Number(round), policy)
    }
    case 'escalation_ended': {
      const [, policy] = /^Nobody acknowledged it: all rounds of (.*) have been taken$/s.exec(text) ?? []
      return policy === undefined ? text : entries.roundsTaken(policy)
    }
    case 'silenced':
    case 'notified': {
      const [, what = text, why] = /^(.*?) \(((?:held by )?silence \d.*|its silence was deleted)\)$/s.exec(text) ?? []
      return why === undefined ? text : html`${subject(reader, what)} (${silenceText(reader, why)})`
    }
    case 'resolved':
      return text === 'Nothing about it is wrong any more' ? nothingWrong : (own(resolutions, text) ?? text)
    default:
      return subject(reader, text)
  }
}

/** A step of an escalation, with the people who were notified in it and those who could not be. */
function stepText({ t }: Reader, text: string): string {
  const { entries } = t.incidents
  const [, step, steps, round = '1', people = ''] = /^Step (\d+) of (\d+)(?:, round (\d+))?: (.*)$/s.exec(text) ?? []
  if (step === undefined) return text
  const [notified = '', unreachable] = people.split('; no verified contact method: ')
  const who = notified === 'nobody to notify' ? entries.nobodyToNotify : notified
  const without = unreachable === undefined ? '' : `; ${entries.unreachable(unreachable)}`
  return `${entries.step(Number(step), Number(steps), Number(round))}: ${who}${without}`
}

/** An alert with its severity, a change of severity, or the incident itself. */
function subject({ t, titleOf }: Reader, text: string): Content {
  if (text === 'The incident') return t.incidents.entries.theIncident
  const [, severity, title = ''] = /^(\w+): (.*)$/s.exec(text) ?? []
  if (severity !== undefined && isSeverity(severity)) return html`${severityBadge(t, severity)} ${titleOf({ title })}`
  const [, before = '', after = ''] = /^(\w+) to (\w+)$/.exec(text) ?? []
  if (isSeverity(before) && isSeverity(after)) return html`${severityBadge(t, before)} → ${severityBadge(t, after)}`
  return text
}

function silenceText({ t }: Reader, text: string): string {
  const { entries } = t.incidents
  if (text === 'its silence was deleted') return entries.silenceDeleted
  const [, id, reason = ''] = /^(?:held by )?silence (\d+)(.*)$/s.exec(text) ?? []
  return id === undefined ? text : `${entries.silence(Number(id))}${reason}`
}

const isSeverity = (word: string): word is Severity => (SEVERITIES as readonly string[]).includes(word)
