import ajvCompiler from '@fastify/ajv-compiler'
import serializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>

/**
 * The framework's schema compilers, for the `schemaController` of a server. Many routes have equal schemas: of about 600,
 * fewer than 200 are different. Each different schema is compiled once per process, when it is first needed: all of them
 * at once would be a third of the time of a start.
 */
export const SCHEMA_COMPILERS: Factories = {
  buildValidator: sharing(ajvCompiler() as Factories['buildValidator']),
  buildSerializer: sharing(serializerSelector() as Factories['buildSerializer']),
}

/** Makes `build` return one function for equal schemas. This is safe because such a function has no state. */
function sharing<Build extends (...settings: never[]) => (route: never) => unknown>(build: Build): Build {
  const known = new Map<string, Compiled>()
  const shared = (...settings: Parameters<Build>) => {
    const compile = build(...settings) as (route: { schema: unknown }) => Compiled
    const prefix = JSON.stringify(settings)
    return (route: { schema: unknown }) => {
      const key = prefix + textOf(route.schema)
      const one = known.get(key) ?? whenNeeded(() => compile(route))
      known.set(key, one)
      return one
    }
  }
  return shared as unknown as Build
}

/** Nodes of one process share most schemas. */
const texts = new WeakMap<object, string>()

function textOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema)
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return text
}

/** A check leaves what is wrong in its `errors`. */
type Compiled = ((...given: unknown[]) => unknown) & { errors?: unknown }

function whenNeeded(compile: () => Compiled): Compiled {
  let compiled: Compiled | null = null
  const run: Compiled = (...given) => {
    compiled ??= compile()
    const outcome = compiled(...given)
    run.errors = compiled.errors
    return outcome
  }
  return run
}
