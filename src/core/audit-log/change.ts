import type { FastifyRequest } from 'fastify'

/** The person on whose account something changes, and how they are authenticated. */
export interface ChangeBy {
  /** Null for commands and the service itself, and when the person is unknown, as with a failed login. */
  actor: { id: number; email: string } | null
  via: 'session' | 'token' | 'command' | 'system'
  /** Address of the client; null for changes made on the machine itself. */
  address: string | null
}

export interface Change {
  /** The action, like `device.created` or `incident.resolved`; docs/api.md lists them. */
  action: string
  subject: { type: string; id: string | number; name?: string | null | undefined }
  /** The fields before and after the change; equal ones are left out. */
  before: object | null
  after: object | null
}

export const BY_COMMAND: ChangeBy = { actor: null, via: 'command', address: null }
export const BY_SYSTEM: ChangeBy = { actor: null, via: 'system', address: null }

/** The person behind a request, if it has one, and the way they authenticated. */
export function changeBy(request: FastifyRequest): ChangeBy & { via: 'session' | 'token'; address: string } {
  const actor = request.user ? { id: request.user.id, email: request.user.email } : null
  const via = request.headers.authorization === undefined ? 'session' : 'token'
  return { actor, via, address: request.ip }
}
