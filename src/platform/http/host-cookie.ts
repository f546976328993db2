import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that scripts cannot read, that other sites cannot use, and that no other host can set. */
export interface HostCookie {
  read(request: FastifyRequest): string | null
  /** Without a lifetime, the cookie lasts until the browser closes. */
  set(reply: FastifyReply, value: string, maxAgeS?: number): void
  clear(reply: FastifyReply): void
}

/**
 * The prefix `__Host-` keeps other hosts from setting the cookie. Browsers accept it over https only. They send it when
 * another site leads here only if it is `lax`.
 */
export function hostCookie(plainName: string, publicUrl: string, sameSite: 'strict' | 'lax' = 'strict'): HostCookie {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  function set(reply: FastifyReply, value: string, maxAge?: number): void {
    const lifetime = maxAge === undefined ? {} : { maxAge }
    const cookie = { name, value, httpOnly: true, sameSite, secure, path: '/', ...lifetime } as const
    reply.header('set-cookie', stringifySetCookie(cookie))
  }
  return {
    read: ({ headers }) => (headers.cookie === undefined ? null : (parseCookie(headers.cookie)[name] ?? null)),
    set,
    clear: (reply) => set(reply, '', 0),
  }
}
