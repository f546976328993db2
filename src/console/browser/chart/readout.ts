import { breaks, type ChartData } from '../../parts/charts/chart-data.ts'
import { language, numberText } from '../page/language.ts'

export interface Readout {
  show(place: number | null): void
  /** The values as a full sentence, for screen readers. */
  say(place: number): string
}

/** The values at the cursor as text above the chart. */
export function readouts(holder: HTMLElement, data: ChartData, zone: string, words: Record<string, string>): Readout {
  const number = numberText(data.digits)
  const time = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  })
  const output = holder.parentElement?.querySelector<HTMLOutputElement>('.readout')
  const value = (n: number) => (data.unit === '' ? number(n) : `${number(n)}\u202f${data.unit}`)

  function text(place: number): string {
    const { t, v, low, high } = data.lines
    const [now, at] = [v[place], t[place]]
    if (now == null || at === undefined) return words.gap ?? ''
    const range = low?.[place] == null ? '' : ` (${value(low[place])} – ${value(high![place]!)})`
    return `${low === undefined ? '' : `${words.mean} `}${value(now)}${range}`
  }

  return {
    show(place) {
      const at = place === null ? undefined : data.lines.t[place]
      if (output) output.textContent = at === undefined ? '' : `${text(place!)} · ${time.format(at * 1_000)}`
    },
    say(place) {
      const at = data.lines.t[place]!
      const now = data.lines.v[place]
      const broken = data.limits.filter((limit) => now != null && breaks(limit, now))
      const open = data.bands.filter((band) => at >= band.from && (band.to === null || at <= band.to))
      const more = [...broken.map((limit) => limit.text), ...open.map((band) => `${words.alert}: ${band.text}`)]
      return [`${time.format(at * 1_000)}: ${data.name} ${text(place)}`, ...more].join('. ')
    },
  }
}
