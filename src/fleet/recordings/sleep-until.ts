import { setTimeout as sleep } from 'node:timers/promises'

/** A timer set for longer than this fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Sleeps until the given `performance.now()`. Throws when the signal aborts. */
export async function sleepUntil(due: number, signal: AbortSignal): Promise<void> {
  for (let left = due - performance.now(); left > 0; left = due - performance.now()) {
    await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
  }
}
