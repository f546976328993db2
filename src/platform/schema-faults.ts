import type { FieldError } from './errors.ts'

/** One fault as a compiled schema reports it. */
export interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

const UNKNOWN = 'is not known here'

/**
 * Turns the errors of a compiled schema into messages. An unknown key is reported once, at its own path. A value that
 * matches no shape of a union is reported with the faults of the closest shape.
 */
export function schemaFaults(errors: readonly SchemaError[]): FieldError[] {
  return withoutUnions(errors).flatMap(({ keyword, instancePath, params, message }) => {
    // The key's own schema, `false`, reports the same fault at the key.
    if (keyword === 'additionalProperties') return []
    const allowed = (params as { allowedValues?: unknown[] }).allowedValues
    const words = keyword === 'enum' && allowed ? `must be one of: ${allowed.join(', ')}` : message
    return { field: instancePath || '/', message: keyword === 'boolean' ? UNKNOWN : words }
  })
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
  const types = shapes.flat().map(({ params }) => (params as { type?: string }).type)
  return [{ ...union, keyword: 'type', message: `must be ${types.join(' or ')}` }]
}
