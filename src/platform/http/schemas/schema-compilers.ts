import ajvCompiler from '@fastify/ajv-compiler'
import serializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>

/**
 * The framework's compilers of schemas, as the `schemaController` of a server takes them. Many routes have equal schemas:
 * about 600 are compiled at a start, of which fewer than 200 differ. Each of those is compiled once in a process.
 */
export const SCHEMA_COMPILERS: Factories = {
  buildValidator: sharing(ajvCompiler() as Factories['buildValidator']),
  buildSerializer: sharing(serializerSelector() as Factories['buildSerializer']),
}

/** Makes `build` give equal schemas one compiled function. That is safe since such a function remembers nothing of its calls. */
function sharing<Build extends (...settings: never[]) => (route: never) => unknown>(build: Build): Build {
  const compiled = new Map<string, unknown>()
  const shared = (...settings: Parameters<Build>) => {
    const compile = build(...settings) as (route: { schema: unknown }) => unknown
    const prefix = JSON.stringify(settings)
    return (route: { schema: unknown }) => {
      const key = prefix + JSON.stringify(route.schema)
      const known = compiled.get(key) ?? compile(route)
      compiled.set(key, known)
      return known
    }
  }
  return shared as unknown as Build
}
