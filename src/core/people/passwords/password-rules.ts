import { dictionary } from '@zxcvbn-ts/language-common'
import type { FaultReason, Params } from '../../../platform/error-messages/reasons.ts'
import { invalidField } from '../../../platform/errors.ts'

/** About 50,000 leaked passwords, the most frequent first. */
const RANKED = dictionary['passwords-common']
/** Published as an example of a good password. */
const FAMOUS = 'correcthorsebatterystaple'
const common = new Set([...RANKED, FAMOUS])
/** Words that people surround with digits when a longer password is required. */
const favourite = new Set(RANKED.slice(0, 1_000))

/** bcrypt ignores everything beyond this; a longer password would be truncated silently. */
const LIMIT_BYTES = 72
export const PASSWORD_MIN_CHARACTERS = 12

/** Whether bcrypt would use all of it. */
export const isHashable = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMIT_BYTES && !password.includes('\0')

/** Throws 400 with the reason if the password is weak. */
export function checkNewPassword(password: string, email: string): void {
  const refuse = <R extends FaultReason>(...says: [R, ...Params<R>]) => invalidField('/password', ...says)
  if ([...password].length < PASSWORD_MIN_CHARACTERS) {
    throw refuse('too_short', PASSWORD_MIN_CHARACTERS)
  }
  if (Buffer.byteLength(password) > LIMIT_BYTES) throw refuse('password_long', LIMIT_BYTES)
  if (password.includes('\0')) throw refuse('holds_nul')
  const folded = password.toLowerCase()
  if (isCommonPassword(password) || folded === email || folded === email.split('@')[0]) {
    throw refuse('password_common')
  }
}

/**
 * Whether attackers try it early: a leaked password, or a frequent one repeated or surrounded by digits and
 * punctuation.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase()
  const unit = /^(.+?)\1*$/su.exec(folded)?.[1] ?? folded
  const bare = unit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(folded.replaceAll(' ', '')) || [...unit].length === 1 || favourite.has(unit) || favourite.has(bare)
}
