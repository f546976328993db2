const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** How long to rest after so many failures in a row: longer each time, never less than was asked for, and with chance in it. */
export function backOffMs(failures: number, askedMs: number, chance = Math.random()): number {
  const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.max(askedMs, ms) * (1 + chance / 2)
}
