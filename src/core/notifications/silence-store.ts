import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { actorSql } from '../people/actor.ts'
import { ofDevicesInReach, type Reach } from '../reach/reach.ts'
import { siteNameSql } from '../reach/site-name.ts'
import { hideForeignScope, isVisibleTo } from '../sites/shared-scope.ts'
import type { Silence, SilenceRecord, SilenceScope, SilenceTimes } from './silence.ts'

const COLUMNS = sql`
  s.id, s.site_id, s.reason, s.device_ids, s.tags, s.modules, s.rule_keys, s.max_severity, s.covers_safety, s.starts_at, s.ends_at,
  s.weekly, s.ended_at`

const isLive = (now: Date) => sql`s.ended_at is null and (s.ends_at is null or s.ends_at > ${now})`

/** Sites of what silences may cover; null ones are covered by those of the installation. */
type SiteIds = readonly (number | null)[] | 'all'

const concernSites = (siteIds: SiteIds) =>
  siteIds === 'all' ? sql`true` : sql`(s.site_id is null or s.site_id = any (${[...siteIds]}::integer[]))`

/**
 * Silences that are active or may become active, and may cover something of these sites. What other sites have planned is
 * not read: it costs these nothing.
 */
export function listLiveSilences(db: Queryable, siteIds: SiteIds, now: Date): Promise<Silence[]> {
  return db.query<Silence>(sql`
    select ${COLUMNS} from silences as s where ${isLive(now)} and ${concernSites(siteIds)} order by s.id`)
}

/** The same, locked: none of them can be changed or ended before this transaction is over. */
export function lockLiveSilences(tx: Queryable, siteIds: SiteIds, now: Date): Promise<Silence[]> {
  return tx.query<Silence>(sql`
    select ${COLUMNS}
    from silences as s
    where ${isLive(now)} and ${concernSites(siteIds)}
    order by s.id
    for no key update`)
}

export type NewSilence = SilenceScope & SilenceTimes & { reason: string }

export async function insertSilence(
  tx: Queryable,
  silence: NewSilence,
  createdBy: number | null,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into silences (
      site_id, reason, device_ids, tags, modules, rule_keys, max_severity, covers_safety, starts_at, ends_at, weekly, created_at,
      created_by
    )
    values (
      ${silence.site_id}, ${silence.reason}, ${silence.device_ids}, ${silence.tags}, ${silence.modules}, ${silence.rule_keys},
      ${silence.max_severity}, ${silence.covers_safety}, ${silence.starts_at}, ${silence.ends_at},
      ${weeklyJson(silence)}::jsonb, ${now}, ${createdBy}
    )
    returning id`)
  return row!.id
}

export async function updateSilence(tx: Queryable, id: number, silence: NewSilence): Promise<void> {
  await tx.query(sql`
    update silences
    set
      reason = ${silence.reason}, device_ids = ${silence.device_ids}, tags = ${silence.tags},
      modules = ${silence.modules}, rule_keys = ${silence.rule_keys}, max_severity = ${silence.max_severity},
      covers_safety = ${silence.covers_safety}, starts_at = ${silence.starts_at}, ends_at = ${silence.ends_at},
      weekly = ${weeklyJson(silence)}::jsonb
    where id = ${id}`)
}

const weeklyJson = ({ weekly }: SilenceTimes) => (weekly === null ? null : JSON.stringify(weekly))

export async function endSilence(tx: Queryable, id: number, endedBy: number | null, now: Date): Promise<void> {
  await tx.query(
    sql`update silences set ended_at = ${now}, ended_by = ${endedBy} where id = ${id} and ended_at is null`,
  )
}

export async function deleteSilence(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from silences where id = ${id}`)
}

/** Locked: nobody else can change it, or hold anything by it, before this transaction is over. */
export async function lockSilence(tx: Queryable, id: number): Promise<Silence | null> {
  const [silence] = await tx.query<Silence>(
    sql`select ${COLUMNS} from silences as s where s.id = ${id}::bigint for update`,
  )
  return silence ?? null
}

export async function findSilence(db: Queryable, reach: Reach, id: number): Promise<SilenceRecord | null> {
  const [silence] = await selectSilences(db, reach, sql`id = ${id}::bigint`, 1)
  return silence ?? null
}

/** Newest first, with ids below `beforeId`. */
export function listSilences(
  db: Queryable,
  reach: Reach,
  which: 'all' | 'live' | 'expired',
  page: { beforeId: number | null; limit: number | null },
  now: Date,
): Promise<SilenceRecord[]> {
  const state = { all: sql`true`, live: isLive(now), expired: sql`not (${isLive(now)})` }[which]
  const behind = sql`(${page.beforeId}::integer is null or s.id < ${page.beforeId}::integer)`
  return selectSilences(db, reach, sql`${state} and ${behind}`, page.limit)
}

async function selectSilences(db: Queryable, reach: Reach, where: Sql, limit: number | null): Promise<SilenceRecord[]> {
  const silences = await db.query<SilenceRecord>(sql`
    select
      ${COLUMNS}, ${siteNameSql('s.site_id')} as site, s.created_at, ${actorSql('s.created_at', 'author')} as created_by,
      ${actorSql('s.ended_at', 'ender')} as ended_by,
      (
        select jsonb_build_object(
          'held', count(*) filter (where h.status = 'held'),
          'sent', count(*) filter (where h.status = 'sent'),
          'dropped', count(*) filter (where h.status = 'dropped')
        )
        from held_notifications as h
        where h.silence_id = s.id and ${ofDevicesInReach(reach, sql`h.device_id`)}
      ) as notifications
    from (select * from silences as s where ${areSeen(reach)} and ${where} order by id desc limit ${limit}) as s
    left join users as author on author.id = s.created_by
    left join users as ender on ender.id = s.ended_by
    order by s.id desc`)
  return hideForeignScope(
    db,
    reach,
    silences,
    (silence) => silence,
    (silence, scope) => ({ ...silence, ...(scope as SilenceScope) }),
  )
}

/** A condition on silences. */
const areSeen = (reach: Reach): Sql =>
  isVisibleTo(
    reach,
    sql`device_ids = '{}' and s.tags = '{}'`,
    sql`(device_ids = '{}' or d.id = any (device_ids)) and (s.tags = '{}' or d.tags && s.tags)`,
  )
