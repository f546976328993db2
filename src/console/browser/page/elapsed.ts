import { durationText } from '../../parts/formats/duration.ts'

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
