import { setTimeout as sleep } from 'node:timers/promises'

interface RepeatOptions {
  restMs: number
  signal: AbortSignal
  onError: (error: unknown) => void
  /** Ends the current pause at once, when there is known work. */
  wake?: EventTarget
}

/**
 * Runs `step` until it finds no work, pauses, and repeats until the signal aborts. An error is reported and the loop
 * continues.
 */
export async function repeat(step: () => Promise<boolean>, options: RepeatOptions): Promise<void> {
  const { signal, wake } = options
  let woken = false
  let endRest: (() => void) | null = null
  wake?.addEventListener('wake', () => {
    woken = true
    endRest?.()
  })
  while (!signal.aborted) {
    woken = false
    const foundWork = await step().catch((error: unknown) => {
      options.onError(error)
      return false
    })
    if (foundWork || woken || signal.aborted) continue
    const rest = new AbortController()
    endRest = () => rest.abort()
    // This sleep rejects only when it is ended early, as intended.
    await sleep(options.restMs, undefined, { signal: AbortSignal.any([signal, rest.signal]) }).catch(() => undefined)
    endRest = null
  }
}
