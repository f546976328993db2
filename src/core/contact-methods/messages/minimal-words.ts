import type { Words } from '../../../words/words.ts'
import { worst } from '../../vocabulary/severities.ts'
import type { HeadlineBlock } from '../channels/personal-message.ts'
import type { NotificationFacts } from './notification-facts.ts'

export interface Wording {
  title: string
  lines: string[]
  /** The headline of its incident, which title and first line say. */
  block?: HeadlineBlock
}

/** Severity and what happened, without names and values. A code is what its reader asked for. */
export function minimalWords(
  facts: NotificationFacts,
  { messages: texts, reports }: Pick<Words, 'messages' | 'reports'>,
): Wording {
  const open = 'incident' in facts ? [texts.open.one] : 'incidents' in facts ? [texts.open.many] : []
  const only = (title: string): Wording => ({ title, lines: open })
  const incident = 'incident' in facts ? texts.incidents[facts.incident.severity](facts.incident.id) : ''
  switch (facts.reason) {
    case 'step':
      return only(facts.incident.cleared_since === undefined ? incident : texts.cleared.minimal(incident))
    case 'update':
      return only(facts.rose ? texts.update.minimalRose(incident) : texts.update.minimal(incident))
    case 'acknowledged':
    case 'resolved':
    case 'reopened':
    case 'call':
    case 'coming':
    case 'assigned':
      return only(texts[facts.reason].minimal(incident))
    case 'digest':
      return only(texts.digest.minimal[worst(facts.incidents.map(({ severity }) => severity))])
    case 'answers':
      return only(texts.answers.minimal[facts.answer])
    case 'nobody_told':
      return only(texts.nobodyTold.minimal(incident))
    case 'method_broken':
      return { title: texts.methodBroken.minimal, lines: [texts.methodBroken.hidden] }
    case 'test':
      return only(texts.test.title)
    case 'verification':
      return verificationWords(facts, texts)
    case 'handover':
      return only(facts.begins ? texts.handover.begins : texts.handover.ended)
    case 'handover_reminder':
      return only(texts.reminder.minimal)
    case 'report':
      return only(reports.mail.minimal)
    case 'gap':
      return only(facts.unreachable === null ? texts.gap.minimal : texts.unreachable.minimal)
  }
}

export const verificationWords = (
  { code, valid_minutes }: Extract<NotificationFacts, { reason: 'verification' }>,
  texts: Words['messages'],
): Wording => ({
  title: texts.verification.title(code),
  lines: [texts.verification.text(valid_minutes)],
})
