const THIN = '\u202f'
const EVERY_MS = 1_000

/** Clocks of what is still going on: "12 min 5 s", as the server writes it. */
export function tickElapsed(): void {
  setInterval(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-elapsed]')) {
      const text = durationText((Date.now() - Date.parse(time.dateTime)) / 1_000)
      if (time.textContent !== text) time.textContent = text
    }
  }, EVERY_MS)
}

/** The two largest parts. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first === -1) return `0${THIN}s`
  const largest = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return largest.map(([count, unit]) => `${count}${THIN}${unit}`).join(' ')
}
