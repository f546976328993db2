import type { Database } from '../../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { sourceSubject } from '../manage-sources.ts'
import { lockSource } from '../source-store.ts'
import { beginReplay, type Replay, type Replayed } from './replay-store.ts'

/** Has messages in quarantine read again, as people ask. Throws 403, 404. */
export async function startReplay(
  db: Database,
  sourceId: number,
  which: Replayed,
  by: ChangeBy,
  now: Date,
): Promise<Replay> {
  return db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    const replay = await beginReplay(tx, source, which, now)
    const { external_id, reason, messages } = replay
    const states = { before: null, after: { external_id, reason, messages } }
    await recordChange(tx, by, { action: 'source.replayed', subject: sourceSubject(source), ...states }, now)
    return replay
  })
}
