export const RANGE_ASKED = 'tocsin:range'
export const NEWEST_ASKED = 'tocsin:newest'

/** Times in seconds since 1970. */
export interface ZoomedRange {
  from: number
  to: number
}

/** Asks the page for another time range; null for the one it had before. */
export const askForRange = (range: ZoomedRange | null): boolean =>
  document.dispatchEvent(new CustomEvent<ZoomedRange | null>(RANGE_ASKED, { detail: range }))

/** Asks the page for the newest values of the same range. */
export const askForNewest = (): boolean => document.dispatchEvent(new CustomEvent(NEWEST_ASKED))
