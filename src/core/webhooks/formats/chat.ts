import { type Message, messageToPerson, webhookMessage } from './event-texts.ts'
import type { FormatKind } from './format.ts'

/** A format of a program that shows messages to people. */
export const chat = (write: (message: Message) => string) =>
  ({
    isForPeople: true,
    body: (envelope, present) => write(webhookMessage(envelope, present)),
    personalBody: (notification) => write(messageToPerson(notification)),
  }) satisfies FormatKind

/** For programs that read `<` as the beginning of a link, a mention or a tag. */
export const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
