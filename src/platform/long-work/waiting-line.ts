import { type PlaceLimits, places } from './places.ts'

/** Work of which one piece is under way at a time; the others wait, first come, first served. */
export interface WaitingLine {
  /** Throws 429 when this person has enough in the line, 503 when the line is full. */
  take<Result>(person: number, work: () => Promise<Result>): Promise<Result>
}

/** `what` is the plural that refusals call the work by. */
export function waitingLine(what: string, limits: PlaceLimits): WaitingLine {
  const room = places(what, limits)
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(person, work) {
      const leave = room.take(person)
      const result = last.then(work)
      // The next one begins however this one ends; its caller hears of an error.
      last = result.catch(() => undefined)
      return result.finally(leave)
    },
  }
}
