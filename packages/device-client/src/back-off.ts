const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Delay after this many consecutive failures: exponential, with jitter, and never less than the service asked for. */
export function backOffMs(failures: number, askedMs: number, chance = Math.random()): number {
  const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.max(askedMs, ms) * (1 + chance / 2)
}
