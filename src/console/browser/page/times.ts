import { sendForm, zone } from './page-data.ts'

const STEPS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const
const EVERY_MS = 10_000

/** Keeps texts like "3 minutes ago" up to date, and sends the browser's time zone to the server once. */
export function tellTimes(): void {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  const tell = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1_000
      const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
      const words = relative.format(Math.round(seconds / length), unit)
      if (time.textContent !== words) time.textContent = words
    }
  }
  setInterval(tell, EVERY_MS)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zone === null && own) void sendForm('/account/zone', { zone: own })
}
