import type { Queryable } from '../../../platform/database/database.ts'
import { CSRF_HEADER, checkCsrfToken, requireOwnOrigin } from '../../../platform/http/csrf.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'
import { byBearer, noBearer } from './bearer.ts'
import { requireCaller } from './caller.ts'
import { bySession, sessionCookie } from './session-cookie.ts'

/**
 * A hook for routes used by both browsers and programs. A request with an Authorization header is judged by that alone;
 * any other needs a session and, if it changes something, the session's CSRF token in a header.
 */
export function requireSessionOrBearer(db: Queryable, publicUrl: PublicUrl, now: () => Date) {
  const [bearer, session] = [byBearer(db, now), bySession(db, publicUrl, now)]
  const cookie = sessionCookie(publicUrl)
  return requireCaller(async (request) => {
    if (request.headers.authorization !== undefined) return bearer(request)
    const caller = await session(request)
    if (caller !== null) {
      requireOwnOrigin(request, publicUrl())
      checkCsrfToken(request, cookie.read(request), request.headers[CSRF_HEADER])
    }
    return caller
  }, noBearer)
}
