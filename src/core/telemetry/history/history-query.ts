import Type from 'typebox'
import { badRequest } from '../../../platform/errors.ts'
import { NumberText } from '../../../platform/http/schemas/shapes.ts'

export { rangeQuery, timeRangeIn as rangeOf } from '../time-range.ts'

const DEFAULT_POINTS = 500
const FEWEST_POINTS = 10
const MOST_POINTS = 2_000

export const pointsQuery = {
  points: Type.Optional(
    NumberText('^[0-9]{1,5}$', {
      minimum: FEWEST_POINTS,
      maximum: MOST_POINTS,
      description: 'Maximum number of items',
    }),
  ),
}

export function pointsOf({ points }: { points?: string }): number {
  if (points === undefined) return DEFAULT_POINTS
  const count = Number(points)
  if (count < FEWEST_POINTS || count > MOST_POINTS) {
    throw badRequest('in_english', `points must be from ${FEWEST_POINTS} to ${MOST_POINTS}`)
  }
  return count
}
