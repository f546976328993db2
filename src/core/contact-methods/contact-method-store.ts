import sql, { raw } from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Details } from './channels/channel-kind.ts'
import { type ContactKind, channelKind } from './channels/channels.ts'
import type { ContactMethod } from './contact-method-shapes.ts'

const COLUMNS = raw(`
  id, kind, label, state, address_hint, details, reason, created_at, verified_at, last_ok_at`)

export function listMethods(db: Queryable, userId: number): Promise<ContactMethod[]> {
  return db.query<ContactMethod>(sql`
    select ${COLUMNS} from contact_methods where user_id = ${userId} order by id`)
}

export type LockedMethod = ContactMethod & { user_id: number; fingerprint: string; address_sealed: Buffer }

/** Lets the requests of one person to add methods and to send codes wait for each other, so that they are counted. */
export async function lockOwner(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`)
}

/** Null also for a method of somebody else. */
export async function lockMethod(tx: Queryable, userId: number, id: number): Promise<LockedMethod | null> {
  const [method] = await tx.query<LockedMethod>(sql`
    select ${COLUMNS}, user_id, fingerprint, address_sealed
    from contact_methods
    where id = ${id}::bigint and user_id = ${userId}
    for update`)
  return method ?? null
}

interface NewMethod {
  kind: ContactKind
  label: string
  address_hint: string
  details: Details
  address_sealed: Buffer
  fingerprint: string
  /** When a browser confirmed its address. */
  last_seen_at: Date | null
}

/** Null if the person has a method with this address already. */
export async function insertMethod(
  tx: Queryable,
  userId: number,
  method: NewMethod,
  now: Date,
): Promise<ContactMethod | null> {
  const [row] = await tx.query<ContactMethod>(sql`
    insert into contact_methods (
      user_id, kind, label, state, address_hint, details, address_sealed, fingerprint, created_at, last_seen_at
    )
    values (
      ${userId}, ${method.kind}, ${method.label}, 'pending', ${method.address_hint}, ${method.details},
      ${method.address_sealed}, ${method.fingerprint}, ${now}, ${method.last_seen_at}
    )
    on conflict (user_id, fingerprint) do nothing
    returning ${COLUMNS}`)
  return row ?? null
}

export async function findMethodByAddress(
  tx: Queryable,
  userId: number,
  fingerprint: string,
): Promise<ContactMethod | null> {
  const [row] = await tx.query<ContactMethod>(sql`
    select ${COLUMNS} from contact_methods where user_id = ${userId} and fingerprint = ${fingerprint}`)
  return row ?? null
}

export async function countMethods(tx: Queryable, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from contact_methods where user_id = ${userId}`)
  return row!.count
}

export async function updateMethod(
  tx: Queryable,
  id: number,
  { label, details }: Pick<ContactMethod, 'label' | 'details'>,
): Promise<void> {
  await tx.query(sql`update contact_methods set label = ${label}, details = ${details} where id = ${id}`)
}

/** A page of this browser has confirmed its subscription. What had been broken is tried again. */
export async function noteSeen(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`
    update contact_methods
    set last_seen_at = ${now}, reason = null, state = case when state = 'broken' then 'pending' else state end
    where id = ${id}`)
}

/** Once it is known which chat it is. */
export async function setAddress(
  tx: Queryable,
  id: number,
  address_sealed: Buffer,
  fingerprint: string,
): Promise<void> {
  await tx.query(sql`
    update contact_methods set address_sealed = ${address_sealed}, fingerprint = ${fingerprint} where id = ${id}`)
}

