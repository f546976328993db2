import type { ListedRoute } from '../../platform/http/route-list.ts'
import { NO_BODY } from '../../platform/http/schemas/closed-schemas.ts'
import { ErrorShape } from '../../platform/http/schemas/shapes.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { Reference, ResponseObject } from './document-types.ts'

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }
const CHALLENGE = { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } }

interface Refusal {
  name: string
  description: string
  message: string
  headers?: Record<string, object>
}

/** Refusals by status. */
const REFUSALS: Record<number, Refusal> = {
  400: {
    name: 'BadRequest',
    description: 'Malformed or invalid',
    message: '/limit: must match pattern "^[0-9]{1,4}$"',
  },
  401: {
    name: 'Unauthorized',
    description: 'No valid token, or wrong credentials',
    message: 'A valid bearer token is needed',
    headers: CHALLENGE,
  },
  403: {
    name: 'Forbidden',
    description: 'The role is too low, or programs may not do this',
    message: 'This needs the role operator',
  },
  404: { name: 'NotFound', description: 'Not found', message: 'Device not found' },
  409: {
    name: 'Conflict',
    description: 'Conflict with the current state',
    message: 'There is already a user with this email',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Changed by someone else: read it again',
    message: 'It was changed meanwhile; read it again',
  },
  413: { name: 'TooLarge', description: 'The body is too large', message: 'The body is too large' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Unsupported content type',
    message: 'The body must be application/json in UTF-8, without content encoding',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests',
    message: 'Too many failed logins; wait before the next try',
    headers: RETRY_AFTER,
  },
  503: {
    name: 'Unavailable',
    description: 'Temporarily unavailable: the database is unavailable, or the service is busy',
    message: 'The database does not answer; try again',
    headers: RETRY_AFTER,
  },
}
const OTHER: Refusal = {
  name: 'Refused',
  description: 'Any other error',
  message: 'Something went wrong here; the log has the details',
}

/** Refusals that some of these routes name, as shared parts of the document. */
export function sharedRefusals(
  routes: readonly ListedRoute[],
  { refer }: ComponentSchemas,
): Record<string, ResponseObject> {
  const schema = refer(ErrorShape)
  const codes = Object.keys(REFUSALS).map(Number)
  const used = codes.filter((code) => routes.some((route) => codesOf(route).includes(code)))
  const all: [number, Refusal][] = [...used.map((code): [number, Refusal] => [code, REFUSALS[code]!]), [500, OTHER]]
  const response = ([code, { name, description, message, headers }]: [number, Refusal]): [string, ResponseObject] => {
    const example = { status: 'error', message, code }
    const content = { 'application/json': { schema, example } }
    return [name, { description, ...(headers === undefined ? {} : { headers }), content }]
  }
  return Object.fromEntries(all.map(response))
}

/** References to the refusals of a route. */
export function refusalsOf(route: ListedRoute): Record<string, Reference> {
  const codes = [...new Set(codesOf(route))].sort((one, other) => one - other)
  const references = codes.map((code) => [String(code), reference(refusal(code, route))] as const)
  return { ...Object.fromEntries(references), default: reference(OTHER) }
}

function codesOf({ policy, url, isLimited, schema }: ListedRoute): number[] {
  const { body, bodyContent, refusals = [] } = schema
  const hasBody = (body !== undefined && body !== NO_BODY) || bodyContent !== undefined
  const codes = [400, ...refusals, 503]
  if (policy !== 'public') codes.push(401)
  if (isLimited) codes.push(429)
  const isRefusedToPrograms = policy === 'viewer' && !schema.forPrograms
  if (policy === 'operator' || policy === 'admin' || isRefusedToPrograms) codes.push(403)
  if (url.includes('/:')) codes.push(404)
  if (hasBody) codes.push(413, 415)
  return codes
}

function refusal(code: number, { url }: ListedRoute): Refusal {
  const known = REFUSALS[code]
  if (known === undefined)
    throw new Error(`${url} names the refusal ${code}, which src/doors/reference/refusals.ts does not know`)
  return known
}

const reference = ({ name }: Refusal): Reference => ({ $ref: `#/components/responses/${name}` })
