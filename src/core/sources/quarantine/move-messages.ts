import sql, { raw } from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../../platform/database/database.ts'
import { unavailable } from '../../../platform/errors.ts'
import { SOURCE_CHANGED } from '../source-store.ts'
import { lockSourceStates } from './change-quarantine.ts'

const RETRY_AFTER_S = 5

/**
 * Locks the sources of a site, so that nothing of them is stored or read again until the transaction ends. A replay locks
 * its row first and then waits for others, so these rows are first here too. Throws 503 if another replay has begun
 * meanwhile.
 */
export async function lockSourcesOf(tx: Queryable, siteId: number): Promise<number[]> {
  const sourcesOfSite = sql`select id from sources where site_id = ${siteId}`
  const replays = await tx.query<{ id: number }>(sql`
    select id
    from source_replays
    where finished_at is null and source_id in (${sourcesOfSite})
    order by id
    for no key update`)
  const sources = await tx.query<{ id: number }>(sql`${sourcesOfSite} order by id for no key update`)
  const ids = sources.map(({ id }) => id)
  await lockSourceStates(tx, sql`select unnest(${ids}::integer[])`)
  const [begun] = await tx.query(sql`
    select
    from source_replays
    where finished_at is null and source_id = any (${ids}::integer[])
      and id <> all (${replays.map(({ id }) => id)}::integer[])
    limit 1`)
  if (begun !== undefined) throw unavailable(RETRY_AFTER_S, 'replay_begun')
  return ids
}

/**
 * Moves messages of locked sources to the tables of another cell, in the caller's transaction. They get new ids there, in
 * the same order: the later one of two messages has the greater id, also after a move.
 */
export async function moveMessages(
  tx: Queryable,
  { from, to }: { from: number; to: number },
  sourceIds: readonly number[],
): Promise<void> {
  if (sourceIds.length === 0) return
  const [source, target] = [tx.inCell(from), tx.inCell(to)]
  const ofSources = sql`source_id = any (${sourceIds}::integer[])`
  const former = (table: string) => raw(`${schemaOf(from)}.${table}`)
  await target.query(sql`
    with numbered as materialized (
      select m.source_id, m.id, nextval(pg_get_serial_sequence(${`${schemaOf(to)}.source_messages`}, 'id')) as next
      from (
        select source_id, id from ${former('source_messages')} where ${ofSources} order by id
      ) as m
    ), moved as (
      insert into source_messages (
        source_id, id, received_at, path, query, media, parts, body, places, external_id, outcome, reason, readings, digest,
        bytes
      )
      overriding system value
      select
        m.source_id, n.next, m.received_at, m.path, m.query, m.media, m.parts, m.body, m.places, m.external_id, m.outcome,
        m.reason, m.readings, m.digest, m.bytes
      from ${former('source_messages')} as m
      join numbered as n on n.source_id = m.source_id and n.id = m.id
    )
    update source_replays as r
    set
      after_id = coalesce(
        (select max(n.next) from numbered as n where n.source_id = r.source_id and n.id <= r.after_id), 0
      ),
      until_id = coalesce(
        (select max(n.next) from numbered as n where n.source_id = r.source_id and n.id <= r.until_id), 0
      )
    where r.finished_at is null and ${ofSources}`)
  // A message that was on its way during an earlier move may have left its key here.
  await target.query(sql`
    insert into source_message_keys (source_id, key_digest, received_at)
    select source_id, key_digest, received_at
    from ${former('source_message_keys')}
    where ${ofSources}
    on conflict (source_id, key_digest) do update set received_at = excluded.received_at`)
  await source.query(sql`delete from source_messages where ${ofSources}`)
  await source.query(sql`delete from source_message_keys where ${ofSources}`)
  for (const id of sourceIds) await tx.notify(SOURCE_CHANGED, String(id))
}
