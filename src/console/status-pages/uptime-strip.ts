import type { UptimeDay } from '../../core/devices/presence/uptime.ts'
import { type Content, type Html, html } from '../../platform/html.ts'

/** Width of a day with the gap behind it. */
const DAY = 5
const [BAR, HEIGHT] = [4, 24]
const BAD_FROM = 0.1

export const DAY_LOOKS = ['good', 'partly', 'bad', 'none'] as const
type DayLook = (typeof DAY_LOOKS)[number]

export function dayLook({ share }: UptimeDay): DayLook {
  if (share === null) return 'none'
  if (share === 1) return 'good'
  return share > 1 - BAD_FROM ? 'partly' : 'bad'
}

/**
 * A bar for each day. Days that look the same are one dashed line with a piece for each run, so a strip without
 * interruptions takes a hundred bytes. `titleOf` names interrupted days for the pointer, which are then lines of their own;
 * null leaves that out.
 */
export function uptimeStrip(
  days: readonly UptimeDay[],
  label: string,
  titleOf: ((day: UptimeDay) => string) | null,
): Html {
  const looks = days.map(dayLook)
  const lines = DAY_LOOKS.map((look): Content => {
    if (titleOf === null || look === 'good' || look === 'none') return line(look, runsOf(looks, look))
    return days.map((day, place) =>
      looks[place] === look ? line(look, [{ first: place, length: 1 }], html`<title>${titleOf(day)}</title>`) : null,
    )
  })
  return html`<svg class="strip" viewBox="0 0 ${days.length * DAY} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${lines}</svg>`
}

interface Run {
  first: number
  length: number
}

/** Neighbouring days with this look. */
function runsOf(looks: readonly DayLook[], wanted: DayLook): Run[] {
  const runs: Run[] = []
  for (const [place, look] of looks.entries()) {
    const last = runs.at(-1)
    if (look !== wanted) continue
    if (last !== undefined && last.first + last.length === place) last.length += 1
    else runs.push({ first: place, length: 1 })
  }
  return runs
}

/** The pattern of dashes begins anew with each piece. */
function line(look: DayLook, runs: readonly Run[], title: Content = null): Content {
  if (runs.length === 0) return null
  const pieces = runs.map(({ first, length }) => `M${first * DAY} ${HEIGHT / 2}h${length * DAY - (DAY - BAR)}`)
  return html`<path class="${look}" d="${pieces.join('')}">${title}</path>`
}
