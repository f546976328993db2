import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { hashToken, isTokenShaped } from '../../platform/secrets.ts'
import type { Preferences } from '../people/preferences/preferences.ts'
import type { User } from '../people/user.ts'
import { type Reach, reachSql, type StoredReach, storedReach } from '../reach/reach.ts'
import type { ContactKind } from './channels/channels.ts'
import { parseMessageId } from './outbox/message-id.ts'

const LIFETIME_S = 86_400

/** The link of a notification: for a day, it acts for the person who got it. */
export interface ActionLink {
  notification_id: number
  /** The incident that the notification was about. */
  told_incident_id: number
  /** The incident that it is part of now: another one if it was merged. */
  incident_id: number
  kind: ContactKind
  /** The call or assignment that it was about; null: it was neither. */
  call: { entry_id: number; called_at: string; by_id: number | null; is_coming: boolean } | null
  user: User
  reach: Reach
  preferences: Partial<Preferences>
}

const ACTION = sql`
  select
    n.id as notification_id, n.incident_id as told_incident_id, n.kind, u.preferences, place.incident_id,
    case when n.reason in ('call', 'assigned') then jsonb_build_object(
      'entry_id', n.facts -> 'entry_id', 'called_at', n.created_at, 'by_id', n.facts -> 'by_id', 'is_coming', exists (
        select
        from incident_timeline as t
        where t.incident_id = any (place.incident_ids) and t.kind = 'coming' and t.user_id = n.user_id
          and t.entry_id > (n.facts ->> 'entry_id')::bigint and t.at >= n.created_at
      )
    ) end as call,
    jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'role', u.role) as user, ${reachSql('u')}
  from notifications as n
  join users as u on u.id = n.user_id and u.enabled
  join contact_methods as m on m.id = n.method_id and m.state <> 'disabled'
  cross join lateral (
    with recursive way as (
      select i.incident_id, i.merged_into from incidents as i where i.incident_id = n.incident_id
      union all
      select i.incident_id, i.merged_into from way join incidents as i on i.incident_id = way.merged_into
    )
    select max(incident_id) filter (where merged_into is null) as incident_id, array_agg(incident_id) as incident_ids
    from way
  ) as place`

type StoredLink = Omit<ActionLink, 'reach'> & StoredReach

const linkOf = ({ everywhere, memberships, ...link }: StoredLink): ActionLink => ({
  ...link,
  reach: storedReach({ everywhere, memberships }),
})

const isAlive = (now: Date) => sql`
  n.incident_id is not null and n.created_at > ${secondsAfter(now, -LIFETIME_S)}
  and n.created_at > coalesce(u.logins_ended_at, '-infinity')`

/** Null for an unknown or expired token, a removed method, and a person who is disabled, or whose logins have all ended since. Using it changes nothing. */
export async function findActionLink(db: Queryable, token: string, now: Date): Promise<ActionLink | null> {
  if (!isTokenShaped(token)) return null
  const [link] = await db.query<StoredLink>(sql`
    ${ACTION} where n.token_hash = ${hashToken(token)} and ${isAlive(now)}`)
  return link === undefined ? null : linkOf(link)
}

/** The same for a button in a chat: Telegram says in which chat it was pressed. */
export async function findChatAction(
  db: Queryable,
  messageId: string,
  fingerprint: string,
  now: Date,
): Promise<ActionLink | null> {
  const pressed = parseMessageId(messageId)
  if (pressed === null) return null
  const [link] = await db.query<StoredLink>(sql`
    ${ACTION}
    where n.id = ${pressed.id}::bigint and n.created_at = ${pressed.created_at} and m.fingerprint = ${fingerprint}
      and ${isAlive(now)}`)
  return link === undefined ? null : linkOf(link)
}

export async function noteActed(tx: InCell, notificationId: number, now: Date): Promise<void> {
  await tx.query(sql`
    update notifications set state = 'acted', leased_until = null, at = ${now} where id = ${notificationId}`)
}
