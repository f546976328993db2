/** Why a message, or a part of it, makes no reading, or not a whole one. Words for people are found by the code. */
export const REASON_CODES = [
  /** The body is not of the form that the format expects; `at` says where. */
  'not_json',
  'wrong_form',
  /** It names no device. */
  'no_device',
  /** It has no value that a reading can hold. */
  'no_values',
  /** It has a value of which it is not clear what it measures, such as an Observation without a LOINC code. */
  'unknown_measure',
  /** Its time is not understood. */
  'bad_time',
  /** It holds bytes that its sender has not decoded. */
  'not_decoded',
  /** It says something that is no measurement, such as an error or a log line of the sender. */
  'no_measurement',
  /** A value that no reading can hold. */
  'bad_value',
  /** The device is not adopted yet. */
  'pending',
  /** People said that this device is to be ignored. */
  'ignored',
  /** The same message, sent again. */
  'repeated',
  /** A later version has stored a format that this one does not know, for as long as nodes of both run. */
  'format_unknown',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

export interface SourceReason {
  code: ReasonCode
  /** The place in the message: a JSON pointer, a line, a byte. */
  at?: string
  /** The thing that is there, or missing: a technical word, never a sentence or a value of a person. */
  detail?: string
}

/** Thrown by formats for a message, or a part of it, that they do not understand. It goes to quarantine. */
export class NotUnderstood extends Error {
  readonly reason: SourceReason
  constructor(code: ReasonCode, facts: Omit<SourceReason, 'code'> = {}) {
    // Nobody reads where it was thrown, and a message can have a quarter of a million of them.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super([code, facts.at, facts.detail].filter((fact) => fact !== undefined).join(' '))
    Error.stackTraceLimit = stackTraceLimit
    this.reason = { code, ...facts }
  }
}
