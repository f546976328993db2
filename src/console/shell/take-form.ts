import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import { RequestError } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { invalidInput } from '../../platform/http/error-answers.ts'
import type { Policy } from '../../platform/http/route-list.ts'
import { requireBody } from '../../platform/http/schemas/json-bodies.ts'
import { sentenceOf } from '../../platform/reasons.ts'
import { fieldFault } from '../words/words.ts'
import type { FormState } from './forms.ts'
import { sendPage } from './layout.ts'
import { guestOf } from './reader.ts'
import { sentFrom } from './return-to.ts'

/** The request of a form whose address has been checked. */
export type RequestTo<Params extends TObject> = FastifyRequest<{ Params: Static<Params> }>

export interface FormRoute<Body extends TObject, Params extends TObject> {
  path: string
  policy: Policy
  /** Schema of the path parameters. */
  params?: Params
  /** Absent for a form that is only a button. */
  body?: Body
  /** For forms larger than people type. */
  bodyLimit?: number
  /** Runs the action. Returns the address to redirect to, or a page that is shown only once. */
  submit: (request: RequestTo<Params>, body: Static<Body>, reply: FastifyReply) => Promise<string | Html>
  /** Renders the form's page with the errors. */
  again: (request: RequestTo<Params>, state: FormState) => Html | Promise<Html>
}

const Nothing = Type.Object({})

const requireForm = requireBody('application/x-www-form-urlencoded')

/** Handles a form: on success the browser is redirected, so that a reload does not submit again. */
export function takeForm<Body extends TObject = typeof Nothing, Params extends TObject = typeof Nothing>(
  server: FastifyInstance,
  route: FormRoute<Body, Params>,
): void {
  server.post<{ Params: Static<Params>; Body: Static<Body> }>(
    route.path,
    {
      config: { policy: route.policy },
      attachValidation: true,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request) => requireForm(request),
      schema: { hide: true, params: route.params ?? Nothing, body: route.body ?? Nothing },
    },
    async (request, reply) => {
      const { validationError } = request
      // An invalid address has no page for the form.
      if (validationError?.validationContext === 'params') throw validationError
      // Most forms post to an address without a page, so a reload or live update would get 405.
      if (request.reader !== null) request.reader.shownAt = sentFrom(request)
      try {
        if (validationError) throw formFault(validationError.validation)
        const next = await route.submit(request, request.body as Static<Body>, reply)
        return typeof next === 'string' ? reply.redirect(next, 303) : sendPage(reply, next)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        reply.code(error.statusCode).headers(error.headers)
        return sendPage(reply, await route.again(request, stateOf(error, request)))
      }
    },
  )
}

/** A fault of a field that is not on the page is shown above the form. */
function formFault(faults: readonly FastifySchemaValidationError[]): RequestError {
  const refusal = invalidInput(faults, 'form')
  return faults[0]?.keyword === 'additionalProperties' ? new RequestError(400, refusal.fault) : refusal
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

function stateOf({ fault, errors = [] }: RequestError, request: FastifyRequest): FormState {
  const { body } = request
  const { t } = request.reader ?? guestOf(request)
  const texts = Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const byField = errors.map((error) => [error.field.slice(1), fieldFault(t, error)])
  return {
    values: Object.fromEntries(texts),
    errors: Object.fromEntries(byField),
    message: errors.length === 0 ? sentence(sentenceOf(fault, t.reasons)) : null,
    reason: fault.reason,
  }
}
