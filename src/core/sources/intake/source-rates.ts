import type { Source } from '../source.ts'

/** A message counts at least as so many readings as it has of these. */
const BYTES_OF_A_READING = 8 * 1024

interface Account {
  left: number
  /** Milliseconds of a clock that only goes forward. */
  at: number
}

export interface SourceRates {
  /** Seconds to wait before the next message; 0 if it may come now. */
  waitS(source: Pick<Source, 'id' | 'rate_per_s' | 'burst'>): number
  /** Takes what a message cost. It may be more than is left: the next ones wait for it. */
  take(source: Pick<Source, 'id' | 'rate_per_s' | 'burst'>, cost: { readings: number; bytes: number }): void
}

/**
 * Limits each source to its rate. A message is judged before it is read, when its cost is not known yet, so one may take
 * more than is left. Each process counts for itself, like the limits of devices.
 */
export function sourceRates(clockMs: () => number): SourceRates {
  const accounts = new Map<number, Account>()
  function accountOf({ id, rate_per_s, burst }: Pick<Source, 'id' | 'rate_per_s' | 'burst'>): Account {
    const at = clockMs()
    const known = accounts.get(id)
    const account = known ?? { left: burst, at }
    if (known === undefined) accounts.set(id, account)
    account.left = Math.min(burst, account.left + ((at - account.at) / 1_000) * rate_per_s)
    account.at = at
    return account
  }
  return {
    waitS(source) {
      const { left } = accountOf(source)
      return left >= 1 ? 0 : (1 - left) / source.rate_per_s
    },
    take(source, { readings, bytes }) {
      const account = accountOf(source)
      const left = account.left - Math.max(readings, Math.ceil(bytes / BYTES_OF_A_READING))
      // However much a message was, the next one does not wait for longer than after a pause's worth.
      account.left = Math.max(left, -source.burst)
    },
  }
}
