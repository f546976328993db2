import { OUTCOMES } from '../../../core/contact-methods/outbox/notification.ts'
import type { Words } from '../../words/catalogue.ts'

const NAMES = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]

/** The stored outcome of a notification in the language of the reader. What a service said itself stays as it is. */
export function outcomeText({ notifications }: Words, outcome: string): string {
  const { outcomes } = notifications.told
  const ours = NAMES.find((name) => OUTCOMES[name] === outcome)
  if (ours !== undefined) return outcomes[ours]
  const [, verdict = '', service = '', status = ''] =
    /^(accepted|not accepted|rejected) by (.+) \((\d+)\)$/.exec(outcome) ?? []
  const by = service === 'the mail server' ? outcomes.mailServer : outcomes.service(service)
  if (verdict === 'accepted') return outcomes.accepted(by, status)
  if (verdict === 'not accepted') return outcomes.notAccepted(by, status)
  return verdict === 'rejected' ? outcomes.rejected(by, status) : outcome
}
