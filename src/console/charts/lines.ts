import type { Series } from '../../telemetry/read-series.ts'
import { type Scaled, scaled } from '../formats/units.ts'
import type { Lines } from './chart-data.ts'

const MS = 1_000
/** So many times the usual distance between points is a gap, where the device has none of its own. */
const USUAL_TIMES = 3

/** A series as lines in the units of the reader, broken where nothing was heard for longer than `silenceS`. Pure. */
export function linesOf(series: Series, scale: Scaled, silenceS: number): Lines {
  const times = series.points.map(({ at }) => at.getTime() / MS)
  const gap = Math.max(silenceS, USUAL_TIMES * usualDistance(times), 1.5 * (series.width_s ?? 0))
  const shown = (value: number) => Number(scaled(value, scale).toPrecision(10))
  if (series.kind !== 'buckets') {
    const values = series.points.map(({ value }) => shown(value))
    const { t, columns } = withGaps(times, [values], gap)
    return { t, v: columns[0]!, width: null, gap }
  }
  const columns = (['avg', 'min', 'max'] as const).map((name) => series.points.map((point) => shown(point[name])))
  const broken = withGaps(times, columns, gap)
  const [v, low, high] = broken.columns
  return { t: broken.t, v: v!, low: low!, high: high!, width: series.width_s, gap }
}

/** The median, which a few gaps do not move. */
function usualDistance(times: readonly number[]): number {
  const distances = times.slice(1).map((time, place) => time - times[place]!)
  return distances.sort((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
}

/** With an empty point in the middle of each gap, so that no line is drawn across it. */
export function withGaps(
  times: readonly number[],
  columns: readonly (readonly number[])[],
  gap: number,
): { t: number[]; columns: (number | null)[][] } {
  const t: number[] = []
  const broken: (number | null)[][] = columns.map(() => [])
  for (const [place, time] of times.entries()) {
    const before = times[place - 1]
    if (before !== undefined && time - before > gap) {
      t.push((before + time) / 2)
      for (const column of broken) column.push(null)
    }
    t.push(time)
    for (const [index, column] of broken.entries()) column.push(columns[index]![place]!)
  }
  return { t, columns: broken }
}
