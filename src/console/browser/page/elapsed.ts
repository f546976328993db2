import { durationText } from '../../parts/formats/duration.ts'

const EVERY_MS = 1_000

/** Updates running durations: "12 min 5 s", in the server's format. */
export function tickElapsed(): void {
  setInterval(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-elapsed]')) {
      const text = durationText((Date.now() - Date.parse(time.dateTime)) / 1_000)
      if (time.textContent !== text) time.textContent = text
    }
  }, EVERY_MS)
}
