import { compare } from './compare.ts'
import { type LeafMeasure, type Limits, notMeasured } from './kind.ts'
import { type Evaluated, fieldReader, whereFilter } from './read-field.ts'
import type { Op } from './shapes.ts'
import { countIn, type WindowMemory, withValue } from './window.ts'

interface Windowed {
  field: string
  where?: { field: string; equals: string }
  window_s: number
  op: Op
  min_points?: number
}

/** Measures the values of a window, once there are enough of them. */
export function windowed(
  { field, where, window_s, op, min_points }: Windowed,
  limits: Limits,
  {
    needed,
    counts = (value) => typeof value === 'number',
    summary,
  }: {
    needed: number
    /** Whether a value belongs to the window. */
    counts?: (value: unknown) => boolean
    summary: (window: WindowMemory) => number | null
  },
): LeafMeasure {
  const read = fieldReader(field)
  const isMeant = whereFilter(where)
  const least = min_points ?? needed
  const applies = (reading: Evaluated) => counts(read(reading)) && isMeant(reading)
  return {
    applies,
    isStateful: true,
    resets: (reading) => !applies(reading),
    measure(reading, before, at) {
      const counted = applies(reading)
        ? withValue(before as WindowMemory | null, at, Number(read(reading)) || 0, window_s * 1_000)
        : before
      if (counted === null) return notMeasured(null)
      const window = counted as WindowMemory
      const value = countIn(window) < least ? null : summary(window)
      // Numbers near the limits of floating point have no sum and no difference.
      if (value === null || !Number.isFinite(value)) return notMeasured(counted)
      const breaks = compare(value, op, limits.value!)
      return { memory: counted, value, breaks, holds: compare(value, op, limits.clear ?? limits.value!) }
    },
  }
}
