import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { addUser } from '../../src/core/people/create-user.ts'
import type { UserRecord } from '../../src/core/people/user-store.ts'
import type { Role } from '../../src/core/reach/role.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'a quiet harbour at dawn'
/** A bcrypt hash of PASSWORD at cost 4: at the service's cost, each hash and login takes a quarter of a second. */
const PASSWORD_HASH = '$2b$04$83fsRhZbsiWLokr//.bZCOVU47d5qPKpPElRfEKJYViDs.Q53PqLS'

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
export const addPerson = (db: Database, email: string, role: Role | null, now: Date): Promise<UserRecord> =>
  db.transaction((tx) => addUser(tx, { email, password_hash: PASSWORD_HASH, role }, BY_COMMAND, now))
