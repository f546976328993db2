/** A placeholder origin: addresses of the console have none. */
export const HERE = 'http://here'

/** An address of the console in its parts. */
export const urlOf = (address: string): URL => new URL(address, HERE)

/** Parameters of one page of a list, and of a notice after an action. */
export const PASSING = ['cursor', 'done', 'about', 'refused'] as const

/**
 * The address of a page with changed parameters; null and '' remove one. Removes the cursor, so that a changed list
 * begins at its first page.
 */
export function withQuery(address: string, changed: Record<string, string | null>): string {
  const url = urlOf(address)
  for (const name of PASSING) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(changed)) {
    if (value === null || value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`
}

/** The address of a page with a one-time notice. */
export function withDone(address: string, done: string): string {
  const url = urlOf(address)
  url.searchParams.set('done', done)
  return `${url.pathname}${url.search}`
}

/** Toggles one word of a list parameter, `a,b`. */
export function toggled(list: string | undefined, word: string): string | null {
  const words = (list ?? '').split(',').filter((one) => one !== '')
  const changed = words.includes(word) ? words.filter((one) => one !== word) : [...words, word]
  return changed.length === 0 ? null : changed.join(',')
}
