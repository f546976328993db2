/** What a look at one thing has found. */
export interface CheckResult {
  about: string
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do about it; null where nothing is to be done. */
  advice: string | null
}

export const ok = (about: string, says: string): CheckResult => ({ about, state: 'ok', says, advice: null })

/** It works, and may not be what was meant, or not for long. */
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
