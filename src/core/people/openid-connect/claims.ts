import { CLOCK_TOLERANCE_S } from '../../../platform/clock.ts'
import { emailKey } from '../../../platform/email-key.ts'
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
  typeof email === 'string' && email_verified === true ? emailKey(email) : null

/** The longest subject that OpenID Connect allows. */
const SUBJECT_LIMIT = 255
const CONTROLS = /\p{Cc}/u

/** Whether the claims that say whose account it is can be stored as they are. */
export function isPlain({ sub, email }: Claims): boolean {
  const isStorable = (text: unknown) => typeof text === 'string' && text.isWellFormed() && !CONTROLS.test(text)
  return isStorable(sub) && String(sub).length <= SUBJECT_LIMIT && (typeof email !== 'string' || isStorable(email))
}

/** Scripts of letters that look like none of another script when they stand alone; those of the last are written together. */
const SCRIPTS = [
  ...[
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Bengali',
    'Tamil',
    'Thai',
  ],
  'Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo',
].map((script) => new RegExp(`^[\\p{Script=${script}}\\P{L}]*$`, 'u'))

/** Whether an email may look like that of somebody else: `аdmin@…` with a Cyrillic а. */
export const looksLikeAnother = (email: string): boolean =>
  email !== email.normalize('NFKC') || !SCRIPTS.some((script) => script.test(email))

/** When the person proved to the provider who they are; null if it does not say so. */
export const authenticatedAt = ({ auth_time }: Claims): Date | null =>
  typeof auth_time === 'number' && Number.isFinite(auth_time) ? new Date(auth_time * 1_000) : null

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
