import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** Codes of the step before and the step after are accepted too: clocks differ, and typing takes time. */
const DRIFT_STEPS = 1
/** As many as SHA-1 has. */
const KEY_BYTES = 20

/** The parameters that every authenticator app supports; some ignore all others. */
const totpOf = (key: string) => new TOTP({ secret: key, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** A new key, in base32. */
export const newTotpKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** The address that an authenticator app reads from a QR code, which is smaller without what every app assumes. */
export function totpAddress(key: string, { email, host }: { email: string; host: string }): string {
  const issuer = encodeURIComponent(`Tocsin (${host})`)
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${key}&issuer=${issuer}`
}

export const isTotpShaped = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code))

/** The time from which the code is valid; null for a wrong one. Pure. */
export function startOfCode(key: string, code: string, now: Date): Date | null {
  const token = withoutSpaces(code)
  const steps = totpOf(key).validate({ token, timestamp: now.getTime(), window: DRIFT_STEPS })
  if (steps === null) return null
  return new Date((Math.floor(now.getTime() / 1_000 / PERIOD_S) + steps) * PERIOD_S * 1_000)
}

/** Apps show codes in two groups. */
const withoutSpaces = (code: string): string => code.replace(/\s/g, '')
