import { tooManyRequests, unavailable } from '../errors.ts'
import type { LongWork } from '../reasons.ts'

export interface PlaceLimits {
  /** For all people together. */
  most: number
  /** For one person. */
  mostOfOne: number
}

/** Limits how many pieces of long work run at once. */
export interface Places {
  /**
   * Takes a place and returns the function that frees it. Throws 429 when this person has enough, 503 when all are
   * taken.
   */
  take(person: number): () => void
}

const RETRY_AFTER_S = 5

export function places(what: LongWork, { most, mostOfOne }: PlaceLimits): Places {
  const people: number[] = []
  return {
    take(person) {
      if (people.filter((other) => other === person).length >= mostOfOne) {
        throw tooManyRequests(RETRY_AFTER_S, 'busy_for_you', mostOfOne, what)
      }
      if (people.length >= most) throw unavailable(RETRY_AFTER_S, 'busy_for_all', what)
      people.push(person)
      return () => void people.splice(people.indexOf(person), 1)
    },
  }
}
