import type { StreamChange } from '../live/stream.ts'

/**
 * Calls back after readings of one device, or of any, at most once in this many milliseconds; never in a hidden tab,
 * nor after the signal is aborted.
 */
export function afterReadings(
  deviceId: number | null,
  everyMs: number,
  look: () => Promise<void>,
  signal = new AbortController().signal,
): void {
  let isWaiting = false
  let last = 0
  async function lookNow(): Promise<void> {
    last = Date.now()
    if (!document.hidden && !signal.aborted) await look().catch(() => undefined)
    isWaiting = false
  }
  const soon = () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => void lookNow(), Math.max(0, last + everyMs - Date.now()))
  }
  const onChange = (event: Event) => {
    const { topic, data } = (event as CustomEvent<StreamChange>).detail
    if (topic === 'everything') soon()
    if (topic !== 'reading') return
    const { device_ids: ids } = data
    if (deviceId === null || !Array.isArray(ids) || ids.includes(deviceId)) soon()
  }
  const onVisible = () => {
    if (!document.hidden) soon()
  }
  document.addEventListener('tocsin:change', onChange, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
}
