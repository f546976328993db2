import sql, { type Sql } from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/email-key.ts'
import { Count, described, NullableText, NullableTime, Text, Time } from '../../platform/http/schemas/shapes.ts'
import { NO_REACH, type Reach, reachSql, type StoredReach, storedReach } from '../reach/reach.ts'
import type { Role } from '../reach/role.ts'
import { RoleShape } from '../reach/role-shape.ts'
import type { Actor } from './actor.ts'
import { administeredBy, visiblePeople } from './known-people.ts'
import type { User } from './user.ts'

/** An account in the API. `invited`: without a password yet, and without an account of a provider. */
export const UserShape = Type.Object(
  {
    id: Count,
    email: Type.String({ examples: ['nurse@example.org'] }),
    name: described<string>(Text, 'As it is shown to others; at first the part of the email before the @'),
    role: RoleShape,
    enabled: Type.Boolean(),
    invited: Type.Boolean(),
    created_at: Time,
    last_login_at: described<Date | null>(
      NullableTime,
      'This and how they log in is told to administrators of the installation and of their sites; null for others',
    ),
    issuer: described<string | null>(NullableText, 'The OpenID provider with which they log in; null without one'),
    second_factors: described<('totp' | 'passkey')[]>(
      Type.Array(Type.Enum(['totp', 'passkey'])),
      'What they prove at a login besides the password: codes of an authenticator app, passkeys',
    ),
  },
  { title: 'User' },
)
export type UserRecord = Static<typeof UserShape> & { version: number }

export interface Credentials extends User {
  password_hash: string | null
}

/** When and how they log in is only for those who administer them, as this condition says, and for themselves. */
const record = (isOpen: Sql): Sql => sql`
  users.id, email, name, role, enabled,
  password_hash is null and not exists (select from identities where user_id = users.id) as invited,
  version, created_at, case when ${isOpen} then last_login_at end as last_login_at,
  (select issuer from identities where user_id = users.id and ${isOpen}) as issuer,
  array_remove(
    array[
      case when ${isOpen} and exists (select from authenticator_apps where user_id = users.id) then 'totp' end,
      case when ${isOpen} and exists (select from passkeys where user_id = users.id) then 'passkey' end
    ],
    null
  ) as second_factors`
const RECORD = record(sql`true`)
const recordFor = (reach: Reach): Sql => record(administeredBy(reach, sql`users.id`))

