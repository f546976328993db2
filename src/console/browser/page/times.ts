import { durationText } from '../../../platform/duration.ts'
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
const ELAPSED_EVERY_MS = 1_000

/** Keeps texts like "3 minutes ago" up to date, and sends the browser's time zone to the server once. */
export function updateRelativeTimes(): void {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  const update = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1_000
      const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
      const words = relative.format(Math.round(seconds / length), unit)
      if (time.textContent !== words) time.textContent = words
    }
  }
  setInterval(update, EVERY_MS)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zone === null && own) void sendForm('/account/zone', { zone: own })
}

/** Updates running durations: "12 min 5 s", in the server's format. */
export function tickElapsed(): void {
  setInterval(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-elapsed]')) {
      const text = durationText((Date.now() - Date.parse(time.dateTime)) / 1_000)
      if (time.textContent !== text) time.textContent = text
    }
  }, ELAPSED_EVERY_MS)
}

/** Preselects the browser's time zone if none was chosen. */
export function ownZone(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-own-zone] select')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select === null) return
  const found = [...select.options].find(({ value }) => value === own || nameHere(value) === own)
  if (found !== undefined) select.value = found.value
}

/** Some browsers use an outdated name of Asia/Kolkata. */
const nameHere = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // The browser does not know this zone, so it is not its own.
    return null
  }
}
