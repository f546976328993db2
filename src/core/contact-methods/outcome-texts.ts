import { type FactOf, inWords } from '../../platform/facts.ts'

/** Services with a name of ours. Push services are called by their host. */
export const SERVICES = {
  mail: 'the mail server',
  ntfy: 'the ntfy server',
  receiver: 'the receiver',
  telegram: 'Telegram',
} as const
export type SendingService = keyof typeof SERVICES | { host: string }

interface Judged {
  by: SendingService
  status: number | string
}

export const serviceName = (by: SendingService): string => (typeof by === 'string' ? SERVICES[by] : by.host)
const reason = (said: string): string => (said === '' ? '' : `: ${said}`)

/** Outcomes of attempts to notify somebody, by code, in the English of the APIs. Without addresses of people. */
const OUTCOME_TEXTS = {
  /** So that several become one message. */
  bundled: () => 'waits to be bundled with others',
  not_in_use: () => 'the method is no longer used',
  other_key: () => 'its address was encrypted with another key of the installation',
  our_error: () => 'an error of Tocsin, which its log names',
  restored: () => 'a backup was restored',
  accepted: ({ by, status }: Judged) => `accepted by ${serviceName(by)} (${status})`,
  /** `said`: the reason that the service gives, or an empty text. */
  not_accepted: ({ by, status, said }: Judged & { said: string }) =>
    `not accepted by ${serviceName(by)} (${status})${reason(said)}`,
  rejected: ({ by, status, said }: Judged & { said: string }) =>
    `rejected by ${serviceName(by)} (${status})${reason(said)}`,
  /** A reason that only its text says, such as a failure of the network. */
  other: ({ text }: { text: string }) => text,
}

export type NotificationOutcome = FactOf<typeof OUTCOME_TEXTS>

/** As it is stored: an outcome of before is a text. */
export type StoredOutcome = NotificationOutcome | string

/** A stored outcome in English. Pure. */
export const outcomeText = (outcome: StoredOutcome): string =>
  typeof outcome === 'string' ? outcome : inWords(OUTCOME_TEXTS, outcome)

export const otherOutcome = (text: string): NotificationOutcome => ({ code: 'other', text })
