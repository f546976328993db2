import { type Html, html } from '../platform/html.ts'

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "3 minutes ago", with the exact time to hover over. */
export function timeAgo(time: Date, now: Date): Html {
  const seconds = (time.getTime() - now.getTime()) / 1_000
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60]
  const words = Math.abs(seconds) < 60 ? 'just now' : relative.format(Math.round(seconds / length), unit)
  return html`<time datetime="${time.toISOString()}" title="${absolute.format(time)} UTC">${words}</time>`
}
