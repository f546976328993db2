import { durationText } from '../../../platform/duration.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import { verificationWords, type Wording } from './minimal-words.ts'
import type { IncidentFacts, NotificationFacts } from './notification-facts.ts'
import type { MessageTexts } from './texts-en.ts'

const DIGEST_LINES = 10
const ALERT_LINES = 5

/** Writes a time (ISO 8601) with its day and zone. */
export type Moments = (time: string) => string

/** Everything that its reader should know without opening the page. */
export function fullWords(facts: NotificationFacts, texts: MessageTexts, moment: Moments, now: Date): Wording {
  switch (facts.reason) {
    case 'step':
      return stepWords(facts, texts, moment, now)
    case 'update':
      return updateWords(facts, texts, moment)
    case 'acknowledged':
      return acknowledgedWords(facts, texts, moment)
    case 'resolved':
      return resolvedWords(facts, texts)
    case 'reopened':
      return reopenedWords(facts, texts, moment)
    case 'digest':
      return digestWords(facts, texts, moment)
    case 'answers':
      return answersWords(facts, texts)
    case 'call':
      return callWords(facts, texts, moment)
    case 'coming':
      return { title: texts.coming.title(facts.by, facts.incident.title), lines: deviceLines(facts.incident, texts) }
    case 'assigned':
      return {
        title: headline(facts.incident, texts),
        lines: [texts.assigned.by(facts.by), ...incidentLines(facts.incident, texts, moment)],
      }
    case 'nobody_told':
      return {
        title: texts.nobodyTold.title(headline(facts.incident, texts)),
        lines: [texts.nobodyTold.text, ...incidentLines(facts.incident, texts, moment)],
      }
    case 'method_broken':
      return {
        title: texts.methodBroken.title(facts.label),
        lines: [texts.methodBroken.text(texts.kinds[facts.kind])],
      }
    case 'test':
      return { title: texts.test.title, lines: [texts.test.text(facts.label)] }
    case 'verification':
      return verificationWords(facts, texts)
    case 'handover':
      return handoverWords(facts, texts, moment)
    case 'handover_reminder':
      return {
        title: texts.reminder.title(facts.schedule, moment(facts.from)),
        lines: facts.until === null ? [] : [texts.handover.until(moment(facts.until))],
      }
    case 'gap':
      return gapWords(facts, texts, moment)
  }
}

type Of<Reason extends NotificationFacts['reason']> = Extract<NotificationFacts, { reason: Reason }>

function stepWords(
  { incident, step, steps, repeated }: Of<'step'>,
  texts: MessageTexts,
  moment: Moments,
  now: Date,
): Wording {
  const open = texts.stillOpen(openFor(incident, now.getTime()))
  return {
    title: headline(incident, texts),
    lines: [
      ...(repeated && incident.cleared_since === undefined ? [open] : []),
      ...incidentLines(incident, texts, moment),
      ...(steps > 1 ? [texts.step(step, steps)] : []),
    ],
  }
}

function updateWords({ incident, alerts, rose }: Of<'update'>, texts: MessageTexts, moment: Moments): Wording {
  const severity = texts.severities[incident.severity]
  const lines = worstFirst(alerts).map((alert) => withDevice(headline(alert, texts), alert.device_name))
  return {
    title: rose ? texts.update.rose(severity, incident.title) : texts.update.title(severity, incident.title),
    // Its severity can rise without a new alert.
    lines: lines.length === 0 ? incidentLines(incident, texts, moment) : shortened(lines, ALERT_LINES, texts),
  }
}

function acknowledgedWords({ incident, by, until }: Of<'acknowledged'>, texts: MessageTexts, moment: Moments): Wording {
  const { title, snoozed } = texts.acknowledged
  const lines = [...clearedLines(incident, texts, moment), ...deviceLines(incident, texts)]
  return until == null
    ? { title: title(by, incident.title), lines }
    : { title: snoozed(by, incident.title), lines: [texts.handover.until(moment(until)), ...lines] }
}

function resolvedWords({ incident, by, resolved_at }: Of<'resolved'>, texts: MessageTexts): Wording {
  const how = by === null ? texts.resolved.byItself : texts.resolved.by(by)
  return {
    title: texts.resolved.title(incident.title),
    lines: [
      `${how} ${texts.resolved.after(openFor(incident, Date.parse(resolved_at)))}`,
      ...deviceLines(incident, texts),
    ],
  }
}

function reopenedWords({ incident, because, by }: Of<'reopened'>, texts: MessageTexts, moment: Moments): Wording {
  const { person, alert, lapsed } = texts.reopened
  const why = because === 'person' ? (by === null ? [] : [person(by)]) : [because === 'alert' ? alert : lapsed]
  return {
    title: texts.reopened.title(texts.severities[incident.severity], incident.title),
    lines: [...why, ...incidentLines(incident, texts, moment)],
  }
}

