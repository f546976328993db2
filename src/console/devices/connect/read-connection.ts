import { listRefusals, listUnknownRefusals } from '../../../core/devices/refusals/refusal-store.ts'
import { mayActIn, type Reach } from '../../../core/reach/reach.ts'
import { findEndReadings } from '../../../core/telemetry/first-and-last-readings.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Connection } from './connect-view.ts'

const REFUSALS = 5

export async function readConnection(
  db: Queryable,
  reach: Reach,
  known: Pick<Connection, 'device' | 'token' | 'publicUrl'>,
): Promise<Connection> {
  const { id, created_at } = known.device
  const [readings, refusals, unknown] = await Promise.all([
    findEndReadings(db, id),
    listRefusals(db, id, REFUSALS),
    // They may be those of devices of any site.
    mayActIn(reach, null, 'operator') ? listUnknownRefusals(db, created_at, REFUSALS) : [],
  ])
  // A device with readings is not among the unknown senders.
  return { ...known, readings, refusals, unknownRefusals: readings === null ? unknown : [] }
}
