import {
  type Condition,
  comparedAs,
  comparison,
  groupKindOf,
  impliedLimit,
  type Leaf,
  type LeafName,
  type Limit,
  leafKindOf,
  partsOf,
  windowS,
} from '../../core/conditions/condition.ts'
import { SIGNS } from '../../core/conditions/kinds/compare.ts'
import type { ComparedAs, SentencePart } from '../../core/conditions/kinds/kind.ts'
import { measureOf } from '../../core/vocabulary/measures.ts'
import { withUnit } from '../../core/vocabulary/numbers.ts'
import { scaled } from '../../core/vocabulary/units.ts'
import { measureName } from '../../words/words.ts'
import type { Reader } from '../frame/page/reader.ts'

/** A limit is shown as written; rounded only if converted to another unit. */
const ALL_DIGITS = 6

/** The reader, and the unit that the rule states for its values. */
export interface LimitReader extends Pick<Reader, 't' | 'format' | 'preferences'> {
  unit?: string | undefined
}

/** A condition as text, with the limits of nested conditions but without those of its levels. */
export function conditionText(reader: LimitReader, condition: Condition): string {
  const words = reader.t.ruleSentence
  const parts = partsOf(condition).map(({ part }) => withLimit(reader, part))
  if (condition.type === 'all' || condition.type === 'any')
    return words.list(parts, condition.type === 'all' ? 'and' : 'or')
  if (condition.type === 'not') return words.not(parts[0]!)
  return parts[0] ?? leafText(reader, condition as Leaf)
}

/** Inside another condition, the number is compared in place. */
function withLimit(reader: LimitReader, condition: Condition): string {
  const text = conditionText(reader, condition)
  const value = 'value' in condition ? condition.value : impliedLimit(condition)
  if (value !== undefined) return `${text} ${limitWithSign(reader, condition, value)}`
  const group = groupKindOf(condition)
  return group === null || group.isNegation ? text : `(${text})`
}

type Text = (...parts: string[]) => string

/** The words of a kind, or those of the variant that the condition is. */
function leafText(reader: LimitReader, leaf: Leaf): string {
  const { of, with: parts } = leafKindOf(leaf)!.sentence(leaf)
  const kinds: Readonly<Record<LeafName, unknown>> = reader.t.ruleSentence.kinds
  const words = kinds[leaf.type] as Text & Readonly<Record<string, Text>>
  return (of === undefined ? words : words[of]!)(...parts.map((part) => partText(reader, part)))
}

function partText(reader: LimitReader, part: SentencePart): string {
  if ('field' in part) return whatOf(reader, part)
  if ('amount' in part) return amount(reader, part.of, part.amount)
  if ('seconds' in part) return reader.format.duration(part.seconds)
  if ('area' in part) return areaText(reader, part.area)
  return reader.t.ruleSentence.list(
    part.fields.map((field) => nameOf(reader, field)),
    'and',
  )
}

const nameOf = ({ t }: LimitReader, field: string): string => t.ruleSentence.inside(measureName(t, field))

function whatOf(reader: LimitReader, { field, where }: Extract<SentencePart, { field: string }>): string {
  const name = nameOf(reader, field)
  return where === undefined ? name : reader.t.ruleSentence.where(name, where.equals)
}

function areaText({ t, format }: LimitReader, { geofence, fence }: Extract<SentencePart, { area: object }>['area']) {
  if (geofence !== undefined || fence === undefined) return t.ruleSentence.geofence(geofence ?? '')
  if ('polygon' in fence) return t.ruleSentence.polygon(fence.polygon.length)
  const { lat, lng, radius_m } = fence.circle
  const radius =
    radius_m < 1_000 ? withUnit(format.number(radius_m), 'm') : withUnit(format.number(radius_m / 1_000, 1), 'km')
  return t.ruleSentence.circle(radius, `${lat.toFixed(4)}, ${lng.toFixed(4)}`)
}

/** The limit with its comparison sign; null if the limit is an attribute of an unknown device. */
export function limitWithSign(reader: LimitReader, condition: Condition, limit: Limit | null): string {
  const { t, format } = reader
  if (limit !== null && typeof limit !== 'number') {
    const { attr, default: otherwise } = limit
    return `${SIGNS[comparison(condition)!]} ${t.ruleSentence.ownLimit(attr, amountOf(reader, condition, otherwise))}`
  }
  const compared = comparedAs(condition)
  if (compared === 'duration')
    return limit === null ? t.ruleSentence.ownThreshold : t.ruleSentence.for(format.duration(limit))
  if (compared === 'times') return t.ruleSentence.counted(format.number(limit!), format.duration(windowS(condition)))
  return `${SIGNS[comparison(condition)!]} ${amountOf(reader, condition, limit!)}`
}

/** Formats a number that this condition compares: in the unit of its field, or in another one. */
export function amountOf(reader: LimitReader, condition: Condition, value: number): string {
  const compared = comparedAs(condition)
  const isCompared = comparison(condition) !== null
  if (isCompared && 'field' in condition && condition.field != null && IN_UNIT.includes(compared))
    return amount(reader, condition.field, value, compared)
  if (compared === 'duration') return reader.format.duration(value)
  const number = reader.format.number(value, ALL_DIGITS)
  return compared === 'percent' ? withUnit(number, '%') : number
}

/** Compared quantities that have the unit of their field. */
const IN_UNIT: readonly ComparedAs[] = ['value', 'sum', 'change', 'change_per_min']

/** In the reader's unit. Differences are converted without an offset. */
export function amount({ format, unit }: LimitReader, field: string, value: number, as: ComparedAs = 'value'): string {
  const scale = format.scaleOf(field)
  const isDifference = as === 'change' || as === 'change_per_min'
  const shown = isDifference ? scale.shownDifference(value) : scaled(value, scale)
  const number = format.number(shown, scale.isStored ? ALL_DIGITS : Math.max(1, scale.digits))
  const counted = scale.unit === '' && measureOf(field) === null ? (unit ?? '') : scale.unit
  const per = as === 'change_per_min' ? '/min' : ''
  return counted === '' ? number : withUnit(number, `${counted}${per}`)
}
