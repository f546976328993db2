const MINUTE_MS = 60_000

interface BusiestDevice {
  add(deviceId: number, nowMs: number): void
  /** Readings of the device that sent most in the last minute that is over; 0 if nothing has come since. */
  readings(nowMs: number): number
}

/** One number, however many devices there are: a series of each would be too many. Pure but for its counts. */
export function busiestDevice(): BusiestDevice {
  let minute = 0
  let counts = new Map<number, number>()
  let most = 0

  function turnTo(nowMs: number): void {
    const current = Math.floor(nowMs / MINUTE_MS)
    if (current === minute) return
    most = current === minute + 1 ? mostOf(counts) : 0
    counts = new Map()
    minute = current
  }

  return {
    add(deviceId, nowMs) {
      turnTo(nowMs)
      counts.set(deviceId, (counts.get(deviceId) ?? 0) + 1)
    },
    readings(nowMs) {
      turnTo(nowMs)
      return most
    },
  }
}

function mostOf(counts: ReadonlyMap<number, number>): number {
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  return most
}
