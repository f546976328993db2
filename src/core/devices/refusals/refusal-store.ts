import sql from 'sql-template-tag'
import type { Static } from 'typebox'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { keyOf, type RefusalKind, type TokenOwner } from './refusal.ts'
import type { RefusalShape } from './refusal-shape.ts'

const KEPT_S = 86_400
/** Rows kept per device, and for requests whose device is unknown. */
const KEPT_ROWS = 20
const KEPT_UNKNOWN_ROWS = 100

/** One kind of refusal with its count. */
export type RefusalRecord = Static<typeof RefusalShape> & { device_id: number | null }

export interface CountedRefusal {
  kind: RefusalKind
  count: number
  first_at: Date
  at: Date
}

export function findTokenOwners(db: Queryable, hashes: readonly string[]): Promise<TokenOwner[]> {
  return db.query<TokenOwner>(sql`
    select id, token_hash, previous_token_hash, enabled
    from devices
    where token_hash = any (${hashes}) or previous_token_hash = any (${hashes})`)
}

/** Adds to the counts, keeps the newest of each device, and notifies open pages. */
export async function saveRefusals(tx: Queryable, refusals: readonly CountedRefusal[]): Promise<void> {
  const rows = refusals.map(({ kind: { hashes: _, ...kind }, ...counted }) => ({
    key: keyOf({ ...kind, hashes: null }),
    ...kind,
    ...counted,
  }))
  await tx.query(sql`
    with saved as (
      insert into device_refusals as r (
        key, at, first_at, count, device_id, status, reason, message, address, token_hint, token_length
      )
      select key, at, first_at, count, device_id, status, reason, message, address, token_hint, token_length
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        key text, at timestamptz, first_at timestamptz, count bigint, device_id integer, status integer, reason text,
        message text, address text, token_hint text, token_length integer
      )
      order by key
      on conflict (key) do update
      set at = greatest(r.at, excluded.at), count = r.count + excluded.count
      returning device_id
    )
    select publish_event('refusal', 'refusal.noted', told.device_id, d.site_id, jsonb_build_object('device_id', told.device_id))
    from (select distinct device_id from saved) as told
    left join devices as d on d.id = told.device_id`)
  const devices = [...new Set(rows.map(({ device_id }) => device_id))]
  await tx.query(sql`
    delete from device_refusals
    where key in (
      select key
      from (
        select key, device_id, row_number() over (partition by device_id order by at desc) as place
        from device_refusals
        where device_id = any (${devices.filter((id) => id !== null)}::integer[]) or device_id is null
      ) as numbered
      where place > case when device_id is null then ${KEPT_UNKNOWN_ROWS}::integer else ${KEPT_ROWS}::integer end
    )`)
}

/** Newest first. */
export function listRefusals(db: Queryable, deviceId: ReachedId<'device'>, limit: number): Promise<RefusalRecord[]> {
  return db.query<RefusalRecord>(sql`
    select at, first_at, count, device_id, status, reason, message, address, token_hint, token_length
    from device_refusals
    where device_id = ${deviceId}
    order by at desc
    limit ${limit}`)
}

/** Refusals whose device is unknown, newest first: one of them may be the device that somebody is setting up. */
export function listUnknownRefusals(db: Queryable, since: Date, limit: number): Promise<RefusalRecord[]> {
  return db.query<RefusalRecord>(sql`
    select at, first_at, count, device_id, status, reason, message, address, token_hint, token_length
    from device_refusals
    where device_id is null and at >= ${since}
    order by at desc
    limit ${limit}`)
}

export async function dropOldRefusals(db: Queryable, now: Date): Promise<boolean> {
  await db.query(sql`delete from device_refusals where at < ${secondsAfter(now, -KEPT_S)}`)
  return false
}
