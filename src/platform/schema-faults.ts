import type { FieldError } from './errors.ts'

/** What a compiled schema says of one fault. */
export interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

const UNKNOWN = 'is not known here'

/**
 * The faults that a compiled schema has found, in words for people. An unknown key is told once, at its own place; of a value
 * that may have one of several shapes, what is wrong with the shape that comes closest.
 */
export function schemaFaults(errors: readonly SchemaError[]): FieldError[] {
  return withoutUnions(errors).flatMap(({ keyword, instancePath, params, message }) => {
    // Told of the key as well, by the schema "false" that it has.
    if (keyword === 'additionalProperties') return []
    const allowed = (params as { allowedValues?: unknown[] }).allowedValues
    const words = keyword === 'enum' && allowed ? `must be one of: ${allowed.join(', ')}` : message
    return { field: instancePath || '/', message: keyword === 'boolean' ? UNKNOWN : words }
  })
}

/** In place of all that is wrong with each shape of a union: the faults of one. */
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

/** The shape whose faults lie deepest; where none has the right type, all types that there are. */
function closest(union: SchemaError, shapes: readonly SchemaError[][]): SchemaError[] {
  const isOfUnion = ({ instancePath }: SchemaError) => instancePath === union.instancePath
  const deeper = shapes.find((errors) => !errors.some(isOfUnion))
  const typed = shapes.find((errors) => !errors.some((error) => isOfUnion(error) && error.keyword === 'type'))
  if (deeper !== undefined || typed !== undefined) return (deeper ?? typed)!
  const types = shapes.flat().map(({ params }) => (params as { type?: string }).type)
  return [{ ...union, keyword: 'type', message: `must be ${types.join(' or ')}` }]
}
