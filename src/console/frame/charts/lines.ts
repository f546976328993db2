import type { Series } from '../../../core/telemetry/series/read-series.ts'
import { type Scaled, scaled } from '../../../core/vocabulary/units.ts'
import type { Lines } from './chart-data.ts'

const MS = 1_000
/** A distance this many times the usual one is a gap, if the device was also stale. */
const USUAL_TIMES = 3
const NEIGHBOURS = 5

/** Converts to the reader's unit. Rounded, so that a value at its limit equals it in any unit. */
export const shownNumber = (value: number, scale: Scaled): number => Number(scaled(value, scale).toPrecision(10))

/**
 * Converts a series to lines in the reader's unit, interrupted where nothing arrived for longer than `silenceS`. Pure.
 */
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

interface Broken {
  t: number[]
  columns: (number | null)[][]
  /** Least length of a gap at the end. */
  gap: number
}

/** Adds an empty point in the middle of each gap, so that no line crosses it. A gap is at least `least` long. */
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

/**
 * The median of the neighbouring distances, which is robust against single gaps: some devices change their interval.
 */
function usual(distances: readonly number[], place: number): number {
  const around = distances.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1)
  return around.sort((one, other) => one - other)[Math.floor(around.length / 2)] ?? 0
}
