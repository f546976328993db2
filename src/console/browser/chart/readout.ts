import { breaksLimit, type ChartData, type ChartLines } from '../../frame/charts/chart-data.ts'
import { numberFormatter, pageLocale } from '../page/language.ts'

export interface Readout {
  /** The values at this time, or none. */
  show(at: number | null): void
  /** The values as a full sentence, for screen readers. */
  say(at: number): string
}

/** The values at the cursor as text above the chart. */
export function readouts(holder: HTMLElement, lines: ChartLines, zone: string, words: Record<string, string>): Readout {
  const time = new Intl.DateTimeFormat(pageLocale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  })
  const output = holder.parentElement?.querySelector<HTMLOutputElement>('.readout')
  const [first] = lines
  const several = lines.length > 1

  return {
    show(at) {
      if (!output) return
      const text = (line: ChartData) => (several ? `${line.colour}: ` : '') + valueText(line, at!, words)
      output.textContent = at === null ? '' : [...lines.map(text), time.format(momentOf(lines, at) * 1_000)].join(' · ')
    },
    say(at) {
      const place = placeAt(first, at)
      const now = first.lines.v[place]
      const broken = first.limits.filter((limit) => now != null && breaksLimit(limit, now))
      const open = first.bands.filter((band) => at >= band.from && (band.to === null || at <= band.to))
      const values = lines.map((line) => `${line.name} ${valueText(line, at, words)}`)
      const more = [...broken.map((limit) => limit.text), ...open.map((band) => `${words.alert}: ${band.text}`)]
      return [`${time.format(momentOf(lines, at) * 1_000)}: ${values.join(', ')}`, ...more].join('. ')
    },
  }
}

/** A single line is read at its own times. */
const momentOf = ([first, ...others]: ChartLines, at: number): number =>
  others.length > 0 ? at : (first.lines.t[placeAt(first, at)] ?? at)

function valueText(line: ChartData, at: number, words: Record<string, string>): string {
  const { t, v, low, high, gap } = line.lines
  const place = placeAt(line, at)
  const [now, time] = [v[place], t[place]]
  if (now == null || time === undefined || Math.abs(time - at) > gap) return words.gap ?? ''
  const number = numberFormatter(line.digits)
  const amount = (n: number) => (line.unit === '' ? number(n) : `${number(n)}\u202f${line.unit}`)
  const range = low?.[place] == null ? '' : ` (${amount(low[place])} – ${amount(high![place]!)})`
  return `${low === undefined ? '' : `${words.mean} `}${amount(now)}${range}`
}

/** The place of the value nearest to a time. */
function placeAt({ lines: { t } }: ChartData, at: number): number {
  const after = t.findIndex((time) => time >= at)
  if (after <= 0) return after === 0 ? 0 : t.length - 1
  return at - t[after - 1]! < t[after]! - at ? after - 1 : after
}
