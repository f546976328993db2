import { CLOCK_TOLERANCE_S } from '../../../platform/clock.ts'
import { VISIBLE } from '../../../platform/visible-text.ts'
import { ROLES, type Role } from '../../reach/role.ts'

/** The claims of a provider about a person, from the ID token and from its UserInfo endpoint. */
export type Claims = Record<string, unknown>

const NAME_LIMIT = 100

/** The highest role that a claim names, alone or in a list; null for none. */
export function roleInClaim(claims: Claims, claim: string): Role | null {
  const value = claimOf(claims, claim)
  const names: unknown[] = Array.isArray(value) ? value : [value]
  return ROLES.find((role) => names.includes(role)) ?? null
}

/** A claim by its name, or by a path such as `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((value, key) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    return isObject ? (value as Claims)[key] : undefined
  }, claims)
}

/** The email, if the provider has verified that it is the person's. */
export const verifiedEmail = ({ email, email_verified }: Claims): string | null =>
  typeof email === 'string' && email_verified === true ? email.trim().toLowerCase() : null

/** The name to show, if it can be shown. */
export function nameInClaims({ name }: Claims): string | null {
  const text = typeof name === 'string' ? name.trim() : ''
  return text.length <= NAME_LIMIT && text.isWellFormed() && new RegExp(VISIBLE, 'u').test(text) ? text : null
}

/** Whether the provider has asked for a second factor: `mfa` of RFC 8176. */
export const hasSecondFactor = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.includes('mfa')

/** Whether an ID token is valid now: not over, and neither issued nor valid only later than clocks may differ. */
export function isValidAt({ exp, iat, nbf }: Claims, now: Date): boolean {
  const seconds = now.getTime() / 1_000
  const began = [iat, nbf ?? iat].every((time) => typeof time === 'number' && time <= seconds + CLOCK_TOLERANCE_S)
  return began && typeof exp === 'number' && exp > seconds - CLOCK_TOLERANCE_S
}