function callWords({ incident, by, note }: Of<'call'>, texts: MessageTexts, moment: Moments): Wording {
  return {
    title: headline(incident, texts),
    lines: [
      note === null ? texts.call.by(by) : texts.call.withNote(by, note),
      ...incidentLines(incident, texts, moment),
    ],
  }
}

function digestWords({ incidents, because }: Of<'digest'>, texts: MessageTexts, moment: Moments): Wording {
  const critical = incidents.filter(({ severity }) => severity === 'critical').length
  const lines = worstFirst(incidents).map(
    (incident) =>
      `${withDevice(headline(incident, texts), incident.device_name)} (${timesOf(incident, texts, moment)})`,
  )
  return {
    title: incidents.length === 1 ? headline(incidents[0]!, texts) : texts.digest.title(incidents.length, critical),
    lines: [...(because === 'quiet_hours' ? [texts.digest.quietHours] : []), ...shortened(lines, DIGEST_LINES, texts)],
  }
}

const timesOf = ({ created_at, cleared_since }: IncidentFacts, { cleared }: MessageTexts, moment: Moments): string =>
  cleared_since === undefined ? moment(created_at) : `${moment(created_at)}, ${cleared.since(moment(cleared_since))}`

function answersWords({ incidents, answer, by }: Of<'answers'>, texts: MessageTexts): Wording {
  const lines = worstFirst(incidents).map((incident) => withDevice(headline(incident, texts), incident.device_name))
  const count = incidents.length
  const how = by === null ? texts.resolved.byItself : texts.resolved.by(by)
  const titles = {
    acknowledged: () => texts.answers.acknowledged(by ?? 'Tocsin', count),
    resolved: () => texts.answers.resolved(count),
    assigned: () => texts.answers.assigned(by ?? 'Tocsin', count),
  }
  return {
    title: titles[answer](),
    lines: [...(answer === 'resolved' ? [how] : []), ...shortened(lines, DIGEST_LINES, texts)],
  }
}

function handoverWords(
  { schedule, begins, until, other }: Of<'handover'>,
  texts: MessageTexts,
  moment: Moments,
): Wording {
  const { handover } = texts
  return {
    title: handover.of(begins ? handover.begins : handover.ended, schedule),
    lines: [
      ...(begins && until !== null ? [handover.until(moment(until))] : []),
      ...(other === null ? [] : [begins ? handover.before(other) : handover.after(other)]),
    ],
  }
}

function gapWords({ schedule, unreachable: who, ...gap }: Of<'gap'>, texts: MessageTexts, moment: Moments): Wording {
  const [from, to] = [moment(gap.from), gap.to === null ? null : moment(gap.to)]
  if (who === null) {
    return {
      title: texts.gap.title(schedule),
      lines: [
        to === null ? texts.gap.from(from) : texts.gap.fromTo(from, to),
        ...(gap.is_daily === true ? [texts.gap.daily] : []),
      ],
    }
  }
  const { title, fromTo, from: begins } = texts.unreachable
  return { title: title(who, schedule), lines: [to === null ? begins(who, from) : fromTo(who, from, to)] }
}

const headline = ({ severity, title }: { severity: Severity; title: string }, texts: MessageTexts): string =>
  `${texts.severities[severity]}: ${title}`

const withDevice = (text: string, device: string | null): string => (device === null ? text : `${text} – ${device}`)

const deviceLines = ({ device_name }: IncidentFacts, texts: MessageTexts): string[] =>
  device_name === null ? [] : [texts.device(device_name)]

const clearedLines = ({ cleared_since }: IncidentFacts, { cleared }: MessageTexts, moment: Moments): string[] =>
  cleared_since === undefined ? [] : [cleared.text(moment(cleared_since))]

const incidentLines = (incident: IncidentFacts, texts: MessageTexts, moment: Moments): string[] => [
  ...clearedLines(incident, texts, moment),
  ...deviceLines(incident, texts),
  texts.since(moment(incident.created_at)),
]

const shortened = (lines: string[], most: number, texts: MessageTexts): string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), texts.digest.more(lines.length - most)]

/** In whole minutes from the first one on: "25 min", "2 h 5 min". */
function openFor({ created_at }: IncidentFacts, until: number): string {
  const seconds = Math.max(0, Math.round((until - Date.parse(created_at)) / 1_000))
  return durationText(seconds < 60 ? seconds : seconds - (seconds % 60))
}

const worstFirst = <Item extends { severity: Severity }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => rank(b.severity) - rank(a.severity))
