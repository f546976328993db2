import type { FormatKind } from './format.ts'

/** The event as it is, for programs. */
export const envelopeFormat = {
  isForPeople: false,
  body: (envelope) => JSON.stringify(envelope),
  personalBody: (notification) => JSON.stringify(notification),
} satisfies FormatKind
