import type { LongWork } from '../error-messages/reasons.ts'
import { tooManyRequests, unavailable } from '../errors.ts'

export interface SlotLimits {
  /** Under way or waiting, for all people together. */
  most: number
  /** The same for one person. */
  mostOfOne: number
  /** How many run at once; the others wait. All of them, unless it is said. */
  atOnce?: number
  /** The same for one person. */
  atOnceOfOne?: number
}

/** Frees a place. A second call changes nothing. */
type Leave = () => void

/** Limits how many pieces of long work run at once, for everybody and for each person. */
export interface Slots {
  /**
   * Waits for a place: first come, first served, passing over those who have enough. It is free again when the returned
   * function is called, or when `gone` aborts. Throws 429 when this person has enough under way or waiting, 503 when
   * everybody together has.
   */
  take(person: number, gone?: AbortSignal): Promise<Leave>
  /** Runs the work in a place. */
  run<Result>(person: number, work: () => Promise<Result>): Promise<Result>
}

const RETRY_AFTER_S = 5

interface Piece {
  person: number
  isRunning: boolean
  begin: () => void
}

export function workSlots(what: LongWork, limits: SlotLimits): Slots {
  const { most, mostOfOne, atOnce = most, atOnceOfOne = mostOfOne } = limits
  /** In the order in which they came. */
  const pieces = new Set<Piece>()

  function beginNext(): void {
    const running = new Map<number, number>()
    let all = 0
    for (const piece of pieces) {
      if (!piece.isRunning) continue
      all += 1
      running.set(piece.person, (running.get(piece.person) ?? 0) + 1)
    }
    for (const piece of pieces) {
      const own = running.get(piece.person) ?? 0
      if (all >= atOnce) return
      if (piece.isRunning || own >= atOnceOfOne) continue
      piece.isRunning = true
      all += 1
      running.set(piece.person, own + 1)
      piece.begin()
    }
  }

  async function take(person: number, gone?: AbortSignal): Promise<Leave> {
    const own = pieces.values().filter((piece) => piece.person === person)
    if (own.toArray().length >= mostOfOne) throw tooManyRequests(RETRY_AFTER_S, 'busy_for_you', mostOfOne, what)
    if (pieces.size >= most) throw unavailable(RETRY_AFTER_S, 'busy_for_all', what)
    const { promise, resolve } = Promise.withResolvers<void>()
    const piece: Piece = { person, isRunning: false, begin: resolve }
    const leave = () => {
      if (!pieces.delete(piece)) return
      gone?.removeEventListener('abort', leave)
      // A client that has gone while waiting goes on, and finds that nobody waits for the response.
      resolve()
      beginNext()
    }
    pieces.add(piece)
    if (gone?.aborted) leave()
    else gone?.addEventListener('abort', leave)
    beginNext()
    await promise
    return leave
  }

  return {
    take,
    async run(person, work) {
      const leave = await take(person)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
