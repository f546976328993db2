import { divisorOf } from '../decimals.ts'

/** The sums of a field in a day. */
export interface DaySums {
  counts: Hours
  mins: Hours
  maxs: Hours
  sums: Hours
}

/** A number for each hour of the day in UTC, null for an hour without sums. */
type Hours = (number | null)[]

/** The sums of a field in a day, as `hourly_metric_days` stores them. */
export interface DayRow {
  /** The column of the elements. */
  type: ElementType
  /** The minimums, the maximums, the sums, and, unless all are the same, the counts. */
  elements: Hours
  /** A number is (base + element) / divisor. Null: the elements are the numbers. */
  divisor: number | null
  value_base: number
  sum_base: number
  /** A count is base + element. */
  count_base: number
}

type ElementType = 'i1' | 'i2' | 'i4' | 'f8'

const HOURS = 24
/** How far the smallest and the largest element of a type are apart, narrowest first. */
const SPANS: [type: ElementType, span: number][] = [
  ['i1', 2 ** 8 - 1],
  ['i2', 2 ** 16 - 1],
  ['i4', 2 ** 32 - 1],
]
/** The divisor is an integer of PostgreSQL. */
const MOST_DECIMALS = 9

export const noSums = (): DaySums => ({ counts: noHours(), mins: noHours(), maxs: noHours(), sums: noHours() })

const noHours = (): Hours => new Array(HOURS).fill(null)

/**
 * The narrowest row that gives these sums back to the last bit. The division is exact, in PostgreSQL as well: the quotient
 * of a whole number below 2^53 and a power of ten is rounded like the decimal number when it is parsed. Pure.
 */
export function rowOf({ counts, mins, maxs, sums }: DaySums): DayRow {
  const count = rangeOf(counts)
  const countPart = count.span === 0 ? [] : offsets(counts, count)
  const divisor = divisorOf([...mins, ...maxs, ...sums], MOST_DECIMALS)
  if (divisor !== null) {
    const value = rangeOf([...mins, ...maxs], divisor)
    const sum = rangeOf(sums, divisor)
    const type = SPANS.find(([, span]) => Math.max(value.span, sum.span, count.span) <= span)?.[0]
    if (type !== undefined) {
      const elements = [mins, maxs].flatMap((numbers) => offsets(numbers, value, divisor))
      elements.push(...offsets(sums, sum, divisor), ...countPart)
      return { type, elements, divisor, value_base: value.base, sum_base: sum.base, count_base: count.base }
    }
  }
  const elements = [...mins, ...maxs, ...sums, ...countPart]
  return { type: 'f8', elements, divisor: null, value_base: 0, sum_base: 0, count_base: count.base }
}

/** The inverse of `rowOf`. The view `hourly_metrics` does the same in SQL. Pure. */
export function sumsOf({ elements, divisor, value_base, sum_base, count_base }: Omit<DayRow, 'type'>): DaySums {
  const numbers = (part: number, base: number): Hours => {
    const stored = elements.slice(part * HOURS, (part + 1) * HOURS)
    return divisor === null ? stored : stored.map((element) => (element === null ? null : (base + element) / divisor))
  }
  const mins = numbers(0, value_base)
  const counts = mins.map((min, hour) => (min === null ? null : count_base + (elements[3 * HOURS + hour] ?? 0)))
  return { counts, mins, maxs: numbers(1, value_base), sums: numbers(2, sum_base) }
}

interface Range {
  /** Middle of the numbers, since integer types reach as far below zero as above. */
  base: number
  span: number
}

/** Range of these numbers as wholes; at least one is not null. */
function rangeOf(numbers: Hours, divisor = 1): Range {
  let [smallest, largest] = [Infinity, -Infinity]
  for (const number of numbers) {
    if (number === null) continue
    if (number < smallest) smallest = number
    if (number > largest) largest = number
  }
  const from = wholeOf(smallest, divisor)
  const span = wholeOf(largest, divisor) - from
  return { base: from + Math.ceil(span / 2), span }
}

const offsets = (numbers: Hours, { base }: Range, divisor = 1): Hours =>
  numbers.map((number) => (number === null ? null : wholeOf(number, divisor) - base))

const wholeOf = (number: number, divisor: number): number => Math.round(number * divisor)
