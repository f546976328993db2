import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  type NotificationPreferences,
} from '../contact-methods/notification-preferences.ts'
import { findHolders } from '../on-call/read-on-call.ts'
import { visiblePeople } from '../people/known-people.ts'
import { type Reach, reachesSql } from '../reach/reach.ts'
import { ROLES, type Role } from '../reach/role.ts'
import type { Target } from './policy-shapes.ts'

/** A person with what is needed to plan their messages. */
export interface Recipient {
  id: number
  name: string
  /** Verified methods, oldest first. */
  method_ids: number[]
  preferences: NotificationPreferences
}

/**
 * The people behind these targets who reach the site, each once; those without a verified method too. A null site is the
 * whole installation.
 */
export async function findRecipients(
  tx: Queryable,
  siteId: number | null,
  targets: readonly Target[],
  now: Date,
): Promise<Recipient[]> {
  const ids = new Set<number>()
  const roles = new Set<Role>()
  for (const target of targets) {
    if (target.type === 'role') roles.add(target.role)
    else if (target.type === 'user') ids.add(target.id)
    else {
      const holders = await findHolders(tx, now, target.type === 'schedule' ? target.id : null, siteId)
      for (const id of holders) ids.add(id)
      if (target.type === 'on_call' && holders.length === 0)
        for (const role of ['admin', 'operator'] as const) roles.add(role)
    }
  }
  const site = sql`${siteId}::integer`
  return selectRecipients(
    tx,
    sql`
      u.id = any (${[...ids]}::integer[]) and ${reachesSql('u', 'viewer', site)}
      or ${roleInSql(site)} = any (${[...roles]}::text[])`,
  )
}

/** Everybody who reaches the site and whom somebody with this reach may know. */
export const findReachingPeople = (tx: Queryable, reach: Reach, siteId: number | null): Promise<Recipient[]> =>
  selectRecipients(
    tx,
    sql`${reachesSql('u', 'viewer', sql`${siteId}::integer`)} and ${visiblePeople(reach, sql`u.id`)}`,
  )

/** The administrators of a site; of the whole installation for null. */
export const findAdmins = (tx: Queryable, siteId: number | null): Promise<Recipient[]> =>
  selectRecipients(tx, reachesSql('u', 'admin', sql`${siteId}::integer`))

export const findPeopleById = (tx: Queryable, ids: readonly number[]): Promise<Recipient[]> =>
  selectRecipients(tx, sql`u.id = any (${[...ids]}::integer[])`)

/** Those of these people who still reach the site. */
export const findPeopleOf = (tx: Queryable, siteId: number | null, ids: readonly number[]): Promise<Recipient[]> =>
  selectRecipients(
    tx,
    sql`u.id = any (${[...ids]}::integer[]) and ${reachesSql('u', 'viewer', sql`${siteId}::integer`)}`,
  )

/** The role of a person `u` in a site: the higher of the one everywhere and the one there; null without any. */
const roleInSql = (site: Sql): Sql => sql`(
  select given.role
  from unnest(${ROLES}::text[]) with ordinality as given (role, place)
  where given.role = u.role or exists (
    select from site_members as m where m.user_id = u.id and m.site_id = ${site} and m.role = given.role
  )
  order by given.place
  limit 1
)`

async function selectRecipients(tx: Queryable, which: Sql): Promise<Recipient[]> {
  const rows = await tx.query<Omit<Recipient, 'preferences'> & { preferences: NotificationPreferences | null }>(sql`
    select
      u.id, u.name,
      array(
        select m.id from contact_methods as m where m.user_id = u.id and m.state = 'verified' order by m.id
      ) as method_ids,
      case when p.user_id is not null then jsonb_build_object(
        'min_severity', p.min_severity, 'quiet_hours', p.quiet_hours, 'critical_breaks_quiet', p.critical_breaks_quiet,
        'steps', p.steps
      ) end as preferences
    from users as u
    left join notification_preferences as p on p.user_id = u.id
    where u.enabled and (${which})
    order by u.id`)
  return rows.map(({ preferences, ...person }) => ({
    ...person,
    preferences: preferences ?? DEFAULT_NOTIFICATION_PREFERENCES,
  }))
}
