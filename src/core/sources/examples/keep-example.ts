import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../../platform/database/database.ts'
import { conflict, invalidField, mustExist, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { inCellOfSite } from '../../cells/find-cell.ts'
import { sourceSubject } from '../manage-sources.ts'
import { findKeptParts } from '../quarantine/message-log.ts'
import { lockSource } from '../source-store.ts'
import { checkExample, readExample } from './check-examples.ts'
import { deleteExample, insertExample, listKeptExamples, type SourceExample } from './example-store.ts'

/** Examples of a source. */
const MOST_EXAMPLES = 20
/** Size of the parts of one as JSON: all examples are read for each page and each change. */
const LARGEST_BYTES = 64 * 1024

/**
 * Keeps one of the last messages of a source, or one in quarantine, as an example: with the readings that the source makes of
 * it now, it must make from now on. Once: the same message is the example that is there. Throws 400 if it makes none or is
 * too large, 403, 404, and 409 if there are too many.
 */
export async function keepExample(
  db: Database,
  sourceId: number,
  messageId: number,
  by: ChangeBy,
  now: Date,
): Promise<SourceExample> {
  return db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    const cell = await inCellOfSite(tx, source.site_id)
    const message = mustExist('Message', (await findKeptParts(cell, source.id, [messageId])).get(messageId))
    const { parts, path, at } = message
    if (JSON.stringify(parts).length > LARGEST_BYTES)
      throw invalidField('/message', 'example_too_large', LARGEST_BYTES / 1024)
    const readings = parts === null ? [] : await readExample(source, { parts, at })
    if (readings.length === 0) throw invalidField('/message', 'example_makes_nothing')
    const kept = await listKeptExamples(cell, source.id)
    const same = kept.find((example) => example.path === path && isDeepStrictEqual(example.parts, parts))
    if (same !== undefined) return checkExample(source, same)
    if (kept.length >= MOST_EXAMPLES) throw conflict('too_many_examples', MOST_EXAMPLES)
    const example = await insertExample(cell, source.id, messageId, readings)
    const states = { before: null, after: { message: messageId, readings: readings.length } }
    await recordChange(tx, by, { action: 'source.example_kept', subject: sourceSubject(source), ...states }, now)
    return checkExample(source, example)
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
