import type { TObject } from 'typebox'
import type { Module } from '../../vocabulary/modules.ts'
import type { ReadContext, SourceMessage, Statement } from '../messages/source-message.ts'

/** A response as the sender expects it. */
export interface SourceResponse {
  status: number
  headers?: Record<string, string>
  /** The type of the body. */
  media?: string
  body?: string | Buffer
}

/** A kind of senders: all that the service asks of what they send. Its functions are pure and know no clock. */
export interface SourceFormat<Part = unknown> {
  /** The module that is proposed for a source of this format. */
  module: Module
  /** The settings that a source of this format can have. Each has a default. */
  settings: TObject
  /** Where below the address of the source messages are posted. '' is the address itself. */
  paths: readonly string[]
  /** A mapping of people reads its messages instead of `read`. On top of other formats, it changes what they have read. */
  mappingReads?: true
  /** A GET with a query is a message, too. */
  takesQueries?: true
  /** Bytes of a message, if more than of others. */
  limitBytes?: number
  /** Readings of a message, if more than of others. */
  mostReadings?: number
  /**
   * Cuts a message into parts, each a JSON value that stands for itself: quarantine keeps those that are not understood.
   * Personal data of no use, such as the users of a sender, are left out here and kept nowhere. A part may be
   * broken, if `read` says so of it. No part: a message that has nothing to store, such as a test. Throws `NotUnderstood`
   * for a message that cannot be cut, before its first part; then quarantine keeps its bytes. A large message may be cut
   * while its parts are taken: whoever takes them stores some, gives way to others, and goes on.
   */
  split(message: SourceMessage): Iterable<Part>
  /** Finds what a part says. Throws `NotUnderstood`. */
  read(part: Part, context: ReadContext): Statement[]
  /** The response once everything of the message is on disk; 204 without it. */
  stored?(message: SourceMessage, parts: readonly Part[]): SourceResponse
  /** The response to another request than for a message, such as whether the service is there; null if there is none. */
  other?(request: { method: string; path: string; query: URLSearchParams }): SourceResponse | null
}
