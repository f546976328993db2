import { type Html, html } from '../../../platform/html.ts'

const WIDTH = 120
const HEIGHT = 28

/** A line of values from old to new, null for gaps. Drawn by the server; the label describes it. */
export function sparkline(values: readonly (number | null)[], label: string): Html {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (place: number) => ((place / Math.max(1, values.length - 1)) * (WIDTH - 2) + 1).toFixed(1)
  const y = (value: number) => (HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4)).toFixed(1)
  const path = values
    .map((value, place) =>
      value === null ? '' : `${place > 0 && values[place - 1] !== null ? 'L' : 'M'}${x(place)} ${y(value)}`,
    )
    .join('')
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" preserveAspectRatio="none"><path d="${path}"/></svg>`
}

export const BAR_LOOKS = ['good', 'warn', 'bad', 'none'] as const

/** The worse, the taller, so that the bars do not depend on colour vision. */
const HEIGHTS = { good: 7, warn: 12, bad: 16, none: 2 }

/** One bar per interval: what happened in it. Equal bars share one path. */
export const heartbeatStrip = (bars: readonly (typeof BAR_LOOKS)[number][], label: string): Html => html`
<svg class="heartbeat" viewBox="0 0 ${bars.length * 4} 16" role="img" aria-label="${label}" preserveAspectRatio="none">${BAR_LOOKS.map(
  (look) => {
    const path = bars.map((bar, place) => (bar === look ? `M${place * 4} 16h3v-${HEIGHTS[look]}h-3z` : '')).join('')
    return path === '' ? null : html`<path class="${look}" d="${path}"/>`
  },
)}</svg>`
