import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import { invalidInput } from '../../../platform/http/error-responses.ts'
import type { Policy, Scope } from '../../../platform/http/route-list.ts'
import { requireBody } from '../../../platform/http/schemas/json-bodies.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import { fieldFault } from '../../../words/words.ts'
import '../forms/form-proof.ts'
import type { FormState } from '../forms/forms.ts'
import { sendPage } from './layout.ts'
import { guestOf, type Reader, readerOf } from './reader.ts'
import { sentFrom } from './return-to.ts'
import { siteChoiceQuery } from './site-choice.ts'

/** An action that the page reports when it is shown next. */
export const doneQuery = { done: Type.Optional(Type.String({ maxLength: 40 })) }
const DoneQuery = Type.Object(doneQuery)
type Done = Static<typeof DoneQuery>

const Nothing = Type.Object({})
const requireForm = requireBody('application/x-www-form-urlencoded')

/** Path parameters of a route that does not name them: an id, or none. */
type ParamsOf<Path extends string> = Path extends `${string}/:id${string}` ? typeof IdParams : typeof Nothing
const paramsOf = (path: string): TObject => (path.includes('/:id') ? IdParams : Nothing)

/** Also for people who still have to set up a second factor. */
interface Open {
  setsUpFactor?: true
}

interface Page<Query extends TObject, Params extends TObject> extends Open {
  /** Beside `done`. */
  query?: Query
  /** Schema of the path parameters, if it is not just `:id`. */
  params?: Params
  /** Returns the page, or the address that stands for what was asked. */
  show: (
    reader: Reader,
    asked: { query: Static<Query> & Done; params: Static<Params>; request: FastifyRequest },
  ) => Promise<Html | string>
}

/** A page that requires a session. An invalid query is answered 400, as in the APIs. */
export function showPage<
  Path extends string,
  Query extends TObject = typeof Nothing,
  Params extends TObject = ParamsOf<Path>,
>(
  server: FastifyInstance,
  policy: Exclude<Policy, 'public' | 'device'>,
  scope: Scope,
  path: Path,
  { query, params, show, ...open }: Page<Query, Params>,
): void {
  const querystring = Type.Object({ ...doneQuery, ...siteChoiceQuery, ...query?.properties })
  const schema = { hide: true, querystring, params: params ?? paramsOf(path) }
  server.get(path, { config: { policy, scope, ...open }, schema }, async (request, reply): Promise<FastifyReply> => {
    const asked = { query: request.query as Static<Query> & Done, params: request.params as Static<Params>, request }
    const shown = await show(readerOf(request), asked)
    return typeof shown === 'string' ? goOn(request, reply, shown) : sendPage(reply.header('vary', 'HX-Request'), shown)
  })
}

/** The request of a form whose address has been checked. */
export type RequestTo<Params extends TObject> = FastifyRequest<{ Params: Static<Params> }>

interface Form<Body extends TObject, Params extends TObject> extends Open {
  /** Schema of the path parameters, if it is not just `:id`. */
  params?: Params
  /** Absent for a form that is only a button. */
  body?: Body
  /** For forms larger than people type, which wait for a place like pages, since they take as long. */
  bodyLimit?: number
  /** Runs the action. Returns the address to redirect to, or a page that is shown only once. */
  submit: (request: RequestTo<Params>, body: Static<Body>, reply: FastifyReply) => Promise<string | Html>
  /** Renders the form's page with the errors. */
  again: (request: RequestTo<Params>, state: FormState) => Html | Promise<Html>
}

/**
 * Handles a form: on success the browser is redirected, so that a reload does not submit again. A form that needs a recent
 * proof of who its person is asks for it, and is then sent again with what was entered.
 */
export function takeForm<
  Path extends string,
  Body extends TObject = typeof Nothing,
  Params extends TObject = ParamsOf<Path>,
>(server: FastifyInstance, policy: Policy, scope: Scope, path: Path, route: Form<Body, Params>): void {
  server.post<{ Params: Static<Params>; Body: Static<Body> }>(
    path,
    {
      config: {
        policy,
        scope,
        ...(route.setsUpFactor ? { setsUpFactor: true } : {}),
        ...(route.bodyLimit === undefined ? {} : { takesPlace: true }),
      },
      attachValidation: true,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request) => requireForm(request),
      schema: { hide: true, params: route.params ?? paramsOf(path), body: route.body ?? Nothing },
    },
    async (request, reply) => {
      const { validationError } = request
      // An invalid address has no page for the form.
      if (validationError?.validationContext === 'params') throw validationError
      // Most forms post to an address without a page, so a reload or live update would get 405.
      if (request.reader !== null) request.reader.shownAt = sentFrom(request)
      let isProving = false
      try {
        if (validationError) throw formFault(validationError.validation)
        if (request.proof !== null) {
          isProving = true
          await server.formProof.take(request, request.proof)
          isProving = false
        }
        const next = await route.submit(request, request.body as Static<Body>, reply)
        return typeof next === 'string' ? goOn(request, reply, next) : sendPage(reply, next)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        reply.code(error.statusCode).headers(error.headers)
        const state = stateOf(error, request)
        const asksForProof = isProving || error.fault.reason === 'proof_needed'
        return sendPage(reply, await (asksForProof ? server.formProof.ask : route.again)(request, state))
      }
    },
  )
}

/** A script gets the address instead: it decides whether the page stays, and knows then that the form was taken. */
const goOn = (request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply =>
  request.headers['hx-request'] === 'true'
    ? reply.code(204).header('hx-redirect', next).send()
    : reply.redirect(next, 303)

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
