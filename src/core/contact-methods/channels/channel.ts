import type { ContactAddresses, ContactKind } from '../contact-method.ts'
import type { NotificationOutcome } from '../outcome-texts.ts'
import type { PersonalMessage } from './personal-message.ts'

/**
 * NotificationOutcome of one attempt to send.
 * - accepted: the next service has taken it. Nobody knows whether it was seen.
 * - retry: the network or the service failed; nothing is wrong with the address.
 * - broken: the service refuses this address for good, so its method cannot be used any more.
 * - failed: this message will never be accepted, or the channel is set up wrongly. The method is kept.
 */
export interface ChannelOutcome {
  verdict: 'accepted' | 'retry' | 'broken' | 'failed'
  /** For the timeline and the log: 'accepted by fcm.googleapis.com (201)'. */
  detail: NotificationOutcome
  /** Time before which the service does not want to be asked again. */
  not_before: Date | null
}

/** Sends messages of one kind. Failures of the network or the service do not throw. */
export interface Channel<Kind extends ContactKind = ContactKind> {
  send(address: ContactAddresses[Kind], message: PersonalMessage, now: Date): Promise<ChannelOutcome>
  close(): void
}

/** The channels of this node. Null: not set up, such as e-mail without SMTP_URL. */
export type Channels = { [Kind in ContactKind]: Channel<Kind> | null }
