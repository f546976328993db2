import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, Queryable } from '../../../platform/database/database.ts'
import {
  AnyObject,
  Count,
  described,
  NullableInteger,
  NullableText,
  OneOf,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { SHOWN_MESSAGES } from '../intake/source-activity.ts'
import type { SourceReason } from '../messages/not-understood.ts'
import { SourceReasonShape } from '../source-shapes.ts'
import { changeQuarantine, lockSourceStates } from './change-quarantine.ts'

/** How long quarantine keeps a message. */
const QUARANTINE_DAYS = 30

/** A message of a source, in the APIs. */
export const SourceMessageShape = Type.Object(
  {
    id: Count,
    at: described<Date>(Time, 'When it came'),
    path: described<string>(Text, 'Below the address of the source'),
    external_id: described<string | null>(NullableText, 'The device that it is about, if it waits to be adopted'),
    body: described<string>(Text, 'What it says, without personal data that nobody needs'),
    outcome: OneOf(['stored', 'quarantined', 'ignored'], { title: 'MessageOutcome' }),
    reason: Type.Unsafe<SourceReason | null>({ anyOf: [{ type: 'null' }, SourceReasonShape] }),
    readings: Type.Array(Type.Object({ external_id: Text, device_id: NullableInteger, reading: AnyObject }), {
      description: 'The readings that it made',
    }),
  },
  { title: 'SourceMessage' },
)
type SourceMessageRecord = Static<typeof SourceMessageShape>

type Row = Omit<SourceMessageRecord, 'body'> & { parts: Buffer | null; raw: Buffer | null }

const COLUMNS = sql`
  id, received_at as at, path, external_id, parts, body as raw, outcome, reason, readings`

/** The last messages, the newest first. */
export async function listLastMessages(db: Queryable, sourceId: ReachedId<'source'>): Promise<SourceMessageRecord[]> {
  const rows = await db.query<Row>(sql`
    select ${COLUMNS}
    from source_messages
    where source_id = ${sourceId} and outcome <> 'example'
    order by id desc
    limit ${SHOWN_MESSAGES}`)
  return rows.map(shown)
}

/** Messages in quarantine, the newest first. `isPending`: only those that wait for their device, or only the others. */
export async function listQuarantine(
  db: Queryable,
  sourceId: ReachedId<'source'>,
  which: { beforeId: number; limit: number; isPending?: boolean; externalId?: string | undefined },
): Promise<SourceMessageRecord[]> {
  const { beforeId, limit, isPending, externalId } = which
  const ofPending = isPending === undefined ? sql`true` : sql`(reason ->> 'code' = 'pending') = ${isPending}`
  const ofDevice = externalId === undefined ? sql`true` : sql`external_id = ${externalId}`
  const rows = await db.query<Row>(sql`
    select ${COLUMNS}
    from source_messages
    where source_id = ${sourceId} and outcome = 'quarantined' and id < ${beforeId} and ${ofPending} and ${ofDevice}
    order by id desc
    limit ${limit}`)
  return rows.map(shown)
}

interface KeptParts {
  at: Date
  path: string
  /** Null if it could not be cut into parts; then there are its bytes. */
  parts: unknown[] | null
  raw: Buffer | null
}

/** The parts of these messages. */
export async function findKeptParts(
  db: Queryable,
  sourceId: ReachedId<'source'>,
  ids: readonly number[],
): Promise<Map<number, KeptParts>> {
  const rows = await db.query<{ id: number; at: Date; path: string; parts: Buffer | null; raw: Buffer | null }>(sql`
    select id, received_at as at, path, parts, body as raw
    from source_messages
    where source_id = ${sourceId} and id = any (${ids}::bigint[])`)
  return new Map(
    rows.map(({ id, parts, ...row }) => [
      id,
      { ...row, parts: parts === null ? null : (JSON.parse(parts.toString()) as unknown[]) },
    ]),
  )
}

const shown = ({ parts, raw, ...row }: Row): SourceMessageRecord => ({ ...row, body: bodyOf({ parts, raw }) })

/** The body of a message as people see it: its parts, or its bytes if it could not be cut into parts. */
export function bodyOf({ parts, raw }: Pick<Row, 'parts' | 'raw'>): string {
  if (parts === null) return raw?.toString() ?? ''
  const all = JSON.parse(parts.toString()) as unknown[]
  return JSON.stringify(all.length === 1 ? all[0] : all)
}

/** Drops what has been in quarantine for too long, with its counts. Returns whether there may be more. */
export async function dropOldMessages(cell: CellDatabase, now: Date): Promise<boolean> {
  const most = 1_000
  const old = sql`outcome = 'quarantined' and received_at < ${secondsAfter(now, -QUARANTINE_DAYS * 86_400)}`
  return cell.transaction(async (tx) => {
    await lockSourceStates(tx, sql`select source_id from source_messages where ${old}`)
    const dropped = await changeQuarantine(
      tx,
      'drop',
      sql`
        delete from source_messages
        where ctid = any (array(select ctid from source_messages where ${old} limit ${most}))
        returning source_id, external_id, bytes`,
    )
    return dropped === most
  })
}
