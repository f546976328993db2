import { isJsonObject } from '../messages/json-text.ts'

const LONGEST = 256
const MOST_CONTAINED = 64

/** Finds the external IDs that references of resources name. */
export interface FhirReferences {
  /** Undefined if the reference is missing, or names nothing that has a name outside of its message. */
  idOf(reference: unknown, from: Record<string, unknown>): string | undefined
}

/**
 * References as resources of a Bundle mean them; without entries, those of a resource that comes alone. A literal reference
 * is an external ID as it is written, without its version: an absolute one is another patient than that of the same ID on
 * another server. `urn:uuid:…` is new in each Bundle, so the resource that it means is named by its own ID, or else by
 * its identifier, as `system|value`, the way searches of FHIR write one.
 */
export function fhirReferences(entries: readonly Record<string, unknown>[]): FhirReferences {
  const resources = new Map<string, string | undefined>()
  for (const entry of entries) {
    const { fullUrl, resource } = entry
    if (typeof fullUrl === 'string' && fullUrl.startsWith('urn:') && isJsonObject(resource))
      resources.set(fullUrl, idOfResource(resource, entry.request))
  }
  return {
    idOf(reference, from) {
      if (!isJsonObject(reference)) return undefined
      const literal = text(reference.reference)
      if (literal === undefined) return tokenOf(reference.identifier)
      if (literal.startsWith('#')) return tokenOfContained(literal.slice(1), from)
      if (resources.has(literal)) return resources.get(literal)
      if (literal.startsWith('urn:')) return tokenOf(reference.identifier)
      const search = literal.indexOf('?identifier=')
      return search < 0 ? literal.replace(/\/_history\/[^/]*$/, '') : literal.slice(search + '?identifier='.length)
    },
  }
}

function idOfResource(resource: Record<string, unknown>, request: unknown): string | undefined {
  const type = text(resource.resourceType)
  if (isJsonObject(request) && request.method === 'PUT' && typeof request.url === 'string') {
    if (/^[A-Za-z]+\/[-A-Za-z0-9.]{1,64}$/.test(request.url)) return request.url
  }
  const id = text(resource.id)
  return type !== undefined && id !== undefined ? `${type}/${id}` : tokenOfFirst(resource.identifier)
}

function tokenOfContained(id: string, from: Record<string, unknown>): string | undefined {
  if (!Array.isArray(from.contained)) return undefined
  for (const resource of from.contained.slice(0, MOST_CONTAINED))
    if (isJsonObject(resource) && resource.id === id) return tokenOfFirst(resource.identifier)
  return undefined
}

const tokenOfFirst = (identifiers: unknown): string | undefined =>
  Array.isArray(identifiers) ? tokenOf(identifiers[0]) : undefined

function tokenOf(identifier: unknown): string | undefined {
  if (!isJsonObject(identifier)) return undefined
  const [system, value] = [text(identifier.system), text(identifier.value)]
  return value === undefined ? undefined : system === undefined ? value : `${system}|${value}`
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined
