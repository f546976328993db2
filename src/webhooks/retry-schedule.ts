const JITTER = 0.2
const LONGEST_RETRY_AFTER_S = 3_600

/**
 * Seconds until the next attempt after `attempts` failed ones, or null when there is none: three requests in all with
 * two delays. `random` is in [0, 1). A receiver that names its own delay is given it, up to an hour.
 */
export function nextDelayS(
  attempts: number,
  delaysS: readonly number[],
  retryAfterS: number | null,
  random: number,
): number | null {
  const delay = delaysS[attempts - 1]
  if (delay === undefined) return null
  const jittered = delay * (1 - JITTER + 2 * JITTER * random)
  return Math.max(jittered, Math.min(retryAfterS ?? 0, LONGEST_RETRY_AFTER_S))
}

/** Reads `Retry-After`: seconds, or an HTTP date. Null when absent or unreadable. */
export function parseRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000)
}
