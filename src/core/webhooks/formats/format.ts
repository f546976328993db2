import type { Fault } from '../../../platform/error-messages/reasons.ts'
import type { Envelope, NotificationEvent } from '../events/envelope.ts'
import type { Present } from './event-texts.ts'

/** A format of webhooks: all that its readers ask. Its functions are pure. */
export interface FormatKind {
  /**
   * Whether people read it. Then a message about an incident says its headline, as it is when it is sent. Programs get
   * what was so at the event, and may verify the signature.
   */
  isForPeople: boolean
  /** Null: it has no message for this event. */
  body(envelope: Envelope, present?: Present | null): string | null
  /** A message to one person. Without it, people cannot choose the format for themselves. */
  personalBody?(notification: NotificationEvent): string
  /** By name. All of them are needed; their values are credentials, private, or may hold such, so they are never shown. */
  options?: Readonly<Record<string, FormatOption>>
  urlFault?(url: URL): Fault | null
  /** The request of a stored body. By default, the options become the first members of the body. */
  request?(stored: FormatRequest, options: FormatOptions): FormatRequest
  /** The body with the tags to which its webhook is limited. */
  withTags?(body: string, tags: readonly string[]): string
  /** The stored body, which has paths of pages, with their URLs. */
  withLinks?(body: string, publicUrl: string): string
}

/** Formats that have the same option share its field in forms. */
export interface FormatOption {
  pattern: RegExp
  /** For tests and documents. */
  example: string
  /** Its field has several lines. */
  isLong?: true
  /** Finds the fault that the pattern cannot. */
  fault?(value: string): Fault | null
  /** The body that an event becomes with it, for the form. */
  preview?(value: string, envelope: Envelope): string
}

export type FormatOptions = Record<string, string>

export interface FormatRequest {
  url: string
  body: string
}

/** The JSON object with these members inserted first. */
export const prepend = (members: FormatOptions, body: string): string =>
  `${JSON.stringify(members).slice(0, -1)},${body.slice(1)}`
