import ajvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaValidationError } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { invalidInput } from '../error-responses.ts'
import { IGNORED_KEYS } from './ignored-keys.ts'

/** Ajv options for every input from outside. */
export const CHECK_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  // One fault is enough to refuse; searching for all of them is work that an attacker could cause.
  allErrors: false,
  allowUnionTypes: true,
  // Adds the schema to each fault, which gives the names of known keys.
  verbose: true,
  // Keywords of this service; Ajv acts on the last one only.
  keywords: ['documentedAs', 'patternReason', IGNORED_KEYS],
} as const

const compile = ajvCompiler()({}, { customOptions: { ...CHECK_OPTIONS, keywords: [...CHECK_OPTIONS.keywords] } })

/**
 * Checks a value like the body of a route, for input that arrives another way or in pieces. Returns the value, or
 * throws the same 400.
 */
export function schemaCheck<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  const validate = compile({ schema } as never)
  return (value) => {
    if (!validate(value)) throw invalidInput((validate.errors ?? []) as FastifySchemaValidationError[])
    return value as Static<Schema>
  }
}
