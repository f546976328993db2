import { deleteDevice } from '../../core/actions/delete-device.ts'
import { type ChangeBy, recordChange } from '../../core/audit-log/record-change.ts'
import { newDeviceOf } from '../../core/devices/device-bodies.ts'
import { createDevice } from '../../core/devices/device-tokens.ts'
import type { Database } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { DEMO_FLEET, DEMO_INTERVAL_S } from './demo-fleet.ts'
import { deleteDemo, insertDemo, insertMember, updateDemoNotifies } from './demo-store.ts'

/** Adds the demo fleet; a node starts moving it within seconds. Throws 409 if it exists already. */
export async function loadDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  if (!(await insertDemo(db))) throw new OperatorError('The demo fleet is already loaded')
  for (const [place, { name, module, tags }] of DEMO_FLEET.entries()) {
    const device = newDeviceOf({ name, module, tags, expected_interval_s: DEMO_INTERVAL_S, offline_after_s: 60 })
    // The token is discarded: only the service itself sends readings for this device.
    const { id } = await createDevice(db, device, by, now)
    await insertMember(db, id, place + 1)
  }
}

/** Deletes the fleet and its history; its incidents stay, resolved. Does nothing without a demo. */
export async function clearDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  const members = await db.transaction(deleteDemo)
  for (const id of members) await deleteDevice(db, id, null, by, now)
}

/** Lets incidents of demo devices notify people, for a try, or no longer. Throws 409 without a demo. */
export async function setDemoNotifies(db: Database, notifies: boolean, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await updateDemoNotifies(tx, notifies))) throw new OperatorError('There is no demo fleet: load it first')
    const subject = { type: 'demo', id: 'demo', name: 'demo' }
    const states = { before: { notifies: !notifies }, after: { notifies } }
    await recordChange(tx, by, { action: 'demo.changed', subject, ...states }, now)
  })
}
