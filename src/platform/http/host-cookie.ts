import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from './public-url.ts'

/** A cookie that scripts cannot read, that other sites cannot use, and that no other host can set. */
export interface HostCookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | null
  /** Without a lifetime, the cookie lasts until the browser closes. */
  set(reply: FastifyReply, value: string, maxAgeS?: number): void
  clear(reply: FastifyReply): void
}

/**
 * The prefix `__Host-` keeps other hosts from setting the cookie. Browsers accept it over https only. They send it when
 * another site leads here only if it is `lax`.
 */
export function hostCookie(plainName: string, publicUrl: PublicUrl, sameSite: 'strict' | 'lax' = 'strict'): HostCookie {
  const isSecure = ({ headers }: Pick<FastifyRequest, 'headers'>) => publicUrl.isSecureAt(headers.host)
  const nameOf = (secure: boolean) => (secure ? `__Host-${plainName}` : plainName)
  function set(reply: FastifyReply, value: string, maxAge?: number): void {
    const secure = isSecure(reply.request)
    const lifetime = maxAge === undefined ? {} : { maxAge }
    const cookie = { name: nameOf(secure), value, httpOnly: true, sameSite, secure, path: '/', ...lifetime } as const
    reply.header('set-cookie', stringifySetCookie(cookie))
  }
  return {
    read(request) {
      const { cookie } = request.headers
      return cookie === undefined ? null : (parseCookie(cookie)[nameOf(isSecure(request))] ?? null)
    },
    set,
    clear: (reply) => set(reply, '', 0),
  }
}
