import { type Fault, faultOf } from './error-messages/reasons.ts'
import { type FieldError, fieldError } from './errors.ts'

/** One fault as a compiled schema reports it. */
interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

interface Compiled {
  Errors(value: unknown): readonly SchemaError[]
  Type(): object
}

/** A message for the pattern of a schema, under `patternReason`. */
export type PatternReason = 'invisible' | 'no_clock' | 'no_rule_key' | 'no_rule_field' | 'not_web'

/**
 * Faults of a value. An unknown key is reported once, at its own path. A value that matches no shape of a union is
 * reported with the faults of the closest shape.
 */
export function schemaFaults(schema: Compiled, value: unknown): FieldError[] {
  return withoutUnions(schema.Errors(value)).flatMap((error) => {
    // The key's own schema, `false`, reports the same fault at the key.
    if (error.keyword === 'additionalProperties') return []
    const field = error.instancePath || '/'
    if (error.keyword === 'boolean') return fieldError(field, 'not_known')
    if (error.keyword === 'required') {
      return fieldError(
        field,
        'lacks',
        (error.params as { requiredProperties: string[] }).requiredProperties.join(', '),
      )
    }
    return { field, ...keywordFault(error, schemaAt(schema.Type(), error.schemaPath)) }
  })
}

const schemaAt = (schema: object, path: string): object =>
  path
    .split('/')
    .slice(1)
    .reduce<object>((at, name) => (at as Record<string, object>)[name] ?? {}, schema)

/** The fault that a keyword of JSON Schema finds. `schema` is the one that has the keyword. */
export function keywordFault(
  {
    keyword,
    params,
    message = 'is invalid',
    data,
  }: { keyword: string; params: object; message?: string; data?: unknown },
  schema: { patternReason?: PatternReason },
): Fault {
  const { allowedValues, limit, type, pattern } = params as Record<string, unknown>
  switch (keyword) {
    case 'enum':
      return faultOf('not_one_of', (allowedValues as unknown[]).join(', '))
    case 'type':
      // The result of `parseReadingText` for a number that would lose digits.
      if (typeof data === 'bigint') return faultOf('loses_digits')
      return faultOf('wrong_type', [type].flat() as string[])
    case 'minLength':
      return limit === 1 ? faultOf('empty') : faultOf('too_short', Number(limit))
    case 'maxLength':
      return faultOf('too_long', Number(limit))
    case 'minItems':
      return limit === 1 ? faultOf('empty') : faultOf('too_few', Number(limit))
    case 'maxItems':
    case 'maxProperties':
      return faultOf('too_many', Number(limit))
    case 'minProperties':
      return faultOf('nothing_to_change')
    case 'minimum':
      return faultOf('too_small', Number(limit))
    case 'exclusiveMinimum':
      return faultOf('not_above', Number(limit))
    case 'maximum':
      return faultOf('too_large', Number(limit))
    case 'pattern':
      return schema.patternReason === undefined ? faultOf('wrong_form', String(pattern)) : faultOf(schema.patternReason)
    default:
      return faultOf('in_english', message)
  }
}

/** Replaces the faults of all shapes of a union by those of one shape. */
function withoutUnions(errors: readonly SchemaError[]): readonly SchemaError[] {
  const union = errors.findLast(({ keyword }) => keyword === 'anyOf')
  if (union === undefined) return errors
  const prefix = `${union.schemaPath}/anyOf/`
  const isInside = ({ schemaPath, instancePath }: SchemaError) =>
    schemaPath.startsWith(prefix) && instancePath.startsWith(union.instancePath)
  const shapes = Map.groupBy(errors.filter(isInside), ({ schemaPath }) => schemaPath.slice(prefix.length).split('/')[0])
  const others = errors.filter((error) => error !== union && !isInside(error))
  return withoutUnions([...others, ...closest(union, [...shapes.values()])])
}

/** Faults of the shape that fits best; when none has the right type, one fault that lists all types. */
function closest(union: SchemaError, shapes: readonly SchemaError[][]): SchemaError[] {
  const isOfUnion = ({ instancePath }: SchemaError) => instancePath === union.instancePath
  const deeper = shapes.find((errors) => !errors.some(isOfUnion))
  const typed = shapes.find((errors) => !errors.some((error) => isOfUnion(error) && error.keyword === 'type'))
  if (deeper !== undefined || typed !== undefined) return (deeper ?? typed)!
  const type = shapes.flat().map(({ params }) => (params as { type?: string }).type)
  return [{ ...union, keyword: 'type', params: { type } }]
}
