import type { Series } from '../../../core/telemetry/series/read-series.ts'
import { type Scaled, scaled } from '../formats/units.ts'
import type { Lines } from './chart-data.ts'

const MS = 1_000
/** So many times the distance that is usual thereabouts is a gap, if it is also a silence of the device. */
const USUAL_TIMES = 3
const NEIGHBOURS = 5

/** In the units of the reader. Rounded, so that a value at its limit still equals it in any unit. */
export const shownNumber = (value: number, scale: Scaled): number => Number(scaled(value, scale).toPrecision(10))

/** A series as lines in the units of the reader, broken where nothing was heard for longer than `silenceS`. Pure. */
export function linesOf(series: Series, scale: Scaled, silenceS: number): Lines {
  const times = series.points.map(({ at }) => at.getTime() / MS)
  const least = Math.max(silenceS, 1.5 * (series.width_s ?? 0))
  const shown = (value: number) => shownNumber(value, scale)
  if (series.kind !== 'buckets') {
    const values = series.points.map(({ value }) => shown(value))
    const { t, columns, gap } = withGaps(times, [values], least)
    return { t, v: columns[0]!, width: null, gap }
  }
  const columns = (['avg', 'min', 'max'] as const).map((name) => series.points.map((point) => shown(point[name])))
  const broken = withGaps(times, columns, least)
  const [v, low, high] = broken.columns
  return { t: broken.t, v: v!, low: low!, high: high!, width: series.width_s, gap: broken.gap }
}

export interface Broken {
  t: number[]
  columns: (number | null)[][]
  /** What is a gap at the end. */
  gap: number
}

/** With an empty point in the middle of each gap, so that no line is drawn across it. A gap is no shorter than `least`. */
export function withGaps(times: readonly number[], columns: readonly (readonly number[])[], least: number): Broken {
  const distances = times.slice(1).map((time, place) => time - times[place]!)
  const t: number[] = []
  const broken: (number | null)[][] = columns.map(() => [])
  for (const [place, time] of times.entries()) {
    const distance = distances[place - 1]
    if (distance !== undefined && distance > least && distance > USUAL_TIMES * usual(distances, place - 1)) {
      t.push(time - distance / 2)
      for (const column of broken) column.push(null)
    }
    t.push(time)
    for (const [index, column] of broken.entries()) column.push(columns[index]![place]!)
  }
  return { t, columns: broken, gap: Math.max(least, USUAL_TIMES * usual(distances, distances.length - 1)) }
}

/** The median of the distances around one, which a few gaps do not move: some devices send more often at times. */
function usual(distances: readonly number[], place: number): number {
  const around = distances.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1)
  return around.sort((one, other) => one - other)[Math.floor(around.length / 2)] ?? 0
}
