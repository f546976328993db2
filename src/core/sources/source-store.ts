import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { hashToken } from '../../platform/secrets.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { requireRole } from '../reach/require-role.ts'
import { siteNameSql } from '../reach/site-name.ts'
import { FORMAT_NAMES } from './formats/formats.ts'
import type { Source } from './source.ts'
import type { SourceRecord, SourceSettings } from './source-shapes.ts'

/** Channel with the id of a source that changed, or of which an external ID did, for the caches of every node. */
export const SOURCE_CHANGED = 'source_changed'

/** A source as people see it; its address begins with the path. */
export type StoredSource = Omit<SourceRecord, 'id'> & { id: ReachedId<'source'>; site_id: number }

/** Whether a later version has stored the format of a source `s`. */
const isUnknownSql = sql`s.format <> all (${FORMAT_NAMES}::text[])`

/** Part of another statement: the state of a source `s` with its row `state` of what has become of its messages. */
export const sourceStateSql = sql`
  case
    when not s.enabled then 'disabled'
    when ${isUnknownSql} then 'failing'
    when state.last_message_at is null then 'waiting'
    when state.failure is not null then 'failing'
    else 'working'
  end`

const RECORD = sql`
  s.id, s.site_id, ${siteNameSql('s.site_id')} as site, s.name, 'http' as kind, s.format, s.module, s.tags, s.time_zone, s.enabled,
  s.settings, s.mapping, null as broker, s.adopt, s.networks, s.token_in_address, s.rate_per_s, s.burst,
  '/api/sources/' || s.id as url, s.token_hint,
  ${sourceStateSql} as state,
  case
    when not s.enabled then null
    when ${isUnknownSql} then jsonb_build_object('code', 'format_unknown', 'detail', s.format)
    else state.failure
  end as reason,
  state.last_message_at,
  jsonb_build_object(
    'stored', state.stored,
    'quarantined', state.quarantined,
    'ignored', state.ignored,
    'pending', (select count(*) from external_ids as e where e.source_id = s.id and e.state = 'pending')
  ) as counts,
  s.created_at, s.version`

export function listSources(
  db: Queryable,
  reach: Reach,
  page: { afterId: number; limit: number },
): Promise<StoredSource[]> {
  return db.query<StoredSource>(sql`
    select ${RECORD}
    from sources as s
    join source_states as state on state.source_id = s.id
    where s.id > ${page.afterId} and ${inReach(reach, 'operator', sql`s.site_id`)}
    order by s.id
    limit ${page.limit}`)
}

/** That of the demo, which belongs to nobody's configuration; null without one. */
export async function findDemoSource(db: Queryable): Promise<number | null> {
  const [demo] = await db.query<{ source_id: number | null }>(sql`select source_id from demo`)
  return demo?.source_id ?? null
}

/** Throws 403, 404. */
export async function getSource(db: Queryable, reach: Reach, id: number): Promise<StoredSource> {
  const [source] = await db.query<StoredSource>(sql`
    select ${RECORD}
    from sources as s
    join source_states as state on state.source_id = s.id
    where s.id = ${id}::bigint`)
  return requireRole(reach, 'operator', 'Source', source)
}

/** The same, locked until the transaction ends. Throws 403, 404. */
export async function lockSource(tx: Queryable, reach: Reach, id: number): Promise<StoredSource> {
  await tx.query(sql`select from sources where id = ${id}::bigint for no key update`)
  return getSource(tx, reach, id)
}

export async function insertSource(
  tx: Queryable,
  source: SourceSettings & { site_id: number },
  token: string,
  now: Date,
): Promise<number> {
  const { hash, sha1Hash, hint } = storedToken(token)
  const [row] = await tx.query<{ id: number }>(sql`
    with source as (
      insert into sources (
        site_id, name, format, module, tags, time_zone, enabled, settings, mapping, adopt, networks, token_in_address,
        rate_per_s, burst, token_hash, token_sha1_hash, token_hint, created_at
      )
      values (
        ${source.site_id}, ${source.name}, ${source.format}, ${source.module}, ${source.tags}, ${source.time_zone},
        ${source.enabled}, ${JSON.stringify(source.settings)}::jsonb, ${jsonOrNull(source.mapping)}::jsonb,
        ${jsonOrNull(source.adopt)}::jsonb, ${source.networks}, ${source.token_in_address}, ${source.rate_per_s},
        ${source.burst}, ${hash}, ${sha1Hash}, ${hint}, ${now}
      )
      returning id
    ), state as (
      insert into source_states (source_id) select id from source
    )
    select id from source`)
  return row!.id
}

