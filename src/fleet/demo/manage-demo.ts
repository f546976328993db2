import { deleteDevice } from '../../core/actions/delete-device.ts'
import type { ChangeBy } from '../../core/audit-log/record-change.ts'
import { createDevice } from '../../core/devices/device-tokens.ts'
import type { Database } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { DEMO_FLEET, DEMO_INTERVAL_S } from './demo-fleet.ts'
import { deleteDemo, insertDemo, insertMember } from './demo-store.ts'

/** Adds the demo fleet; a node starts moving it within seconds. Throws 409 if it exists already. */
export async function loadDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  if (!(await insertDemo(db))) throw new OperatorError('The demo fleet is there already')
  for (const [place, { name, module, tags }] of DEMO_FLEET.entries()) {
    const settings = { name, module, tags, notes: '', expected_interval_s: DEMO_INTERVAL_S, offline_after_s: 60 }
    // The token is discarded: only the service itself sends readings for this device.
    const { id } = await createDevice(db, settings, by, now)
    await insertMember(db, id, place + 1)
  }
}

/** Deletes the fleet and its history; its incidents stay, resolved. Does nothing without a demo. */
export async function clearDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  const members = await db.transaction(deleteDemo)
  for (const id of members) await deleteDevice(db, id, null, by, now)
}
