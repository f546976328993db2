import { isDeepStrictEqual } from 'node:util'
import { ownProperty } from '../../platform/own-property.ts'

type Fields = Record<string, unknown>

export interface ChangedFields {
  before: Fields | null
  after: Fields | null
}

/** Fields with such names are never recorded, at any depth, even if they only mention a secret. Headers carry keys. */
const SECRET =
  /passw|secret|token|hash|sealed|cookie|csrf|authorization|credential|headers|(?:api|private|encryption)_?key/i
const ABOUT_A_SECRET = /_(?:hint|id|name|at|until|s)$/i

/**
 * The fields that differ between two states of a record, without secrets; null if there are none. For a created or
 * deleted record, one side is null and the other complete. Pure.
 */
export function changedFields(before: object | null, after: object | null): ChangedFields | null {
  const [old, fresh] = [plain(before), plain(after)]
  if (old === null || fresh === null) return { before: withoutSecrets(old), after: withoutSecrets(fresh) }
  const keys = Object.keys({ ...old, ...fresh }).filter(
    (key) => !isDeepStrictEqual(ownProperty(old, key), ownProperty(fresh, key)),
  )
  if (keys.length === 0) return null
  return { before: withoutSecrets(pick(old, keys)), after: withoutSecrets(pick(fresh, keys)) }
}

/** Serialized like JSON: times become text, and undefined fields are dropped. */
const plain = (record: object | null): Fields | null => (record === null ? null : JSON.parse(JSON.stringify(record)))

const pick = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(fields, key)).map((key) => [key, fields[key]]))

function withoutSecrets<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value
  if (Array.isArray(value)) return value.map(withoutSecrets) as Value
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !SECRET.test(key) || ABOUT_A_SECRET.test(key))
  return Object.fromEntries(kept.map(([key, inner]) => [storableText(key), withoutSecrets(inner)])) as Value
}

/** PostgreSQL refuses NUL and lone surrogates inside JSON. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
