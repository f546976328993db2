import ajvCompiler from '@fastify/ajv-compiler'
import serializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>

/**
 * The framework's schema compilers, for the `schemaController` of a server. Many routes have equal schemas: about 600
 * are compiled at a start, fewer than 200 of them different. Each different schema is compiled once per process.
 */
export const SCHEMA_COMPILERS: Factories = {
  buildValidator: sharing(ajvCompiler() as Factories['buildValidator']),
  buildSerializer: sharing(serializerSelector() as Factories['buildSerializer']),
}

/** Makes `build` return one compiled function for equal schemas. This is safe because such a function has no state. */
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
