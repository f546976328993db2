import Type from 'typebox'
import { badRequest } from '../../platform/errors.ts'
import { timestampMs } from './reading.ts'

const timeText = (description: string) =>
  Type.String({ maxLength: 40, description: `${description}: a date, a time with its zone, or a timestamp` })

/** `?from=&to=` of every history. Half-open. */
export const rangeQuery = {
  from: Type.Optional(timeText('Start, included')),
  to: Type.Optional(timeText('End, excluded')),
}

export function timeRangeIn({ from, to }: { from?: string; to?: string }): { from: Date | null; to: Date | null } {
  return { from: timeOf('from', from), to: timeOf('to', to) }
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Parses ISO 8601 (a date, or a time with its zone), or a timestamp as sent by devices. */
function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  if (/^-?\d{1,14}$/.test(text)) return new Date(timestampMs(Number(text)))
  const time = new Date(ISO_8601.test(text) ? text : Number.NaN)
  if (Number.isNaN(time.getTime())) throw badRequest('no_iso_time', name)
  return time
}
