import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { AnyObject, Count, described, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { storableJson } from '../messages/storable-json.ts'
import { bodyOf } from '../quarantine/message-log.ts'

const ExpectedShape = Type.Object({ external_id: Text, reading: AnyObject })
export type ExpectedReading = Static<typeof ExpectedShape>

/** A message that is kept with the readings that it must make, in the APIs. */
export const SourceExampleShape = Type.Object(
  {
    id: Count,
    at: described<Date>(Time, 'When the message came'),
    path: Text,
    body: Text,
    readings: Type.Array(ExpectedShape, { description: 'The readings that it must make' }),
    makes: Type.Array(ExpectedShape, { description: 'The readings that it makes now' }),
    passes: Type.Boolean(),
  },
  { title: 'SourceExample' },
)
export type SourceExample = Static<typeof SourceExampleShape>

export interface KeptExample extends Omit<SourceExample, 'makes' | 'passes'> {
  parts: unknown[]
}

type Row = Omit<KeptExample, 'parts' | 'body'> & { parts: Buffer }

const COLUMNS = sql`
  id, received_at as at, path, parts,
  (
    select jsonb_agg(made - 'device_id' order by place)
    from jsonb_array_elements(readings) with ordinality as r (made, place)
  ) as readings`

const keptFrom = ({ parts, ...row }: Row): KeptExample => ({
  ...{ ...row, body: bodyOf({ parts, raw: null }) },
  parts: JSON.parse(parts.toString()) as unknown[],
})

/** The oldest first. */
export async function listKeptExamples(db: Queryable, sourceId: ReachedId<'source'>): Promise<KeptExample[]> {
  const rows = await db.query<Row>(sql`
    select ${COLUMNS} from source_messages where source_id = ${sourceId} and outcome = 'example' order by id`)
  return rows.map(keptFrom)
}

/** Keeps a copy of a message. Its readings name their devices, so that they go with them. */
export async function insertExample(
  tx: InCell,
  sourceId: ReachedId<'source'>,
  messageId: number,
  readings: readonly ExpectedReading[],
): Promise<KeptExample> {
  const [row] = await tx.query<Row>(sql`
    insert into source_messages (source_id, received_at, path, query, media, parts, outcome, readings, bytes)
    select
      source_id, received_at, path, query, media, parts, 'example',
      (
        select jsonb_agg(made || jsonb_build_object('device_id', e.device_id) order by place)
        from jsonb_array_elements(${storableJson(readings)}::jsonb) with ordinality as r (made, place)
        left join external_ids as e on e.source_id = m.source_id and e.external_id = made ->> 'external_id'
      ),
      bytes
    from source_messages as m
    where source_id = ${sourceId} and id = ${messageId}
    returning ${COLUMNS}`)
  return keptFrom(row!)
}

/** Returns whether there was one. */
export async function deleteExample(tx: InCell, sourceId: ReachedId<'source'>, id: number): Promise<boolean> {
  const deleted = await tx.query(sql`
    delete from source_messages where source_id = ${sourceId} and id = ${id}::bigint and outcome = 'example' returning 1`)
  return deleted.length > 0
}
