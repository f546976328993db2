import { tooManyRequests, unavailable } from './errors.ts'

export interface LineLimits {
  /** Under way and waiting together, for everybody. */
  most: number
  /** The same for one person. */
  mostOfOne: number
}

/** Work of which one piece is under way at a time; the others wait, first come, first served. */
export interface WaitingLine {
  /** Throws 429 when this person has enough in the line, 503 when the line is full. */
  take<Result>(person: number, work: () => Promise<Result>): Promise<Result>
}

const RETRY_AFTER_S = 5

/** `what` is the plural that refusals call the work by. */
export function waitingLine(what: string, { most, mostOfOne }: LineLimits): WaitingLine {
  const people: number[] = []
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(person, work) {
      if (people.filter((other) => other === person).length >= mostOfOne) {
        throw tooManyRequests(`You have ${mostOfOne} ${what} under way; wait for one to end`, RETRY_AFTER_S)
      }
      if (people.length >= most) throw unavailable(`Too many ${what} are waiting; try again`, RETRY_AFTER_S)
      people.push(person)
      const result = last.then(work)
      // The next one begins however this one ends; its caller hears of an error.
      last = result.catch(() => undefined)
      try {
        return await result
      } finally {
        people.splice(people.indexOf(person), 1)
      }
    },
  }
}