export async function deleteMethod(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from contact_methods where id = ${id}`)
}

export async function verifyMethod(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`
    update contact_methods
    set state = 'verified', reason = null, verified_at = coalesce(verified_at, ${now}::timestamptz)
    where id = ${id}`)
  await tx.query(sql`delete from contact_codes where method_id = ${id}`)
}

/** Its service has accepted a message. That alone verifies a browser, which nobody can subscribe for somebody else. */
export async function noteMethodWorks(
  tx: Queryable,
  { method_id, kind }: { method_id: number; kind: ContactKind },
  now: Date,
): Promise<void> {
  const isVerified = channelKind(kind).verifiedBy === 'browser'
  await tx.query(sql`
    update contact_methods
    set
      last_ok_at = ${now},
      verified_at = case when ${isVerified} then coalesce(verified_at, ${now}::timestamptz) else verified_at end,
      state = case when ${isVerified} and state = 'pending' then 'verified' else state end
    where id = ${method_id}`)
}

export async function breakMethod(tx: Queryable, id: number, reason: string): Promise<void> {
  await tx.query(sql`
    update contact_methods set state = 'broken', reason = ${reason} where id = ${id} and state <> 'disabled'`)
}

/** Whether anybody can be notified at all. */
export async function isAnybodyReachable(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from contact_methods as m
    join users as u on u.id = m.user_id and u.enabled
    where m.state = 'verified'
    limit 1`)
  return rows.length > 0
}

/** Ids of the people who can be notified. */
export async function listReachable(db: Queryable): Promise<Set<number>> {
  const people = await db.query<{ id: number }>(sql`
    select distinct m.user_id as id
    from contact_methods as m
    join users as u on u.id = m.user_id and u.enabled
    where m.state = 'verified'`)
  return new Set(people.map(({ id }) => id))
}

/** Codes sent since then: by this person to this address, by this person to any, and by anybody to this address. */
export async function countCodesSent(
  tx: Queryable,
  { user_id, fingerprint }: Pick<LockedMethod, 'user_id' | 'fingerprint'>,
  since: Date,
): Promise<{ here: number; by_person: number; to_address: number }> {
  const isOwn = sql`user_id = ${user_id}`
  const isHere = sql`fingerprint = ${fingerprint}`
  const [row] = await tx.query<{ here: number; by_person: number; to_address: number }>(sql`
    select
      count(*) filter (where ${isOwn} and ${isHere})::integer as here,
      count(*) filter (where ${isOwn})::integer as by_person,
      count(*) filter (where ${isHere})::integer as to_address
    from contact_codes_sent
    where at > ${since} and (${isOwn} or ${isHere})`)
  return row!
}

export async function saveCode(
  tx: Queryable,
  method: Pick<LockedMethod, 'id' | 'user_id' | 'fingerprint'>,
  code: { code_hash: string; tries: number; lifetime_s: number },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into contact_codes as c (method_id, code_hash, tries_left, expires_at)
    values (${method.id}, ${code.code_hash}, ${code.tries}, ${secondsAfter(now, code.lifetime_s)})
    on conflict (method_id) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
  await tx.query(sql`
    insert into contact_codes_sent (user_id, fingerprint, at)
    values (${method.user_id}, ${method.fingerprint}, ${now})`)
}

/** Uses up a try; null if there is no code that can still be typed. */
export async function takeVerificationCode(
  tx: Queryable,
  id: number,
  now: Date,
): Promise<{ code_hash: string } | null> {
  const [code] = await tx.query<{ code_hash: string }>(sql`
    update contact_codes
    set tries_left = tries_left - 1
    where method_id = ${id} and tries_left > 0 and expires_at > ${now}
    returning code_hash`)
  return code ?? null
}

/** The pending method that waits for this code, such as a Telegram chat that begins with it. */
export async function findMethodByCode(tx: Queryable, code_hash: string, now: Date): Promise<LockedMethod | null> {
  const [method] = await tx.query<LockedMethod>(sql`
    select ${COLUMNS}, user_id, fingerprint, address_sealed
    from contact_methods as m
    where m.id = (select c.method_id from contact_codes as c where c.code_hash = ${code_hash} and c.expires_at > ${now})
    for update`)
  return method ?? null
}
