import type { Queryable } from '../platform/database.ts'
import { byBearer } from './bearer.ts'
import type { FindCaller } from './caller.ts'
import { bySession } from './session-cookie.ts'

/** For what apps and open pages both ask for. A request that brings a token is judged by that alone. */
export function byTokenOrSession(db: Queryable, publicUrl: string, now: () => Date): FindCaller {
  const [token, session] = [byBearer(db, now), bySession(db, publicUrl, now)]
  return (request) => (request.headers.authorization === undefined ? session(request) : token(request))
}
