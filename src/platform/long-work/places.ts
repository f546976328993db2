import { tooManyRequests, unavailable } from '../errors.ts'

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

/** `what` is the plural noun for the work in refusals. */
export function places(what: string, { most, mostOfOne }: PlaceLimits): Places {
  const people: number[] = []
  return {
    take(person) {
      if (people.filter((other) => other === person).length >= mostOfOne) {
        throw tooManyRequests(`You have ${mostOfOne} ${what} under way; wait for one to end`, RETRY_AFTER_S)
      }
      if (people.length >= most) throw unavailable(`Too many ${what} are under way; try again`, RETRY_AFTER_S)
      people.push(person)
      return () => void people.splice(people.indexOf(person), 1)
    },
  }
}
