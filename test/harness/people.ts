import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { addUser } from '../../src/core/people/create-user.ts'
import { setHashCost } from '../../src/core/people/passwords/password-hashing.ts'
import type { Role } from '../../src/core/people/user.ts'
import type { UserRecord } from '../../src/core/people/user-store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { TestApp } from './app.ts'
import { cleanUp, type Scope } from './cleanup.ts'

export const PASSWORD = 'a quiet harbour at dawn'
/** At the service's own cost, each hash and login takes a quarter of a second. */
const CHEAP = 4
/** A hash of PASSWORD at this cost. */
const PASSWORD_HASH = '$2b$04$83fsRhZbsiWLokr//.bZCOVU47d5qPKpPElRfEKJYViDs.Q53PqLS'

setHashCost(CHEAP)

/** Hashes and compares at this cost until the end of the test; by default at the service's own. */
export function useHashCost(t: Scope, cost?: number): void {
  setHashCost(cost)
  cleanUp(t, () => setHashCost(CHEAP))
}

/** Gives people a verified contact method, with no service behind it. */
export const makeReachable = (app: Pick<TestApp, 'rows'>, ...ids: number[]): Promise<unknown> =>
  app.rows(
    `insert into contact_methods (
       user_id, kind, label, state, address_hint, details, address_sealed, fingerprint, created_at
     )
     select id, 'ntfy', 'Phone', 'verified', 'ntfy.sh', 'minimal', '', 'of ' || id, now() from unnest($1::integer[]) as id`,
    [ids],
  )

/** Creates a person with the password PASSWORD. */
export const addPerson = (db: Database, email: string, role: Role, now: Date): Promise<UserRecord> =>
  db.transaction((tx) => addUser(tx, { email, password_hash: PASSWORD_HASH, role }, BY_COMMAND, now))
