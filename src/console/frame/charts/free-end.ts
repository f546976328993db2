import type { Lines } from './chart-data.ts'
import type { ValueAxis } from './value-axis.ts'

export type End = 'left' | 'right'

interface Corner {
  /** Whether at the upper or the lower edge of the plot. */
  edge: 'above' | 'below'
  /** Shares of the width and height of the plot that a text there takes. */
  width: number
  height: number
}

/**
 * The end of an edge at which a text does not lie across the line between these times: the right one, unless only the
 * left one is free. Pure.
 */
export function freeEnd(
  lines: Pick<Lines, 't' | 'v' | 'low' | 'high'>,
  { from, to }: { from: number; to: number },
  { min, max }: Pick<ValueAxis, 'min' | 'max'>,
  { edge, width, height }: Corner,
): End {
  const length = (to - from) * width
  const values = (edge === 'above' ? lines.high : lines.low) ?? lines.v
  const reach = (max - min) * height
  const isInText = edge === 'above' ? (value: number) => value > max - reach : (value: number) => value < min + reach
  const isFree = (begin: number, end: number) => !crosses(lines.t, values, begin, end, isInText)
  return !isFree(to - length, to) && isFree(from, from + length) ? 'left' : 'right'
}

/** Whether a value of the line between these times, or where it enters or leaves them, is one of those. */
function crosses(
  times: readonly number[],
  values: readonly (number | null)[],
  begin: number,
  end: number,
  isOne: (value: number) => boolean,
): boolean {
  return times.some((time, place) => {
    const value = values[place]
    if (value == null || time > end) return false
    if (time >= begin && isOne(value)) return true
    const [next, nextValue] = [times[place + 1], values[place + 1]]
    if (next === undefined || nextValue == null || next < begin) return false
    const at = (when: number) => value + ((nextValue - value) * (when - time)) / (next - time)
    return isOne(at(Math.max(time, begin))) || isOne(at(Math.min(next, end)))
  })
}
