import { WORDS, type Words } from '../../../words/words.ts'
import { clockText, lastedText } from '../../headline/headline-words.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import { cut, oneLine } from '../../webhooks/formats/event-texts.ts'
import type { HeadlineBlock } from '../channels/personal-message.ts'
import { blockLine, blockOf, blockTitle, type MessageContext, type Moments, resolvedBlock } from './headline-block.ts'
import { verificationWords, type Wording } from './minimal-words.ts'
import type { AlertFacts, IncidentFacts, NotificationFacts } from './notification-facts.ts'
import { reportWords } from './report-words.ts'

const DIGEST_LINES = 10
const ALERT_LINES = 5
/** A longer note is cut, so that the rest of the line is read. */
const NEWS_CHARACTERS = 80

/** Everything that its reader should know without opening the page. */
export function fullWords(facts: NotificationFacts, context: MessageContext): Wording {
  const { texts, moment } = context
  switch (facts.reason) {
    case 'step':
      return stepWords(facts, context)
    case 'update':
      return updateWords(facts, context)
    case 'acknowledged':
      return acknowledgedWords(facts, context)
    case 'resolved':
      return resolvedWords(facts, context)
    case 'reopened':
      return reopenedWords(facts, context)
    case 'digest':
      return digestWords(facts, context)
    case 'answers':
      return answersWords(facts, context)
    case 'call':
      return callWords(facts, context)
    case 'coming':
      return about(blockOf(facts.incident, context, texts.coming.news(facts.by)))
    case 'assigned':
      return about(blockOf(facts.incident, context, texts.assigned.by(facts.by)))
    case 'nobody_told':
      return about(blockOf(facts.incident, context, texts.nobodyTold.news), [texts.nobodyTold.text])
    case 'method_broken':
      return {
        title: texts.methodBroken.title(facts.label),
        lines: [texts.methodBroken.text(WORDS[context.reader.language].contactKinds[facts.kind].name)],
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
    case 'report':
      return reportWords(facts, context.reader)
    case 'gap':
      return gapWords(facts, texts, moment)
  }
}

type Of<Reason extends NotificationFacts['reason']> = Extract<NotificationFacts, { reason: Reason }>

/** A message about one incident: its headline, and further lines. */
const about = (block: HeadlineBlock, lines: readonly string[] = []): Wording => ({
  title: blockTitle(block),
  lines: [blockLine(block), ...lines],
  block,
})

function stepWords({ incident, step, steps, repeated }: Of<'step'>, context: MessageContext): Wording {
  const { texts } = context
  const news = repeated && incident.cleared_since === undefined ? texts.stillOpen : null
  return about(blockOf(incident, context, news), steps > 1 ? [texts.step(step, steps)] : [])
}

function updateWords({ incident, alerts, rose }: Of<'update'>, context: MessageContext): Wording {
  const { texts } = context
  // Its severity can rise without a new alert.
  const lines = worstFirst(alerts.filter((alert) => !isInBlock(alert, incident))).map(
    ({ severity, title, device_name }) => withDevice(`${texts.severities[severity]}: ${title}`, device_name),
  )
  const block = blockOf(incident, context, rose ? texts.update.rose : texts.update.news)
  return about(block, shortened(lines, ALERT_LINES, texts))
}

/** Whether the block of the incident is of this alert, or names it as the next one. */
const isInBlock = (alert: AlertFacts, { cleared_since, headline }: IncidentFacts): boolean =>
  cleared_since === undefined && [headline, headline?.also].some((said) => said != null && isOfSameAlert(alert, said))

const isOfSameAlert = (one: Titled, other: Titled): boolean =>
  one.title_of?.of === 'rule' && other.title_of?.of === 'rule'
    ? one.title_of.key === other.title_of.key && one.title_of.device === other.title_of.device
    : one.title === other.title

function acknowledgedWords({ incident, by, until }: Of<'acknowledged'>, context: MessageContext): Wording {
  const { texts, reader, now } = context
  const news =
    until == null
      ? texts.acknowledged.news(by)
      : texts.acknowledged.snoozed(by, clockText(new Date(until), reader, now))
  return about(blockOf(incident, context, news))
}

function resolvedWords({ incident, by, resolved_at }: Of<'resolved'>, context: MessageContext): Wording {
  const { resolved } = context.texts
  const openFor = lastedText((Date.parse(resolved_at) - Date.parse(incident.created_at)) / 1_000)
  return about(resolvedBlock(incident, by === null ? resolved.byItself(openFor) : resolved.by(by, openFor), context))
}

function reopenedWords({ incident, because, by }: Of<'reopened'>, context: MessageContext): Wording {
  const { person, alert, lapsed } = context.texts.reopened
  const news = because === 'person' ? (by === null ? null : person(by)) : because === 'alert' ? alert : lapsed
  return about(blockOf(incident, context, news))
}

/** A long note is whole in a line of its own. */
function callWords({ incident, by, note }: Of<'call'>, context: MessageContext): Wording {
  const { call } = context.texts
  const news = note === null ? call.by(by) : call.withNote(by, cut(oneLine(note), NEWS_CHARACTERS))
  return about(blockOf(incident, context, news), note !== null && note.length > NEWS_CHARACTERS ? [note] : [])
}

function digestWords({ incidents, because }: Of<'digest'>, context: MessageContext): Wording {
  const { texts } = context
  const blocks = worstFirst(incidents).map((incident) => blockOf(incident, context))
  if (blocks.length === 1) return about(blocks[0]!, because === 'quiet_hours' ? [texts.digest.quietHours] : [])
  const critical = incidents.filter(({ severity }) => severity === 'critical').length
  const lines = blocks.map((block) => `${blockTitle(block)}. ${blockLine({ ...block, where: null, helps: null })}`)
  return {
    title: texts.digest.title(incidents.length, critical),
    lines: [...(because === 'quiet_hours' ? [texts.digest.quietHours] : []), ...shortened(lines, DIGEST_LINES, texts)],
  }
}

function answersWords({ incidents, answer, by }: Of<'answers'>, context: MessageContext): Wording {
  const { texts } = context
  const lines = worstFirst(incidents).map((incident) =>
    blockTitle(answer === 'resolved' ? resolvedBlock(incident, '', context) : blockOf(incident, context)),
  )
  const count = incidents.length
  const how = by === null ? texts.answers.byItself : texts.answers.by(by)
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
  texts: Words['messages'],
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

function gapWords(
  { schedule, unreachable: who, ...gap }: Of<'gap'>,
  texts: Words['messages'],
  moment: Moments,
): Wording {
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

const withDevice = (text: string, device: string | null): string =>
  device === null ? text : `${text} – ${oneLine(device)}`

const shortened = (lines: string[], most: number, texts: Words['messages']): string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), texts.digest.more(lines.length - most)]

const worstFirst = <Item extends { severity: Severity }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => rank(b.severity) - rank(a.severity))
