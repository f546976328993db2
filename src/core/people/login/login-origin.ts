import { hashToken } from '../../../platform/secrets.ts'

/**
 * Key under which the failed logins of an account are counted. The email may be a password in the wrong field, and a
 * whole digest of one can be looked up in a list. Sixteen bits fit thousands of entries of any list; two accounts that
 * share them are counted as one.
 */
export const accountKey = (email: string): string => hashToken(email).slice(0, 4)
