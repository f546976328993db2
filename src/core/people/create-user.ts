import type { Database, Queryable } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/sql-errors.ts'
import { emailKey } from '../../platform/email-key.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { hasUnseen } from '../../platform/visible-text.ts'
import { type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import type { Role } from '../reach/role.ts'
import { checkGrants, type Membership, saveMemberships } from './memberships.ts'
import { hashPassword } from './passwords/password-hashing.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { insertUser, type UserRecord } from './user-store.ts'

const EMAIL = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u
const EMAIL_LIMIT = 254

/** The rights of a new person. */
export interface Grants {
  /** The role everywhere. */
  role: Role | null
  /** Roles in sites, beside it. */
  memberships?: readonly Membership[] | undefined
}

interface NewUser extends Grants {
  email: string
  password: string
}

/** Throws 400 for an invalid address or a weak password, 403 for rights one may not give, 409 if the address is taken. */
export async function createUser(db: Database, user: NewUser, by: ProvenBy, now: Date): Promise<UserRecord> {
  const email = addressOf(user.email)
  checkNewPassword(user.password, email)
  const password_hash = await hashPassword(user.password)
  const { role, memberships } = user
  return db.transaction((tx) => addUser(tx, { email, password_hash, role, memberships }, by, now))
}

/** Throws 400 for an invalid address. */
export function addressOf(text: string): string {
  const email = emailKey(text)
  if (!EMAIL.test(email) || email.length > EMAIL_LIMIT || !email.isWellFormed() || email !== email.toLowerCase()) {
    throw invalidField('/email', 'no_email')
  }
  if (hasUnseen(email)) throw invalidField('/email', 'unseen_characters')
  return email
}

interface AddedUser extends Grants {
  email: string
  /** Null for somebody who is invited, or logs in with a provider. */
  password_hash: string | null
  /** As the provider says; absent: from the email. */
  name?: string | null
  /** The provider with which they log in. */
  issuer?: string
}

/** Throws 400 and 403 for rights that one may not give, 409 if the address is taken. */
export async function addUser(
  tx: Queryable,
  { memberships = [], issuer, ...user }: AddedUser,
  by: ProvenBy,
  now: Date,
): Promise<UserRecord> {
  checkGrants(by.reach, user.role, memberships)
  const record = await insertUser(tx, user, now).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict('email_taken') : error
  })
  const { id, email, role } = record
  await saveMemberships(tx, id, memberships, now)
  const action = user.password_hash === null && issuer === undefined ? 'user.invited' : 'user.created'
  // The first account is created by its own owner.
  const doer = by.actor === null && by.via === 'session' ? { ...by, actor: { id, email } } : by
  await recordChange(
    tx,
    doer,
    {
      action,
      subject: { type: 'user', id, name: email },
      before: null,
      after: { email, role, issuer, ...(memberships.length > 0 ? { memberships } : {}) },
    },
    now,
  )
  return record
}
