import { worst } from '../../vocabulary/severities.ts'
import type { NotificationFacts } from './notification-facts.ts'
import type { MessageTexts } from './texts-en.ts'

export interface Wording {
  title: string
  lines: string[]
}

/** Severity and what happened, without names and values. A code is what its reader asked for. */
export function minimalWords(facts: NotificationFacts, texts: MessageTexts): Wording {
  const only = (title: string): Wording => ({ title, lines: [] })
  const incident = 'incident' in facts ? texts.incidents[facts.incident.severity] : ''
  switch (facts.reason) {
    case 'step':
      return only(facts.incident.cleared_since === undefined ? incident : texts.cleared.minimal(incident))
    case 'update':
      return only(facts.rose ? texts.update.minimalRose(incident) : texts.update.minimal(incident))
    case 'acknowledged':
      return only(texts.acknowledged.minimal(incident))
    case 'resolved':
      return only(texts.resolved.minimal(incident))
    case 'reopened':
      return only(texts.reopened.minimal(incident))
    case 'digest':
      return only(texts.digest.minimal[worst(facts.incidents.map(({ severity }) => severity))])
    case 'answers':
      return only(texts.answers.minimal[facts.answer])
    case 'call':
      return only(texts.call.minimal(incident))
    case 'coming':
      return only(texts.coming.minimal(incident))
    case 'assigned':
      return only(texts.assigned.minimal(incident))
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
    case 'gap':
      return only(facts.unreachable === null ? texts.gap.minimal : texts.unreachable.minimal)
  }
}

export const verificationWords = (
  { code, valid_minutes }: Extract<NotificationFacts, { reason: 'verification' }>,
  texts: MessageTexts,
): Wording => ({
  title: texts.verification.title(code),
  lines: [texts.verification.text(valid_minutes)],
})
