import type { OnlyNodeOptions } from '../../../platform/database/only-node.ts'
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
export interface Channel<Address = unknown> {
  send(address: Address, message: PersonalMessage, now: Date): Promise<ChannelOutcome>
  close(): void
  /** Only kinds whose methods are verified by a chat have it. */
  chat?: ChannelChat
}

/** A program with which people talk, to connect their chat and to press buttons. */
export interface ChannelChat {
  /** Makes the links that people follow to connect their chat, of a token of at most 64 characters; null while its service is away. */
  linker(): Promise<((token: string) => string) | null>
  /** Takes what people send to it, on one node at a time, until the signal aborts. */
  listen(handlers: ChatHandlers, node: Omit<OnlyNodeOptions, 'lock'>): Promise<void>
}

/** The address of a method that is a chat. */
export interface ChatAddress {
  chat_id: string
}

/** A button of a message, when it is pressed. */
export interface ChatPress {
  notification_id: string
  action: 'acknowledge' | 'resolve'
}

export interface ChatHandlers {
  /** A person has followed the link with this token. Returns what is answered in the chat. */
  onStart(token: string, chatId: string): Promise<string>
  /** A button was pressed in this chat, which may be that of anybody. Returns what is answered. */
  onPress(press: ChatPress, chatId: string): Promise<string>
  onError(error: unknown): void
}
