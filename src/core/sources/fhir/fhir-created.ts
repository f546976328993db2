import { hash } from 'node:crypto'
import type { SourceResponse } from '../formats/source-format.ts'
import { bodyText, isJsonObject, parseMessageJson } from '../messages/json-text.ts'
import type { SourceMessage } from '../messages/source-message.ts'

const MEDIA = 'application/fhir+json'
/** Many more than a message may have readings. The response to a million empty ones would be larger than any memory. */
export const MOST_ENTRIES = 10_000
const STATUSES: Readonly<Record<string, string>> = { GET: '404 Not Found', DELETE: '204 No Content' }

/**
 * The response of a FHIR server that created what the message holds: the resource with its ID, or for a Bundle a Bundle
 * with a response for each entry. IDs come from the content, so that a retry gets the same ones.
 */
export function fhirCreated(message: SourceMessage): SourceResponse {
  const resource = parsed(message)
  if (resource === null) return { status: 201, headers: { location: `Observation/${idOf(message.body)}` } }
  if (resource.resourceType !== 'Bundle') {
    const id = idOf(JSON.stringify(resource))
    const headers = { location: `${typeOf(resource)}/${id}`, etag: 'W/"1"' }
    return { status: 201, headers, media: MEDIA, body: JSON.stringify({ ...resource, id }) }
  }
  const entries: unknown[] = Array.isArray(resource.entry) ? resource.entry.slice(0, MOST_ENTRIES) : []
  const type = resource.type === 'transaction' ? 'transaction-response' : 'batch-response'
  const entry = entries.map((of) => ({ response: responseTo(isJsonObject(of) ? of : {}) }))
  return { status: 200, media: MEDIA, body: JSON.stringify({ resourceType: 'Bundle', type, entry }) }
}

function responseTo({ resource, request }: Record<string, unknown>): Record<string, string> {
  const method = isJsonObject(request) && typeof request.method === 'string' ? request.method : 'POST'
  if (Object.hasOwn(STATUSES, method)) return { status: STATUSES[method]! }
  const url = method === 'PUT' && isJsonObject(request) && typeof request.url === 'string' ? request.url : ''
  const own = /^[A-Za-z]{1,64}\/[-A-Za-z0-9.]{1,64}$/.test(url) ? url : null
  const location = own ?? `${typeOf(resource)}/${idOf(JSON.stringify(resource ?? null))}`
  return { status: own === null ? '201 Created' : '200 OK', location: `${location}/_history/1`, etag: 'W/"1"' }
}

/** Null for a body that went to quarantine as it came, such as XML. */
function parsed(message: SourceMessage): Record<string, unknown> | null {
  try {
    const body = parseMessageJson(bodyText(message.body))
    return isJsonObject(body) ? body : null
  } catch {
    return null
  }
}

/** It becomes part of a header. */
const typeOf = (resource: unknown): string =>
  isJsonObject(resource) && typeof resource.resourceType === 'string' && /^[A-Za-z]{1,64}$/.test(resource.resourceType)
    ? resource.resourceType
    : 'Observation'

const idOf = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, 32)
