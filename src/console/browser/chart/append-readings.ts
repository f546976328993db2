import type { ChartBand, Lines } from '../../parts/charts/chart-data.ts'
import { afterReadings, askJson } from '../page/told-readings.ts'
import type { Chart, ChartGroup } from './chart.ts'

const EVERY_MS = 2_000
/** Buckets over long ranges change slowly and are reloaded as a whole. */
const EVERY_FOR_SUMS_MS = 30_000

interface Answer {
  to: number
  charts: { key: string; lines: Lines; bands: ChartBand[] }[]
}

/** Adds new readings to charts of a range that ends now. Keeps the zoom. */
export function appendReadings(root: HTMLElement, group: ChartGroup): void {
  const { source, device, last } = root.dataset
  if (source === undefined) return
  const isSummed = group.charts.some(({ data }) => data.lines.width !== null)
  afterReadings(Number(device), isSummed ? EVERY_FOR_SUMS_MS : EVERY_MS, async () => {
    const newest = Math.max(...group.charts.map(({ data }) => data.lines.t.at(-1) ?? data.from))
    const answer = await askJson<Answer>(isSummed ? source : `${source}&since=${newest.toFixed(3)}`)
    if (answer === null) return
    for (const { key, lines, bands } of answer.charts) {
      const chart = group.charts.find(({ data }) => data.key === key)
      if (chart === undefined) continue
      if (isSummed) chart.data.lines = lines
      else append(chart, lines, answer.to - Number(last))
      // Bands that are older than the request are known already.
      const known = bands.map(({ from }) => from)
      chart.data.bands = [...chart.data.bands.filter(({ from, to }) => to !== null && !known.includes(from)), ...bands]
    }
    group.whole = { min: answer.to - Number(last), max: answer.to }
    group.redraw()
  })
}

function append({ data }: Chart, { t, v }: Lines, from: number): void {
  const { lines } = data
  for (const [place, time] of t.entries()) {
    const before = lines.t.at(-1)
    if (before !== undefined && time <= before) continue
    if (before !== undefined && v[place] !== null && time - before > lines.gap) {
      lines.t.push((before + time) / 2)
      lines.v.push(null)
    }
    lines.t.push(time)
    lines.v.push(v[place]!)
  }
  const old = lines.t.findIndex((time) => time >= from)
  if (old > 0) {
    lines.t.splice(0, old)
    lines.v.splice(0, old)
  }
}
