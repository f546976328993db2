import type { Severity } from '../../../core/vocabulary/severities.ts'

/** What is drawn, as the page hands it to the script: in the units of the reader, times in seconds since 1970. */
export interface ChartData {
  key: string
  name: string
  unit: string
  digits: number
  from: number
  to: number
  lines: Lines
  limits: ChartLimit[]
  bands: ChartBand[]
  /** Which of the colours for lines. */
  colour: number
}

/** `v` is a value, or the mean of a stretch of time; then `low` and `high` are its least and largest. Null is a gap. */
export interface Lines {
  t: number[]
  v: (number | null)[]
  low?: (number | null)[]
  high?: (number | null)[]
  /** How long a stretch is; null for values as they were sent. */
  width: number | null
  /** Points farther apart than this have nothing between them. */
  gap: number
}

export interface ChartLimit {
  value: number
  severity: Severity
  text: string
  /** How a value must compare with the limit to break it. */
  op: 'gt' | 'gte' | 'lt' | 'lte'
}

export function breaks({ op, value: limit }: Pick<ChartLimit, 'op' | 'value'>, value: number): boolean {
  if (value === limit) return op === 'gte' || op === 'lte'
  return op.startsWith('g') ? value > limit : value < limit
}

/** From when to when an alert was open; null is still. */
export interface ChartBand {
  from: number
  to: number | null
  severity: Severity
  text: string
}
