import type { FastifyRequest } from 'fastify'

/** On whose account something changes, and how they came in. */
export interface ChangeBy {
  /** Null: a command or the service itself; or nobody knows, as with a failed login. */
  actor: { id: number; email: string } | null
  via: 'session' | 'token' | 'command' | 'system'
  /** Where they came from; null for what happens on the machine itself. */
  address: string | null
}

export interface Change {
  /** What happened to what: `device.created`, `incident.resolved`; docs/api.md lists them. */
  action: string
  subject: { type: string; id: string | number; name?: string | null | undefined }
  /** The fields as they were and as they are; what is equal in both is left out. */
  before: object | null
  after: object | null
}

export const BY_COMMAND: ChangeBy = { actor: null, via: 'command', address: null }
export const BY_SYSTEM: ChangeBy = { actor: null, via: 'system', address: null }

/** The person behind a request, if it has one, and the way they took. */
export function changeBy(request: FastifyRequest): ChangeBy & { via: 'session' | 'token'; address: string } {
  const actor = request.user ? { id: request.user.id, email: request.user.email } : null
  const via = request.headers.authorization === undefined ? 'session' : 'token'
  return { actor, via, address: request.ip }
}
