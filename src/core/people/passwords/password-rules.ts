import { invalidField } from '../../../platform/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** bcrypt ignores everything beyond this; a longer password would be truncated silently. */
const LIMIT_BYTES = 72
export const PASSWORD_MIN_CHARACTERS = 12

/** Whether bcrypt would use all of it. */
export const isHashable = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMIT_BYTES && !password.includes('\0')

/** Throws 400 with the reason if the password is weak. */
export function checkNewPassword(password: string, email: string): void {
  const refuse = (reason: string) => invalidField('/password', reason)
  if ([...password].length < PASSWORD_MIN_CHARACTERS) {
    throw refuse(`must have at least ${PASSWORD_MIN_CHARACTERS} characters`)
  }
  if (Buffer.byteLength(password) > LIMIT_BYTES) throw refuse(`must have at most ${LIMIT_BYTES} bytes in UTF-8`)
  if (password.includes('\0')) throw refuse('must not hold NUL')
  const folded = password.toLowerCase()
  if (isCommonPassword(password) || folded === email || folded === email.split('@')[0]) {
    throw refuse('is among the first that are tried')
  }
}
