import { type Condition, type Leaf, MAX_LEAVES } from '../../../core/conditions/condition.ts'
import { exactDurationText } from '../../../platform/duration.ts'
import { type FieldReader, type Fields, present, textIn } from './fields.ts'
import { leafFields, leafOf } from './leaf-fields.ts'

/** How parts are combined: a single one, all or any of several, or one that holds several times. */
export const JOINS = ['one', 'all', 'any', 'count'] as const
type Join = (typeof JOINS)[number]

export const joinIn = (fields: Fields): Join => JOINS.find((join) => join === textIn(fields, 'join')) ?? 'one'

/** Number of parts in the form: the filled-in ones, and those added by button. */
export function partsIn(fields: Fields): number {
  if (['one', 'count'].includes(joinIn(fields))) return 1
  const asked = Number(textIn(fields, 'parts')) || 2
  return Math.min(MAX_LEAVES, Math.max(2, asked))
}

/** Null if the form cannot express the condition: it supports one level of parts, each of which may be negated. */
export function conditionFields(condition: Condition): Record<string, string> | null {
  if (condition.type === 'count') {
    const inner = partFields(condition.of, 0)
    const { at_least, within_s } = condition
    return (
      inner && { join: 'count', parts: '1', times: String(at_least), within: exactDurationText(within_s), ...inner }
    )
  }
  if (condition.type !== 'all' && condition.type !== 'any') {
    const only = partFields(condition, 0)
    return only && { join: 'one', parts: '1', ...only }
  }
  const parts = condition.of.map(partFields)
  if (parts.includes(null) || parts.length < 2) return null
  return Object.assign({ join: condition.type, parts: String(parts.length) }, ...parts)
}

function partFields(part: Condition, place: number): Record<string, string> | null {
  const p = `p${place}_`
  if (part.type === 'not') {
    const inner = part.of[0]!
    return 'of' in inner ? null : { ...leafFields(inner, p), [`${p}not`]: 'yes' }
  }
  return 'of' in part ? null : leafFields(part as Leaf, p)
}

/** The condition described by the fields. */
export function conditionOf(reader: FieldReader, fields: Fields): Condition {
  const join = joinIn(fields)
  if (join === 'one') return partOf(reader, 0, '/condition', false)
  if (join === 'count') {
    const of = partOf(reader, 0, '/condition/of', true)
    return present({
      type: 'count',
      of,
      at_least: reader.number('times', '/condition/at_least'),
      within_s: reader.duration('within', '/condition/within_s'),
    }) as Condition
  }
  reader.places.set('/condition', 'join')
  const of = Array.from({ length: partsIn(fields) }, (_, place) =>
    partOf(reader, place, `/condition/of/${place}`, true),
  )
  return { type: join, of }
}

function partOf(reader: FieldReader, place: number, at: string, isInside: boolean): Condition {
  const p = `p${place}_`
  if (reader.truth(`${p}not`, `${at}/not`) !== true) return leafOf(reader, p, at, isInside)
  return { type: 'not', of: [leafOf(reader, p, `${at}/of/0`, true)] }
}
