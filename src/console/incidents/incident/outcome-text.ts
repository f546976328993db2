import { SERVICES, type SendingService, type StoredOutcome } from '../../../core/contact-methods/outcome-texts.ts'
import type { Words } from '../../../words/words.ts'

/** The outcome of a notification in the language of the reader. What a service said itself stays as it is. */
export function outcomeTextIn({ notifications }: Words, outcome: StoredOutcome): string {
  const { outcomes } = notifications.told
  if (typeof outcome === 'string') return outcome
  switch (outcome.code) {
    case 'accepted':
      return outcomes.accepted(by(outcomes, outcome.by), outcome.status)
    case 'not_accepted':
      return withReason(outcomes.notAccepted(by(outcomes, outcome.by), outcome.status), outcome.said)
    case 'rejected':
      return withReason(outcomes.rejected(by(outcomes, outcome.by), outcome.status), outcome.said)
    case 'other':
      return outcome.text
    default:
      return outcomes[outcome.code]
  }
}

const by = ({ by: words }: Words['notifications']['told']['outcomes'], service: SendingService): string =>
  typeof service !== 'string'
    ? words.host(service.host)
    : service === 'telegram'
      ? words.host(SERVICES.telegram)
      : words[service]

const withReason = (verdict: string, said: string): string => (said === '' ? verdict : `${verdict}: ${said}`)
