import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { hashToken, isTokenShaped } from '../../platform/secrets.ts'
import type { Language } from '../../words/words.ts'
import type { ReachedId } from '../reach/reached-id.ts'

/** Without its confirmation, a subscription is deleted after so long. */
const UNCONFIRMED_S = 86_400
/** A mail to confirm is sent at most this often. */
const ASKED_AGAIN_S = 3_600

/** A subscription as its links lead to it. */
export interface Subscription {
  id: number
  email: string
  language: Language
  zone: string | null
  state: 'asked' | 'mailed' | 'confirmed'
  /** The title of its page. */
  page: string
}

interface NewSubscription extends Pick<Subscription, 'email' | 'language' | 'zone'> {
  site_id: number
  token: string
  sealed: Buffer
}

/** Counts all subscriptions of a page, and those that wait to be confirmed. Locked, so that two requests exceed no limit. */
export async function lockSubscriptions(tx: Queryable, siteId: number): Promise<{ all: number; waiting: number }> {
  await tx.query(sql`select from status_pages where site_id = ${siteId} for no key update`)
  const [row] = await tx.query<{ all: number; waiting: number }>(sql`
    select count(*)::integer as all, (count(*) filter (where state <> 'confirmed'))::integer as waiting
    from status_subscriptions
    where site_id = ${siteId}`)
  return row!
}

/** An address that waits to be confirmed gets another mail after a while; for one that is, nothing happens. */
export async function askSubscription(tx: Queryable, asked: NewSubscription, now: Date): Promise<void> {
  const { site_id, email, language, zone, token, sealed } = asked
  await tx.query(sql`
    insert into status_subscriptions as s (site_id, email, language, zone, token_hash, sealed, next_try_at, created_at)
    values (${site_id}, ${email}, ${language}, ${zone}, ${hashToken(token)}, ${sealed}, ${now}, ${now})
    on conflict (site_id, lower(email)) do update
    set
      state = 'asked', language = excluded.language, zone = excluded.zone, failures = 0, next_try_at = excluded.next_try_at,
      created_at = excluded.created_at
    where s.state <> 'confirmed' and s.created_at <= ${secondsAfter(now, -ASKED_AGAIN_S)}`)
}

/** Null for an unknown token, and for one that was not confirmed in time. */
export async function findSubscription(db: Queryable, token: string, now: Date): Promise<Subscription | null> {
  if (!isTokenShaped(token)) return null
  const [found] = await db.query<Subscription>(sql`
    select s.id, s.email, s.language, s.zone, s.state, p.title as page
    from status_subscriptions as s
    join status_pages as p on p.site_id = s.site_id
    where s.token_hash = ${hashToken(token)}
      and (s.state = 'confirmed' or s.created_at > ${secondsAfter(now, -UNCONFIRMED_S)})`)
  return found ?? null
}

/** From now on it gets what is new. The second time changes nothing. */
export async function confirmSubscription(db: Queryable, token: string, now: Date): Promise<void> {
  await db.query(sql`
    update status_subscriptions as s
    set
      state = 'confirmed', confirmed_at = ${now}, told_through = p.news, next_try_at = ${now}, failures = 0, refused_since = null
    from status_pages as p
    where p.site_id = s.site_id and s.token_hash = ${hashToken(token)} and s.state <> 'confirmed'`)
}

export async function endSubscription(db: Queryable, token: string): Promise<void> {
  await db.query(sql`delete from status_subscriptions where token_hash = ${hashToken(token)}`)
}

/** Whether there was a confirmed one with this address. */
export async function deleteSubscriber(tx: Queryable, siteId: number, email: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from status_subscriptions
    where site_id = ${siteId} and lower(email) = lower(${email}) and state = 'confirmed'
    returning id`)
  return rows.length > 0
}

export async function deleteSubscriptions(tx: Queryable, siteId: number): Promise<void> {
  await tx.query(sql`delete from status_subscriptions where site_id = ${siteId}`)
}

/** As if all subscribers had been told what there is. */
export async function skipNews(tx: Queryable, siteId: number): Promise<void> {
  await tx.query(sql`
    update status_subscriptions as s
    set told_through = p.news
    from status_pages as p
    where p.site_id = s.site_id and s.site_id = ${siteId} and s.state = 'confirmed'`)
}

export async function countSubscribers(db: Queryable, siteId: ReachedId<'site'>): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from status_subscriptions where site_id = ${siteId} and state = 'confirmed'`)
  return row!.count
}

export async function dropUnconfirmed(db: Queryable, now: Date): Promise<boolean> {
  await db.query(sql`
    delete from status_subscriptions
    where state <> 'confirmed' and created_at <= ${secondsAfter(now, -UNCONFIRMED_S)}`)
  return false
}

/** One to which a mail is due. */
export interface DueSubscription extends Subscription {
  site_id: number
  sealed: Buffer
  told_through: number
  failures: number
  refused_since: Date | null
}

/**
 * Takes those to which something is to be sent, and nobody else does for so long: a first mail, or news of their page.
 */
export function claimSubscriptions(
  db: Queryable,
  { limit, leaseS }: { limit: number; leaseS: number },
  now: Date,
): Promise<DueSubscription[]> {
  return db.query<DueSubscription>(sql`
    update status_subscriptions as s
    set next_try_at = ${secondsAfter(now, leaseS)}
    from status_pages as p
    where p.site_id = s.site_id and s.id in (
      select due.id
      from status_pages as page
      join status_subscriptions as due
        on due.site_id = page.site_id and due.state <> 'mailed' and due.told_through < page.news
      where page.subscription and due.next_try_at <= ${now}
      order by due.next_try_at, due.id
      limit ${limit}
      for update of due skip locked
    )
    returning
      s.id, s.site_id, s.email, s.language, s.zone, s.sealed, s.state, s.told_through, s.failures, s.refused_since,
      p.title as page`)
}

/** `news`: the number of the last ones that the mail has. */
export async function settleSubscription(
  db: Queryable,
  { id, state }: DueSubscription,
  news: number,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update status_subscriptions
    set
      state = case when state = 'asked' then 'mailed' else state end,
      told_through = case when state = 'asked' then told_through else greatest(told_through, ${news}::integer) end,
      failures = 0, refused_since = null, next_try_at = ${now}
    where id = ${id} and state = ${state}`)
}

export async function putOffSubscription(
  db: Queryable,
  { id }: DueSubscription,
  refusedSince: Date | null,
  until: Date,
): Promise<void> {
  await db.query(sql`
    update status_subscriptions
    set failures = failures + 1, refused_since = ${refusedSince}, next_try_at = ${until}
    where id = ${id}`)
}

export async function dropSubscription(db: Queryable, id: number): Promise<void> {
  await db.query(sql`delete from status_subscriptions where id = ${id}`)
}
