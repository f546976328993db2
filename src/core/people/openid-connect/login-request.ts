import { CLOCK_TOLERANCE_S, secondsAfter } from '../../../platform/clock.ts'
import { encryptSecret, newToken, openSecret } from '../../../platform/secrets.ts'

export const REQUEST_LIFETIME_S = 10 * 60

/** A login that a browser has begun with the provider. Only the browser keeps it, encrypted, in a cookie. */
export interface LoginRequest {
  /** The provider sends it back, so the response belongs to this browser. */
  state: string
  /** Is part of the ID token, so the token belongs to this login. */
  nonce: string
  /** Proves at the exchange of the code who has begun the login (PKCE). */
  verifier: string
  /** The page of the console to go on with. */
  to: string
  /** Whether the provider has to ask for the password even if it knows the person. */
  asksAgain: boolean
  expires_at: Date
}

export const newLoginRequest = (about: Pick<LoginRequest, 'to' | 'asksAgain'>, now: Date): LoginRequest => ({
  ...about,
  state: newToken(),
  nonce: newToken(),
  verifier: newToken(),
  expires_at: secondsAfter(now, REQUEST_LIFETIME_S),
})

/** The value of the cookie. All nodes have the same key, so any of them can end the login. */
export const sealRequest = (encryptionKey: Buffer, request: LoginRequest): string =>
  encryptSecret(encryptionKey, JSON.stringify({ login_request: request })).toString('base64url')

/** Null if it expired, or if it was not made here. */
export function openRequest(encryptionKey: Buffer, cookie: string, now: Date): LoginRequest | null {
  const opened = openSecret(encryptionKey, Buffer.from(cookie, 'base64url'))
  const { login_request: request } = JSON.parse(opened ?? '{}') as {
    login_request?: Omit<LoginRequest, 'expires_at'> & { expires_at: string }
  }
  if (request === undefined) return null
  const expires_at = new Date(request.expires_at)
  // One that was made while the clock was ahead is not valid for longer.
  const isValid = expires_at > now && expires_at <= secondsAfter(now, REQUEST_LIFETIME_S + CLOCK_TOLERANCE_S)
  return isValid ? { ...request, expires_at } : null
}
