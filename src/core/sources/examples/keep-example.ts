import type { Database } from '../../../platform/database/database.ts'
import { conflict, invalidField, mustExist, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { inCellOfSite } from '../../cells/find-cell.ts'
import { sourceSubject } from '../manage-sources.ts'
import { findKeptParts } from '../quarantine/message-log.ts'
import { lockSource } from '../source-store.ts'
import { readExample } from './check-examples.ts'
import { countExamples, deleteExample, insertExample } from './example-store.ts'

/** Examples of a source. */
const MOST_EXAMPLES = 20

/**
 * Keeps one of the last messages of a source, or one in quarantine, as an example: with the readings that the source makes of
 * it now, it must make from now on. Throws 400 if it makes none, 403, 404, and 409 if there are too many.
 */
export async function keepExample(
  db: Database,
  sourceId: number,
  messageId: number,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    const cell = await inCellOfSite(tx, source.site_id)
    if ((await countExamples(cell, source.id)) >= MOST_EXAMPLES) throw conflict('too_many_examples', MOST_EXAMPLES)
    const message = mustExist('Message', (await findKeptParts(cell, source.id, [messageId])).get(messageId))
    const readings = message.parts === null ? [] : await readExample(source, { parts: message.parts, at: message.at })
    if (readings.length === 0) throw invalidField('/message', 'example_makes_nothing')
    const id = await insertExample(cell, source.id, messageId, readings)
    const states = { before: null, after: { message: messageId, readings: readings.length } }
    await recordChange(tx, by, { action: 'source.example_kept', subject: sourceSubject(source), ...states }, now)
    return id
  })
}

/** Throws 403, 404. */
export async function dropExample(db: Database, sourceId: number, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    const cell = await inCellOfSite(tx, source.site_id)
    if (!(await deleteExample(cell, source.id, id))) throw notFound('Example')
    const states = { before: { example: id }, after: null }
    await recordChange(tx, by, { action: 'source.example_deleted', subject: sourceSubject(source), ...states }, now)
  })
}
