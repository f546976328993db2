import type { Reach } from '../../core/reach/reach.ts'
import { listExternalIds, sumHeldMessages } from '../../core/sources/external-ids/external-id-store.ts'
import { getSource, type StoredSource } from '../../core/sources/source-store.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Pending devices that are named where the state of a source is shown. */
const NAMED = 3

/** A source with what waits for the decision of somebody. */
export interface ShownSource extends StoredSource {
  /** Messages in quarantine only because their devices are pending. */
  held: number
  /** Names of the first pending devices. */
  pendingNames: readonly string[]
}

/** Throws 403, 404. */
export async function showSource(db: Queryable, reach: Reach, id: number): Promise<ShownSource> {
  const source = await getSource(db, reach, id)
  const pending = await listExternalIds(db, source.id, { state: 'pending', after: '', limit: NAMED })
  const held = pending.length === 0 ? 0 : await sumHeldMessages(db, source.id)
  return { ...source, held, pendingNames: pending.map(({ label, external_id }) => label ?? external_id) }
}
