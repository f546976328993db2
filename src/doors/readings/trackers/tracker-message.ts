import { checkedReading } from '../../../core/telemetry/checked-reading.ts'
import { MAX_KEYS, type ReadingBody } from '../../../core/telemetry/reading.ts'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { type FieldError, fieldError, invalidFields } from '../../../platform/errors.ts'

/** The reading in a message of a tracker. */
export interface TrackerMessage {
  reading: { metrics: Record<string, unknown>; flags: Record<string, unknown>; [field: string]: unknown }
  /** Values of the message that no reading can hold. The reading lacks them. */
  faults: FieldError[]
  /** Whether the reading is stored if this value is faulty. A tracker cannot correct a message, only repeat it. */
  canLack: (field: string) => boolean
}

/** The reading to store, and the faulty values that it lacks. Throws 400 for a fault that it cannot lack. */
export function storableReading({ reading, faults, canLack }: TrackerMessage): {
  body: ReadingBody
  leftOut: FieldError[]
} {
  const [metrics, flags] = [firstOf(reading.metrics), firstOf(reading.flags)]
  const leftOut = [...faults]
  if (metrics !== reading.metrics) leftOut.push(fieldError('/metrics', 'too_many', MAX_KEYS))
  if (flags !== reading.flags) leftOut.push(fieldError('/flags', 'too_many', MAX_KEYS))
  const refused = leftOut.filter(({ field }) => !canLack(field))
  if (refused.length > 0) throw invalidFields(refused)
  return { body: checkedReading({ ...reading, metrics, flags }), leftOut }
}

/** The text about a value that was left out. */
export const leftOutText = (fault: FieldError): string => `${fault.field}: ${sentenceOf(fault)}; stored without it`

function firstOf(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values)
  return entries.length > MAX_KEYS ? Object.fromEntries(entries.slice(0, MAX_KEYS)) : values
}
