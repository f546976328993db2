import sql, { type Sql } from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { Count, NullableText, NullableTime, Time } from '../../../platform/http/schemas/shapes.ts'
import { inCellOfSite } from '../../cells/find-cell.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { ReasonCode } from '../messages/not-understood.ts'
import { changeQuarantine, lockSourceStates } from './change-quarantine.ts'

/** How far a replay has come, in the APIs. */
export const ReplayShape = Type.Object(
  {
    id: Count,
    external_id: NullableText,
    reason: NullableText,
    messages: Type.Integer({ description: 'To be read again, when it began' }),
    done: Count,
    stored: Type.Integer({ description: 'Readings that they have made' }),
    started_at: Time,
    finished_at: NullableTime,
  },
  { title: 'SourceReplay' },
)
export type Replay = Static<typeof ReplayShape>

/** Which messages of a quarantine are read again; those of all devices, or for all reasons, without. */
export interface Replayed {
  external_id?: string | undefined
  reason?: ReasonCode | undefined
}

const COLUMNS = sql`id, external_id, reason, messages, done, stored, started_at, finished_at`

/** Has messages read again that are in quarantine now. The job does it, or whoever waits for it. */
export async function beginReplay(
  tx: Queryable,
  source: { id: ReachedId<'source'>; site_id: number },
  which: Replayed,
  now: Date,
): Promise<Replay> {
  const cell = await inCellOfSite(tx, source.site_id)
  const [found] = await cell.query<{ messages: number; until_id: number }>(sql`
    select count(*)::integer as messages, coalesce(max(id), 0) as until_id
    from source_messages
    where source_id = ${source.id} and ${isReplayed(which)}`)
  const { messages, until_id } = found!
  const [replay] = await tx.query<Replay>(sql`
    insert into source_replays (source_id, external_id, reason, until_id, messages, started_at, finished_at)
    values (
      ${source.id}, ${which.external_id ?? null}, ${which.reason ?? null}, ${until_id}, ${messages}, ${now},
      ${messages === 0 ? now : null}
    )
    returning ${COLUMNS}`)
  return replay!
}

const isReplayed = ({ external_id, reason }: Replayed): Sql => sql`
  outcome = 'quarantined' and (${external_id ?? null}::text is null or external_id = ${external_id ?? null})
  and (${reason ?? null}::text is null or reason ->> 'code' = ${reason ?? null})`

/** The newest ones first. */
export const listReplays = (db: Queryable, sourceId: ReachedId<'source'>, limit: number): Promise<Replay[]> =>
  db.query<Replay>(sql`
    select ${COLUMNS} from source_replays where source_id = ${sourceId} order by id desc limit ${limit}`)

/** Null if it has gone with its source. */
export async function findReplay(db: Queryable, sourceId: ReachedId<'source'>, id: number): Promise<Replay | null> {
  const [replay] = await db.query<Replay>(sql`
    select ${COLUMNS} from source_replays where source_id = ${sourceId} and id = ${id}`)
  return replay ?? null
}

interface OpenReplay {
  id: number
  source_id: number
  external_id: string | null
  reason: ReasonCode | null
  after_id: number
  until_id: number
}

/** The oldest replay that is not finished and that nobody else is at, locked until the transaction ends. */
export async function takeOpenReplay(tx: Queryable, sourceId: number | null): Promise<OpenReplay | null> {
  const [replay] = await tx.query<OpenReplay>(sql`
    select id, source_id, external_id, reason, after_id, until_id
    from source_replays
    where finished_at is null and (${sourceId}::integer is null or source_id = ${sourceId})
    order by id
    limit 1
    for no key update skip locked`)
  return replay ?? null
}

/** A message in quarantine. */
export interface KeptMessage {
  id: number
  received_at: Date
  path: string
  query: string
  media: string
  parts: Buffer | null
  body: Buffer | null
  places: string[] | null
  external_id: string | null
  digest: Buffer
  bytes: number
}

/** Oldest first. */
export const listKeptMessages = (
  cell: InCell,
  { source_id, external_id, reason, after_id, until_id }: Omit<OpenReplay, 'id'>,
  limit: number,
): Promise<KeptMessage[]> =>
  cell.query<KeptMessage>(sql`
    select id, received_at, path, query, media, parts, body, places, external_id, digest, bytes
    from source_messages
    where source_id = ${source_id} and id > ${after_id} and id <= ${until_id}
      and ${isReplayed({ external_id: external_id ?? undefined, reason: reason ?? undefined })}
    order by id
    limit ${limit}`)

/** Takes messages out of quarantine. */
export async function dropKeptMessages(tx: InCell, sourceId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await lockSourceStates(tx, sql`${sourceId}`)
  await changeQuarantine(
    tx,
    'drop',
    sql`
      delete from source_messages
      where source_id = ${sourceId} and id = any (${ids}::bigint[]) and outcome = 'quarantined'
      returning source_id, external_id, bytes`,
  )
}

/** Notes how far a replay has come. */
export async function noteProgress(
  tx: Queryable,
  id: number,
  progress: { after_id: number; done: number; stored: number; finished_at: Date | null },
): Promise<void> {
  await tx.query(sql`
    update source_replays
    set
      after_id = ${progress.after_id}, done = done + ${progress.done}, stored = stored + ${progress.stored},
      finished_at = ${progress.finished_at}
    where id = ${id}`)
}
