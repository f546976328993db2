/** Hard limit: the delay, open requests and the database have had their time by then. */
export const HARD_EXIT_MS = 25_000

/** Runs `close` and ends the process, once, on SIGINT, SIGTERM, or a call of the returned function. */
export function stopOnSignal(
  close: () => Promise<void>,
  delayS: number,
  onSignal: (signal: string) => void = () => undefined,
) {
  let stopping = false
  const stop = async (signal?: string) => {
    if (stopping) return
    stopping = true
    if (signal !== undefined) onSignal(signal)
    setTimeout(() => process.exit(1), delayS * 1_000 + HARD_EXIT_MS).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return () => stop()
}
