import type { ListedRoute, Policy } from '../../platform/http/route-list.ts'
import { NO_BODY } from '../../platform/http/schemas/closed-schemas.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { MediaTypes, Operation, Parameter, ResponseObject, Schema } from './document-types.ts'
import { refusalsOf } from './refusals.ts'

const JSON_TYPE = 'application/json'
const SUCCESS: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done' }

/** Credentials that are not those of people. */
const SECURITY: Partial<Record<Policy, Record<string, string[]>>> = {
  device: { deviceToken: [] },
  source: { sourceToken: [] },
}

/** The operation of one route in the document. */
export function operationOf(route: ListedRoute, components: ComponentSchemas): Operation {
  const { schema, policy } = route
  const parameters = parametersOf(route, components)
  const requestBody = requestBodyOf(route, components)
  const security = policy === 'public' ? [] : [SECURITY[policy] ?? { accessToken: [policy] }]
  return {
    operationId: schema.operationId!,
    tags: [...schema.tags!],
    summary: schema.summary!,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: { ...successOf(route, components), ...refusalsOf(route) },
  }
}

function parametersOf({ schema, url }: ListedRoute, { refer }: ComponentSchemas): Parameter[] {
  const named = (place: Parameter['in'], given: unknown): Parameter[] => {
    const { properties = {}, required = [] } = (given ?? {}) as Schema
    return Object.entries(properties).map(([name, part]) => {
      const { description, ...shown } = refer(part)
      return {
        name: place === 'header' ? headerName(name) : name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description === undefined ? {} : { description }),
        ...(shown.type === 'array' ? { style: 'form' as const, explode: false } : {}),
        schema: shown,
      }
    })
  }
  const inPath = named('path', schema.params)
  for (const [, name] of url.matchAll(/:([a-z_]+)/gi)) {
    if (!inPath.some((parameter) => parameter.name === name)) throw new Error(`${url} has no schema for ${name}`)
  }
  return [...inPath, ...named('query', schema.querystring), ...named('header', schema.headers)]
}

const headerName = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())

function requestBodyOf(
  { schema }: ListedRoute,
  components: ComponentSchemas,
): NonNullable<Operation['requestBody']> | null {
  const { body, bodyContent } = schema
  if (bodyContent !== undefined) return { required: true, content: contentOf(bodyContent, components) }
  if (body === undefined || body === NO_BODY) return null
  const { type, ...rest } = body as Schema
  // A body that may be left out is one that may be null; see OptionalBody.
  const isOptional = Array.isArray(type) && type.includes('null')
  const given = isOptional ? { type: 'object', ...rest } : (body as Schema)
  return { required: !isOptional, content: contentOf({ [JSON_TYPE]: given }, components) }
}

function successOf({ schema, url }: ListedRoute, components: ComponentSchemas): Record<string, ResponseObject> {
  const { response = {}, responseContent, responseHeaders } = schema
  const headers = responseHeaders === undefined ? {} : { headers: responseHeaders }
  const successes = Object.entries(response as Record<string, object>).filter(([code]) => code.startsWith('2'))
  if (responseContent !== undefined) {
    return { 200: { description: SUCCESS[200]!, ...headers, content: contentOf(responseContent, components) } }
  }
  if (successes.length === 0) throw new Error(`${url} has no schema for its response`)
  return Object.fromEntries(
    successes.map(([code, shape]) => {
      const content = code === '204' ? {} : { content: contentOf({ [JSON_TYPE]: shape }, components) }
      return [code, { description: SUCCESS[code] ?? 'Done', ...headers, ...content }]
    }),
  )
}

const contentOf = (shapes: Record<string, object>, { refer }: ComponentSchemas): MediaTypes =>
  Object.fromEntries(Object.entries(shapes).map(([type, shape]) => [type, { schema: refer(shape) }]))
