import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  type NotificationPreferences,
} from '../contact-methods/notification-preferences.ts'
import { findHolders } from '../on-call/read-on-call.ts'
import type { Role } from '../reach/role.ts'
import type { Target } from './policy.ts'

/** A person with what is needed to plan their messages. */
export interface Recipient {
  id: number
  name: string
  role: Role
  /** Verified methods, oldest first. */
  method_ids: number[]
  preferences: NotificationPreferences
}

/** The people behind these targets, each once; those without a verified method too. */
export async function findRecipients(tx: Queryable, targets: readonly Target[], now: Date): Promise<Recipient[]> {
  const ids = new Set<number>()
  const roles = new Set<Role>()
  for (const target of targets) {
    if (target.type === 'role') roles.add(target.role)
    else if (target.type === 'user') ids.add(target.id)
    else {
      const holders = await findHolders(tx, now, target.type === 'schedule' ? target.id : null)
      for (const id of holders) ids.add(id)
      if (target.type === 'on_call' && holders.length === 0)
        for (const role of ['admin', 'operator'] as const) roles.add(role)
    }
  }
  return selectRecipients(tx, [...ids], [...roles])
}

export const findAdmins = (tx: Queryable): Promise<Recipient[]> => selectRecipients(tx, [], ['admin'])

export const findPeople = (tx: Queryable, ids: readonly number[]): Promise<Recipient[]> => selectRecipients(tx, ids, [])

async function selectRecipients(tx: Queryable, ids: readonly number[], roles: readonly Role[]): Promise<Recipient[]> {
  const rows = await tx.query<Omit<Recipient, 'preferences'> & { preferences: NotificationPreferences | null }>(sql`
    select
      u.id, u.name, u.role,
      array(
        select m.id from contact_methods as m where m.user_id = u.id and m.state = 'verified' order by m.id
      ) as method_ids,
      case when p.user_id is not null then jsonb_build_object(
        'min_severity', p.min_severity, 'quiet_hours', p.quiet_hours, 'critical_breaks_quiet', p.critical_breaks_quiet,
        'steps', p.steps
      ) end as preferences
    from users as u
    left join notification_preferences as p on p.user_id = u.id
    where u.enabled and (u.id = any (${[...ids]}::integer[]) or u.role = any (${[...roles]}::text[]))
    order by u.id`)
  return rows.map(({ preferences, ...person }) => ({
    ...person,
    preferences: preferences ?? DEFAULT_NOTIFICATION_PREFERENCES,
  }))
}
