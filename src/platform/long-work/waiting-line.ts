import type { LongWork } from '../reasons.ts'
import { type PlaceLimits, places } from './places.ts'

/** A queue that runs one piece of work at a time, first come, first served. */
export interface WaitingLine {
  /** Throws 429 when this person has enough in the queue, 503 when the queue is full. */
  take<Result>(person: number, work: () => Promise<Result>): Promise<Result>
}

export function waitingLine(what: LongWork, limits: PlaceLimits): WaitingLine {
  const room = places(what, limits)
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(person, work) {
      const leave = room.take(person)
      const result = last.then(work)
      // The next one starts however this one ends; the caller gets the error.
      last = result.catch(() => undefined)
      return result.finally(leave)
    },
  }
}
