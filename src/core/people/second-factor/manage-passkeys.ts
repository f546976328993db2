import type { Database } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/sql-errors.ts'
import { badRequest, conflict, mustExist } from '../../../platform/errors.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import { checkRegistration, credentialIn } from './check-passkey.ts'
import { findFactors } from './factors.ts'
import { takeChallenge } from './passkey-challenge.ts'
import type { PasskeySetup } from './passkey-options.ts'
import { deletePasskey, insertPasskey, setPasskeyName } from './passkey-store.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { refuseLastFactor } from './remove-factor.ts'
import type { Assertion } from './take-passkey.ts'

/** Most passkeys per person. */
const LIMIT = 20

/**
 * Adds a passkey that the browser has just made. Returns recovery codes if the person has none yet. Throws 400 if it is
 * not valid, 409 if it is known already or there are too many.
 */
export async function addPasskey(
  db: Database,
  setup: PasskeySetup,
  user: User,
  { name, credential, csrf }: Assertion & { name: string },
  by: ProvenBy,
  now: Date,
): Promise<string[] | null> {
  const sent = credentialIn(credential)
  const use = { purpose: 'new passkey', csrf } as const
  const checked = sent === null ? null : await checkRegistration(setup, sent, use, now)
  if (checked === null) throw badRequest('passkey_not_added')
  const { challenge, ...passkey } = checked
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if ((await findFactors(tx, user.id)).passkeys >= LIMIT) throw conflict('passkeys_most', LIMIT)
    if (!(await takeChallenge(tx, challenge.text, challenge.end))) throw badRequest('passkey_not_added')
    const row = { ...passkey, user_id: user.id, name: name.trim() }
    const id = await insertPasskey(tx, row, now).catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict('passkey_known') : error
    })
    await recordChange(tx, by, change('user.passkey_added', user, null, { passkey: id, name: row.name }), now)
    return firstRecoveryCodes(tx, user.id)
  })
}

/** Throws 404. */
export async function renamePasskey(
  db: Database,
  user: User,
  { id, name }: { id: number; name: string },
  by: ProvenBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const after = name.trim()
    const before = mustExist('Passkey', await setPasskeyName(tx, { id, userId: user.id }, after))
    await recordChange(tx, by, change('user.passkey_renamed', user, { name: before }, { name: after }), now)
  })
}

/** Throws 404, and 409 if the person needs a second factor and has no other. */
export async function removePasskey(db: Database, user: User, id: number, by: ProvenBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const name = mustExist('Passkey', await deletePasskey(tx, { id, userId: user.id }))
    await refuseLastFactor(tx, user.id)
    await recordChange(tx, by, change('user.passkey_removed', user, { passkey: id, name }, null), now)
  })
}

const change = (action: string, { id, email }: User, before: object | null, after: object | null) => ({
  action,
  subject: { type: 'user', id, name: email },
  before,
  after,
})
