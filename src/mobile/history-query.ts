import Type from 'typebox'
import { badRequest } from '../platform/errors.ts'
import { NumberText } from '../platform/http/shapes.ts'
import { timestampMs } from '../telemetry/reading.ts'

const DEFAULT_POINTS = 500
const FEWEST_POINTS = 10
const MOST_POINTS = 2_000

const timeText = (description: string) =>
  Type.String({ maxLength: 40, description: `${description}: a date, a time with its zone, or a timestamp` })

/** `?from=&to=` of everything that has a past. Half open. */
export const rangeQuery = {
  from: Type.Optional(timeText('From then on')),
  to: Type.Optional(timeText('Before then')),
}

export const pointsQuery = {
  points: Type.Optional(
    NumberText('^[0-9]{1,5}$', { minimum: FEWEST_POINTS, maximum: MOST_POINTS, description: 'How many at most' }),
  ),
}

export function rangeOf({ from, to }: { from?: string; to?: string }): { from: Date | null; to: Date | null } {
  return { from: timeOf('from', from), to: timeOf('to', to) }
}

export function pointsOf({ points }: { points?: string }): number {
  if (points === undefined) return DEFAULT_POINTS
  const count = Number(points)
  if (count < FEWEST_POINTS || count > MOST_POINTS) {
    throw badRequest(`points must be from ${FEWEST_POINTS} to ${MOST_POINTS}`)
  }
  return count
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** ISO 8601 (a date, or a time with its zone), or a timestamp as devices send it. */
function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  if (/^-?\d{1,14}$/.test(text)) return new Date(timestampMs(Number(text)))
  const time = new Date(ISO_8601.test(text) ? text : Number.NaN)
  if (Number.isNaN(time.getTime())) throw badRequest(`${name} must be an ISO 8601 time, such as 2026-03-01T12:00:00Z`)
  return time
}
