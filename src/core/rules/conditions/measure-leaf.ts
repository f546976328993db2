import type { RuleLevel } from '../rule.ts'
import type { Fence, Leaf } from './condition.ts'
import { type Evaluated, fieldReader, isBreached, isCleared, whereFilter } from './evaluate-condition.ts'
import { distanceFrom, nextSide, type SideMemory } from './geofence.ts'
import { aggregateOf, changeIn, countIn, isFull, type WindowMemory, withValue } from './window.ts'

/** State of a part of a condition between readings; a count keeps the times of the counted readings. */
export type LeafMemory = WindowMemory | SideMemory | number[]

/** Result of one part of a condition for a reading. Unknown if everything is null. */
export interface Measured {
  memory: LeafMemory | null
  value: number | null
  /** Whether it is breached, and whether a breach still holds, which a clear value may extend. */
  breaks: boolean | null
  holds: boolean | null
}

export interface LeafMeasure {
  /** Whether the reading has the field. */
  speaks(reading: Evaluated): boolean
  /** Whether state is kept between readings. */
  remembers: boolean
  /** For parts with state: whether this reading would leave no state where there was none. */
  forgets(reading: Evaluated): boolean
  measure(reading: Evaluated, before: LeafMemory | null, at: number): Measured
}

type Limits = Pick<RuleLevel, 'value' | 'clear'>
export const unknown = (memory: LeafMemory | null): Measured => ({ memory, value: null, breaks: null, holds: null })

/** `limits` are used inside another condition; at the top of a rule its levels compare, and these results go unused. */
export function measureOf(leaf: Leaf, limits: Limits): LeafMeasure {
  switch (leaf.type) {
    case 'rate':
    case 'aggregate':
      return windowed(leaf, limits)
    case 'geofence':
      // Only a rule that was never saved, as in a rule test, names a geofence without its shape: it is unknown.
      return leaf.fence === undefined ? momentary(leaf, limits, () => null) : fenced(leaf, leaf.fence)
    case 'stale':
      // A reading means "not stale"; staleness itself is determined by the clock.
      return momentary(
        leaf,
        limits,
        leaf.field == null ? () => 0 : (reading) => (isThere(leaf.field!, reading) ? 0 : null),
      )
    default:
      return momentary(leaf, limits, valueReader(leaf))
  }
}

const isThere = (field: string, reading: Evaluated): boolean => fieldReader(field)(reading) != null

/** The number in a reading; null if absent: an absent value is unknown, not false. */
export function valueReader(
  leaf: Extract<Leaf, { type: 'threshold' | 'range' | 'flag' | 'score' }>,
): (reading: Evaluated) => number | null {
  if (leaf.type === 'score') return scoreReader(leaf)
  const read = fieldReader(leaf.field)
  if (leaf.type === 'flag') {
    return (reading) => {
      const value = read(reading)
      return typeof value === 'boolean' ? Number(value) : null
    }
  }
  const isMeant = whereFilter(leaf.where)
  return (reading) => {
    const value = read(reading)
    return typeof value === 'number' && isMeant(reading) ? value : null
  }
}

function scoreReader({ parts, min_parts = 1 }: Extract<Leaf, { type: 'score' }>) {
  const readers = parts.map(({ field, bands }) => ({ read: fieldReader(field), bands }))
  return (reading: Evaluated): number | null => {
    let score = 0
    let known = 0
    for (const { read, bands } of readers) {
      const value = read(reading)
      if (typeof value !== 'number') continue
      known += 1
      score += bands.find(({ upto }) => upto === undefined || value <= upto)?.points ?? 0
    }
    return known < min_parts ? null : score
  }
}

function momentary(leaf: Leaf, limits: Limits, read: (reading: Evaluated) => number | null): LeafMeasure {
  return {
    speaks: (reading) => read(reading) !== null,
    remembers: false,
    forgets: () => true,
    measure(reading) {
      const value = read(reading)
      if (value === null) return unknown(null)
      return { memory: null, value, breaks: isBreached(leaf, limits, value), holds: !isCleared(leaf, limits, value) }
    },
  }
}

function windowed(leaf: Extract<Leaf, { type: 'rate' | 'aggregate' }>, limits: Limits): LeafMeasure {
  const read = fieldReader(leaf.field)
  const isMeant = whereFilter(leaf.where)
  const windowMs = leaf.window_s * 1_000
  const needed = leaf.min_points ?? (leaf.type === 'rate' ? 2 : 1)
  // If even the lowest value of a window is high, all of them are.
  const isRising = leaf.op === 'gt' || leaf.op === 'gte'
  const every = isRising ? 'min' : 'max'
  const some = isRising ? 'max' : 'min'
  const speaks = (reading: Evaluated) => {
    const value = read(reading)
    const counts = leaf.type === 'aggregate' && leaf.fn === 'count' ? value != null : typeof value === 'number'
    return counts && isMeant(reading)
  }
  const summary = (window: WindowMemory): number | null => {
    if (countIn(window) < needed) return null
    if (leaf.type === 'rate') return changeIn(window, leaf.calc)
    if (leaf.fn === 'any') return aggregateOf(window, some)
    if (leaf.fn !== 'all') return aggregateOf(window, leaf.fn)
    return isFull(window, windowMs) ? aggregateOf(window, every) : null
  }
  return {
    speaks,
    remembers: true,
    forgets: (reading) => !speaks(reading),
    measure(reading, before, at) {
      const counted = speaks(reading)
        ? withValue(before as WindowMemory | null, at, Number(read(reading)) || 0, windowMs)
        : before
      if (counted === null) return unknown(null)
      const value = summary(counted as WindowMemory)
      // Numbers near the limits of floating point have no sum and no difference.
      if (value === null || !Number.isFinite(value)) return unknown(counted)
      return { memory: counted, value, breaks: isBreached(leaf, limits, value), holds: !isCleared(leaf, limits, value) }
    },
  }
}

function fenced(
  { when, buffer_m = 30, min_points = 2 }: Extract<Leaf, { type: 'geofence' }>,
  fence: Fence,
): LeafMeasure {
  /** Initial side of a device without state: the one that has no effect. */
  const quiet: SideMemory = { side: when === 'outside' || when === 'enter' ? 'inside' : 'outside', against: 0 }
  const distance = distanceFrom(fence)
  /** Null without a location, and of one that may be on either side of the border: it decides nothing. */
  const metres = ({ lat, lng, metrics }: Evaluated): number | null => {
    if (lat === null || lng === null) return null
    const rounded = Math.round(distance({ lat, lng }) * 10) / 10
    const { accuracy } = metrics
    return typeof accuracy === 'number' && Math.abs(rounded) < accuracy ? null : rounded
  }
  const isQuiet = ({ side, against }: SideMemory) => side === quiet.side && against === 0
  return {
    speaks: ({ lat }) => lat !== null,
    remembers: true,
    forgets(reading) {
      const value = metres(reading)
      return value === null || isQuiet(nextSide(quiet, value, buffer_m, min_points))
    },
    measure(reading, memory, _at) {
      const value = metres(reading)
      if (value === null) return unknown(memory)
      const before = (memory as SideMemory | null) ?? quiet
      const after = nextSide(before, value, buffer_m, min_points)
      const hasCrossed = after.side !== before.side
      const breaks =
        when === 'outside' || when === 'inside'
          ? after.side === when
          : hasCrossed && after.side === (when === 'enter' ? 'inside' : 'outside')
      return { memory: isQuiet(after) ? null : after, value, breaks, holds: breaks }
    },
  }
}
