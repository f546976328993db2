/** In descending order. */
export const DURATION_UNITS = { d: 86_400, h: 3_600, min: 60, s: 1 } as const

/** Between a number and its unit; they stay on one line. */
export const THIN = '\u202f'

/** "2 h 5 min", "40 s": the two largest parts, for more is not read. */
export function durationText(seconds: number): string {
  const parts = partsOf(Math.max(0, Math.round(seconds)))
  const largest = Math.max(
    0,
    parts.findIndex(([count]) => count > 0),
  )
  return written(parts.slice(largest, largest + 2), THIN)
}

/** All parts, in the keys that people have: "1 d 30 s", "0.5 s". Reading it gives the same number again. */
export const exactDurationText = (seconds: number): string =>
  Number.isInteger(seconds) ? written(partsOf(seconds), ' ') : `${seconds} s`

function partsOf(seconds: number): [count: number, unit: string][] {
  let left = seconds
  return Object.entries(DURATION_UNITS).map(([unit, length]) => {
    const count = Math.floor(left / length)
    left -= count * length
    return [count, unit]
  })
}

const written = (parts: [count: number, unit: string][], space: string): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${space}${unit}`)
    .join(' ') || `0${space}s`
