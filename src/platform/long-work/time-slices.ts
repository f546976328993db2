import { nextTurn } from './low-priority.ts'

/**
 * Time that a computation may block the event loop. A reading takes about six turns of the loop from its arrival to its
 * answer, so it waits for six slices at most.
 */
const SLICE_MS = 2

/** Waits for the next slice if the current one is used up. Throws when aborted. */
export type GiveWay = () => Promise<void> | undefined

/**
 * Keeps a long computation from blocking everything else. Call the returned function between its steps, the first time
 * before the first step. Computations take turns, so many of them block no more than one.
 */
export function timeSlices(signal?: AbortSignal, sliceMs = SLICE_MS): GiveWay {
  let endsAt = 0
  async function nextSlice(): Promise<void> {
    await nextTurn()
    signal?.throwIfAborted()
    endsAt = performance.now() + sliceMs
  }
  return () => (performance.now() < endsAt ? undefined : nextSlice())
}
