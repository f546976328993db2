import type { ChartBand, ChartData, Lines } from '../../frame/charts/chart-data.ts'
import { askJson } from '../page/ask.ts'
import { afterReadings } from '../page/told-readings.ts'
import { type ChartGroup, lineOf } from './chart.ts'

const EVERY_MS = 2_000
/** Buckets over long ranges change slowly and are reloaded as a whole. */
const EVERY_FOR_SUMS_MS = 30_000

interface PageResponse {
  to: number
  charts: { key: string; lines: Lines; bands: ChartBand[] }[]
}

/** Adds new readings to charts of a range that ends now. */
export function appendReadings(root: HTMLElement, group: ChartGroup, shown: AbortSignal): void {
  const { source, device, last } = root.dataset
  if (source === undefined) return
  const isSummed = group.charts.some((chart) => lineOf(chart).lines.width !== null)
  const look = async () => {
    const newest = Math.max(...group.charts.map(lineOf).map((line) => line.lines.t.at(-1) ?? line.from))
    const response = await askJson<PageResponse>(isSummed ? source : `${source}&since=${newest.toFixed(3)}`)
    if (response === null) return
    for (const { key, lines, bands } of response.charts) {
      const line = group.charts.map(lineOf).find((one) => one.key === key)
      if (line === undefined) continue
      if (isSummed) line.lines = lines
      else append(line, lines, response.to - Number(last))
      // Bands that are older than the request are known already.
      const known = bands.map(({ from }) => from)
      line.bands = [...line.bands.filter(({ from, to }) => to !== null && !known.includes(from)), ...bands]
    }
    group.whole = { min: response.to - Number(last), max: response.to }
    group.redraw()
  }
  afterReadings(Number(device), isSummed ? EVERY_FOR_SUMS_MS : EVERY_MS, look, shown)
}

function append({ lines }: ChartData, { t, v }: Lines, from: number): void {
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