export async function insertUser(
  tx: Queryable,
  user: { email: string; name?: string | null; password_hash: string | null; role: Role | null },
  now: Date,
): Promise<UserRecord> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into users (email, name, password_hash, role, created_at)
    values (
      ${user.email}, coalesce(${user.name ?? null}, left(split_part(${user.email}, '@', 1), 100)), ${user.password_hash}, ${user.role}, ${now}
    )
    returning id`)
  return findSelf(tx, row!)
}

export function listUsers(
  db: Queryable,
  reach: Reach,
  page: { afterId: number; limit: number },
): Promise<UserRecord[]> {
  return db.query<UserRecord>(sql`
    select ${recordFor(reach)}
    from users
    where id > ${page.afterId} and ${visiblePeople(reach, sql`id`)}
    order by id
    limit ${page.limit}`)
}

export async function findUser(db: Queryable, reach: Reach, id: number): Promise<UserRecord | null> {
  const [user] = await db.query<UserRecord>(sql`
    select ${recordFor(reach)} from users where id::bigint = ${id}::bigint and ${visiblePeople(reach, sql`id`)}`)
  return user ?? null
}

/** A person's own record, whatever they reach. */
export async function findSelf(db: Queryable, { id }: Pick<User, 'id'>): Promise<UserRecord> {
  const [user] = await db.query<UserRecord>(sql`select ${RECORD} from users where id = ${id}`)
  return user!
}

/** The present reach of somebody. */
export async function findReach(db: Queryable, id: number): Promise<Reach> {
  const [stored] = await db.query<StoredReach>(
    sql`select ${reachSql('u')} from users as u where u.id = ${id} and u.enabled`,
  )
  return stored === undefined ? NO_REACH : storedReach(stored)
}

/** People by their ids. */
export async function findActors(db: Queryable, ids: readonly number[]): Promise<Map<number, Actor>> {
  if (ids.length === 0) return new Map()
  const people = await db.query<Actor>(sql`select id, email, name from users where id = any (${ids}::integer[])`)
  return new Map(people.map((one) => [one.id, one]))
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRecord | null> {
  const [user] = await db.query<UserRecord>(sql`select ${RECORD} from users where email = ${emailKey(email)}`)
  return user ?? null
}

/**
 * The same, locked until the transaction ends. Not against rows that refer to the person: a failed login is one, and
 * would wait for us while we wait for the counters that it has locked.
 */
export async function lockUser(tx: Queryable, id: number): Promise<UserRecord | null> {
  const [user] = await tx.query<UserRecord>(
    sql`select ${RECORD} from users where id::bigint = ${id}::bigint for no key update`,
  )
  return user ?? null
}

/** The same by the email. */
export async function lockUserByEmail(tx: Queryable, email: string): Promise<UserRecord | null> {
  const [user] = await tx.query<UserRecord>(sql`select ${RECORD} from users where email = ${email} for no key update`)
  return user ?? null
}

/** The ways in which a person can log in. */
export interface Logins {
  password: boolean
  passkey: boolean
  /** Their provider; null without one. */
  issuer: string | null
}

export async function findLogins(db: Queryable, id: number): Promise<Logins> {
  const [logins] = await db.query<Logins>(sql`
    select
      u.password_hash is not null as password,
      exists (select from passkeys where user_id = u.id) as passkey,
      (select issuer from identities where user_id = u.id) as issuer
    from users as u
    where u.id = ${id}`)
  return logins!
}

/** Whether the person can log in without the provider. */
export const hasOwnLogin = ({ password, passkey }: Logins): boolean => password || passkey

/** Locks all enabled administrators with a password, always in the same order; returns their ids. */
export async function lockAdmins(tx: Queryable): Promise<number[]> {
  const admins = await tx.query<{ id: number }>(sql`
    select id
    from users
    where role = 'admin' and enabled and password_hash is not null
    order by id
    for update`)
  return admins.map(({ id }) => id)
}

/** Whether no other administrator would be left. */
export const isOnly = (admins: readonly number[], id: number): boolean => admins.length === 1 && admins[0] === id

export async function hasAnyUser(db: Queryable): Promise<boolean> {
  return (await db.query(sql`select from users limit 1`)).length > 0
}

export async function hasAnyAdmin(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from users where role = 'admin' and enabled and password_hash is not null limit 1`)
  return rows.length > 0
}

export async function updateUser(
  tx: Queryable,
  id: number,
  { name, role, enabled }: Pick<UserRecord, 'name' | 'role' | 'enabled'>,
): Promise<UserRecord> {
  const [user] = await tx.query<UserRecord>(sql`
    update users
    set name = ${name}, role = ${role}, enabled = ${enabled}, version = version + 1
    where id = ${id}
    returning ${RECORD}`)
  return user!
}

export async function findCredentials(db: Queryable, email: string): Promise<Credentials | null> {
  const [user] = await db.query<Credentials>(sql`
    select id, email, name, role, password_hash
    from users
    where email = ${email} and enabled`)
  return user ?? null
}

/** False if the account has changed since these credentials were read. Locks it as `lockUser` does. */
export async function lockUnchanged(tx: Queryable, { id, password_hash }: Credentials): Promise<boolean> {
  const rows = await tx.query(sql`
    select id
    from users
    where id = ${id} and enabled and password_hash = ${password_hash}
    for no key update`)
  return rows.length > 0
}

export async function noteLogin(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`update users set last_login_at = ${now} where id = ${id}`)
}

/** `was` is the hash to replace: false if the current one differs, or if the account is disabled. */
export async function replacePassword(
  tx: Queryable,
  id: number,
  { password_hash, was }: { password_hash: string; was?: string | null },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update users
    set password_hash = ${password_hash}
    where id = ${id} and enabled and (${was === undefined} or password_hash is not distinct from ${was ?? null})
    returning id`)
  return rows.length > 0
}
