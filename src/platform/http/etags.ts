import type { FastifyRequest } from 'fastify'
import { badRequest, RequestError } from '../errors.ts'

/** The version of a record as the `ETag` of an answer. */
export const etagOf = (version: number): string => `"${version}"`

/** The version that `If-Match` asks for; null when the client does not care. Throws 400. */
export function versionAskedFor(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return null
  const [, version] = /^"(\d{1,9})"$/.exec(header) ?? []
  if (version === undefined) throw badRequest('If-Match must be the ETag of an answer')
  return Number(version)
}

/** Throws 412 when somebody has changed the record meanwhile. */
export function checkVersion(present: number, askedFor: number | null): void {
  if (askedFor !== null && askedFor !== present) {
    throw new RequestError(412, 'Somebody has changed this meanwhile; read it again')
  }
}
