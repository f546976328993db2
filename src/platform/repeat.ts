import { setTimeout as sleep } from 'node:timers/promises'

export interface RepeatOptions {
  restMs: number
  signal: AbortSignal
  onError: (error: unknown) => void
  /** Ends the present rest at once, when work is known to wait. */
  wake?: EventTarget
}

/** Runs `step` until it finds no work, rests, and so on until the signal; an error is reported and the loop lives on. */
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
    // The only way this sleep rejects is an early end, which is what we want.
    await sleep(options.restMs, undefined, { signal: AbortSignal.any([signal, rest.signal]) }).catch(() => undefined)
    endRest = null
  }
}
