/** After this, behind the delay, open requests and the database have had their time. */
export const HARD_EXIT_MS = 25_000

/** Ends the process in order, once, at SIGINT, at SIGTERM, or when the returned function is called. */
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