export async function updateSource(tx: Queryable, id: number, source: SourceSettings): Promise<void> {
  await tx.query(sql`
    update sources
    set
      name = ${source.name}, format = ${source.format}, module = ${source.module}, tags = ${source.tags},
      time_zone = ${source.time_zone}, enabled = ${source.enabled}, settings = ${JSON.stringify(source.settings)}::jsonb,
      mapping = ${jsonOrNull(source.mapping)}::jsonb, adopt = ${jsonOrNull(source.adopt)}::jsonb,
      networks = ${source.networks}, token_in_address = ${source.token_in_address}, rate_per_s = ${source.rate_per_s},
      burst = ${source.burst}, version = version + 1
    where id = ${id}`)
  await tx.notify(SOURCE_CHANGED, String(id))
}

/** The old token stays valid until then. */
export async function replaceSourceToken(tx: Queryable, id: number, token: string, overlapUntil: Date): Promise<void> {
  const { hash, sha1Hash, hint } = storedToken(token)
  await tx.query(sql`
    update sources
    set
      previous_token_hash = token_hash, previous_token_sha1_hash = token_sha1_hash, previous_token_until = ${overlapUntil},
      token_hash = ${hash}, token_sha1_hash = ${sha1Hash}, token_hint = ${hint}, version = version + 1
    where id = ${id}`)
  await tx.notify(SOURCE_CHANGED, String(id))
}

/** Its external IDs go with it; its messages have gone before. */
export async function eraseSource(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from sources where id = ${id}`)
  await tx.notify(SOURCE_CHANGED, String(id))
}

/** Those of these sources whose site has moved to another cell than this one, as it is known now. */
export async function findMovedAway(cell: InCell, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (cell.cells().length === 1) return new Set()
  const rows = await cell.query<{ id: number }>(sql`
    select s.id
    from sources as s
    join sites on sites.id = s.site_id
    where s.id = any (${ids}::integer[])
      and current_schema <> case when sites.cell = 0 then 'public' else 'cell_' || sites.cell end`)
  return new Set(rows.map(({ id }) => id))
}

type DoorRow = Omit<Source, 'credentials'> & {
  token_hash: string
  token_sha1_hash: string
  previous_token_hash: string | null
  previous_token_sha1_hash: string | null
  previous_token_until: Date | null
}

/** The enabled source with this id, for its door; null if there is none. */
export async function findSourceAtDoor(db: Queryable, id: number): Promise<Source | null> {
  const [row] = await db.query<DoorRow>(sql`
    select
      s.id, s.site_id, sites.cell, s.format, s.module, s.tags, s.time_zone, s.settings, s.mapping, s.adopt, s.networks,
      s.token_in_address, s.rate_per_s, s.burst, s.token_hash, s.token_sha1_hash, s.previous_token_hash,
      s.previous_token_sha1_hash, s.previous_token_until
    from sources as s
    join sites on sites.id = s.site_id
    where s.id = ${id}::bigint and s.enabled`)
  if (row === undefined) return null
  const {
    token_hash,
    token_sha1_hash,
    previous_token_hash,
    previous_token_sha1_hash,
    previous_token_until,
    ...source
  } = row
  const present = [token_hash, token_sha1_hash].map((each) => ({ hash: each, validUntil: null }))
  const previous = [previous_token_hash, previous_token_sha1_hash]
    .filter((each) => each !== null)
    .map((each) => ({ hash: each, validUntil: previous_token_until }))
  return { ...source, credentials: [...present, ...previous] }
}

/** Nightscout uploaders send the SHA-1 of the token: what they present is hashed once more, like the token itself. */
const storedToken = (token: string) => ({
  hash: hashToken(token),
  sha1Hash: hashToken(hash('sha1', token, 'hex')),
  hint: token.slice(-4),
})

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
