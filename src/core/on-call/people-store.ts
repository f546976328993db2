import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { visiblePeople } from '../people/known-people.ts'
import type { Reach } from '../reach/reach.ts'
import type { Role } from '../reach/role.ts'
import type { PersonOnCall } from './schedule.ts'

export interface KnownPerson extends PersonOnCall {
  email: string
  role: Role | null
  enabled: boolean
}

/** Everybody with an account whom somebody with this reach may know, by name. */
export function listPeople(db: Queryable, reach: Reach): Promise<KnownPerson[]> {
  return db.query<KnownPerson>(sql`
    select id, name, email, role, enabled from users where ${visiblePeople(reach, sql`id`)} order by lower(name), id`)
}

export async function findPeople(
  db: Queryable,
  reach: Reach,
  ids: readonly number[],
): Promise<Map<number, KnownPerson>> {
  if (ids.length === 0) return new Map()
  const people = await db.query<KnownPerson>(
    sql`
      select id, name, email, role, enabled
      from users
      where id = any (${ids}::integer[]) and ${visiblePeople(reach, sql`id`)}`,
  )
  return new Map(people.map((person) => [person.id, person]))
}

/** People whose account is disabled: nobody reaches them. */
export async function listDisabled(db: Queryable): Promise<Set<number>> {
  const people = await db.query<{ id: number }>(sql`select id from users where not enabled`)
  return new Set(people.map(({ id }) => id))
}
