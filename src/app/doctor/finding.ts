/** Result of one check. */
export interface CheckResult {
  about: string
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** The remedy; null if none is needed. */
  advice: string | null
}

export const okResult = (about: string, says: string): CheckResult => ({ about, state: 'ok', says, advice: null })

/** It works, but perhaps not as intended, or not for long. */
export const warn = (about: string, says: string, advice: string): CheckResult => ({
  about,
  state: 'warn',
  says,
  advice,
})

/** It does not work. */
export const fail = (about: string, says: string, advice: string): CheckResult => ({
  about,
  state: 'fail',
  says,
  advice,
})
