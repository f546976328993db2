import ajvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaValidationError } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { invalidInput } from '../error-answers.ts'
import { IGNORED_KEYS } from './ignored-keys.ts'

/** How every input from outside is checked, whichever way it comes. */
export const CHECK_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  // One fault is enough to refuse; looking for all of them is work an attacker could ask for.
  allErrors: false,
  allowUnionTypes: true,
  // A fault has its schema with it, for the names that are known there.
  verbose: true,
  // Ours; all but the last are none of its business.
  keywords: ['documentedAs', 'patternSays', IGNORED_KEYS],
} as const

const compile = ajvCompiler()({}, { customOptions: { ...CHECK_OPTIONS, keywords: [...CHECK_OPTIONS.keywords] } })

/**
 * The check that the framework makes of the body of a route, for what comes another way or in pieces. It gives the value
 * back, and throws 400 in the same words.
 */
export function schemaCheck<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  const validate = compile({ schema } as never)
  return (value) => {
    if (!validate(value)) throw invalidInput((validate.errors ?? []) as FastifySchemaValidationError[])
    return value as Static<Schema>
  }
}
