import { type Condition, comparison, type Leaf, type Limit, type Op } from '../../core/conditions/condition.ts'
import { measureOf } from '../../core/vocabulary/measures.ts'
import { withUnit } from '../../core/vocabulary/numbers.ts'
import { scaled } from '../../core/vocabulary/units.ts'
import { measureName } from '../../words/words.ts'
import type { Reader } from '../shell/reader.ts'

export const SIGNS: Readonly<Record<Op, string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', neq: '≠' }
/** A limit is shown as written; rounded only if converted to another unit. */
const ALL_DIGITS = 6

/** The reader, and the unit that the rule states for its values. */
export interface LimitReader extends Pick<Reader, 't' | 'format' | 'preferences'> {
  unit?: string | undefined
}

/** A condition as text, with the limits of nested conditions but without those of its levels. */
export function conditionText(reader: LimitReader, condition: Condition): string {
  const words = reader.t.ruleSentence
  switch (condition.type) {
    case 'all':
    case 'any':
      return words.list(
        condition.of.map((part) => withLimit(reader, part)),
        condition.type === 'all' ? 'and' : 'or',
      )
    case 'not':
      return words.not(withLimit(reader, condition.of[0]!))
    case 'count':
      return withLimit(reader, condition.of)
    default:
      return leafText(reader, condition)
  }
}

/** Inside another condition, the number is compared in place. */
function withLimit(reader: LimitReader, condition: Condition): string {
  const isGroup = condition.type === 'all' || condition.type === 'any'
  const text = conditionText(reader, condition)
  const value = 'value' in condition ? condition.value : undefined
  if (value !== undefined) return `${text} ${limitText(reader, condition, value)}`
  if (condition.type === 'count') return `${text} ${limitText(reader, condition, condition.at_least)}`
  return isGroup ? `(${text})` : text
}

function leafText(reader: LimitReader, leaf: Leaf): string {
  const words = reader.t.ruleSentence
  const { duration } = reader.format
  switch (leaf.type) {
    case 'threshold':
      return whatOf(reader, leaf)
    case 'range': {
      const [from, to] = [amount(reader, leaf.field, leaf.min), amount(reader, leaf.field, leaf.max)]
      return words.ranges[leaf.mode](whatOf(reader, leaf), from, to)
    }
    case 'flag':
      return leaf.equals === false ? words.flagOff(nameOf(reader, leaf.field)) : nameOf(reader, leaf.field)
    case 'rate':
      return words.rates[leaf.calc](whatOf(reader, leaf), duration(leaf.window_s))
    case 'aggregate':
      return words.aggregates[leaf.fn](whatOf(reader, leaf), duration(leaf.window_s))
    case 'score':
      return words.score(
        words.list(
          leaf.parts.map(({ field }) => nameOf(reader, field)),
          'and',
        ),
      )
    case 'stale':
      return leaf.field == null ? words.silent : words.silentOf(nameOf(reader, leaf.field))
    case 'geofence':
      return words.fences[leaf.when](areaText(reader, leaf))
  }
}

const nameOf = ({ t }: LimitReader, field: string): string => t.ruleSentence.inside(measureName(t, field))

function whatOf(reader: LimitReader, { field, where }: { field: string; where?: { equals: string } }): string {
  const name = nameOf(reader, field)
  return where === undefined ? name : reader.t.ruleSentence.where(name, where.equals)
}

function areaText({ t, format }: LimitReader, { geofence, fence }: Extract<Leaf, { type: 'geofence' }>): string {
  if (geofence !== undefined || fence === undefined) return t.ruleSentence.geofence(geofence ?? '')
  if ('polygon' in fence) return t.ruleSentence.polygon(fence.polygon.length)
  const { lat, lng, radius_m } = fence.circle
  const radius =
    radius_m < 1_000 ? withUnit(format.number(radius_m), 'm') : withUnit(format.number(radius_m / 1_000, 1), 'km')
  return t.ruleSentence.circle(radius, `${lat.toFixed(4)}, ${lng.toFixed(4)}`)
}

/** The limit with its comparison sign; null if the limit is an attribute of an unknown device. */
export function limitText(reader: LimitReader, condition: Condition, limit: Limit | null): string {
  const { t, format } = reader
  if (limit !== null && typeof limit !== 'number') {
    const { attr, default: otherwise } = limit
    return `${SIGNS[comparison(condition)!]} ${t.ruleSentence.ownLimit(attr, amountOf(reader, condition, otherwise))}`
  }
  if (condition.type === 'stale')
    return limit === null ? t.ruleSentence.ownThreshold : t.ruleSentence.for(format.duration(limit))
  if (condition.type === 'count')
    return t.ruleSentence.counted(format.number(limit!), format.duration(condition.within_s))
  return `${SIGNS[comparison(condition)!]} ${amountOf(reader, condition, limit!)}`
}

/** Formats a number that this condition compares: in the unit of its field, or in another one. */
export function amountOf(reader: LimitReader, condition: Condition, value: number): string {
  if (condition.type === 'threshold') return amount(reader, condition.field, value)
  if (condition.type === 'aggregate' && condition.fn !== 'count') return amount(reader, condition.field, value)
  if (condition.type === 'stale') return reader.format.duration(value)
  if (condition.type === 'rate' && condition.calc === 'percent')
    return withUnit(reader.format.number(value, ALL_DIGITS), '%')
  if (condition.type === 'rate')
    return amount(reader, condition.field, value, condition.calc === 'delta' ? 'delta' : 'per_min')
  return reader.format.number(value, ALL_DIGITS)
}

/** In the reader's unit. Differences are converted without an offset. */
function amount(
  { format, unit }: LimitReader,
  field: string,
  value: number,
  as: 'value' | 'delta' | 'per_min' = 'value',
): string {
  const scale = format.scaleOf(field)
  const shown = as === 'value' ? scaled(value, scale) : scale.shownDifference(value)
  const number = format.number(shown, scale.isStored ? ALL_DIGITS : Math.max(1, scale.digits))
  const counted = scale.unit === '' && measureOf(field) === null ? (unit ?? '') : scale.unit
  const per = as === 'per_min' ? '/min' : ''
  return counted === '' ? number : withUnit(number, `${counted}${per}`)
}
