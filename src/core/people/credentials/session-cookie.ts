import type { Queryable } from '../../../platform/database/database.ts'
import { type HostCookie, hostCookie } from '../../../platform/http/host-cookie.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'
import type { FindCaller } from './caller.ts'
import { findCallerBySession } from './sessions.ts'

/** The session cookie: `__Host-sid`, or `sid` without https. */
export const sessionCookie = (publicUrl: PublicUrl): HostCookie => hostCookie('sid', publicUrl)

export function bySession(db: Queryable, publicUrl: PublicUrl, now: () => Date): FindCaller {
  const cookie = sessionCookie(publicUrl)
  return async (request) => {
    const id = cookie.read(request)
    return id === null ? null : findCallerBySession(db, id, now())
  }
}
