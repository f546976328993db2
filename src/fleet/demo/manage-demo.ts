import { deleteDevice } from '../../core/actions/delete-device.ts'
import { type ChangeBy, recordChange } from '../../core/audit-log/record-change.ts'
import { newDeviceOf } from '../../core/devices/device-bodies.ts'
import { createDevice } from '../../core/devices/device-tokens.ts'
import { adoptExternalIds } from '../../core/sources/external-ids/adopt.ts'
import type { Adoption } from '../../core/sources/external-ids/external-id-shapes.ts'
import { createSource, deleteSource } from '../../core/sources/manage-sources.ts'
import type { Database } from '../../platform/database/database.ts'
import { OperatorError, RequestError } from '../../platform/errors.ts'
import { DEMO_FLEET, DEMO_INTERVAL_S } from './demo-fleet.ts'
import { DEMO_SENSORS, DEMO_SOURCE, UPLINK_INTERVAL_S } from './demo-network.ts'
import { deleteDemo, insertDemo, insertMember, keepDemoSource, updateDemoNotifies } from './demo-store.ts'

/** Adds the demo fleet; a node starts moving it within seconds. Throws 409 if it exists already. */
export async function loadDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  if (!(await insertDemo(db))) throw new OperatorError('The demo fleet is already loaded')
  for (const [place, { name, module, tags }] of DEMO_FLEET.entries()) {
    const device = newDeviceOf({ name, module, tags, expected_interval_s: DEMO_INTERVAL_S, offline_after_s: 60 })
    // The token is discarded: only the service itself sends readings for this device.
    const { id } = await createDevice(db, device, by, now)
    await insertMember(db, id, place + 1)
  }
  await addNetwork(db, by, now)
}

/**
 * A source with sensors: some are devices already, the others wait. Its token is discarded too. Without room for one more
 * source, the demo has none.
 */
async function addNetwork(db: Database, by: ChangeBy, now: Date): Promise<void> {
  const sourceId = await addDemoSource(db, by, now)
  if (sourceId === null) return
  const adopted: Adoption[] = []
  for (const { external_id, device } of DEMO_SENSORS) {
    if (device === null) continue
    const settings = { ...device, module: 'home_infra' as const, tags: [...DEMO_SOURCE.tags!] }
    const intervals = { expected_interval_s: UPLINK_INTERVAL_S, offline_after_s: 5 * UPLINK_INTERVAL_S }
    const { id } = await createDevice(db, newDeviceOf({ ...settings, ...intervals }), by, now)
    await insertMember(db, id, DEMO_FLEET.length + adopted.length + 1, external_id)
    adopted.push({ external_id, device_id: id })
  }
  const known = DEMO_SENSORS.filter(({ device }) => device !== null)
  await db.transaction((tx) => keepDemoSource(tx, sourceId, known, now))
  await adoptExternalIds(db, sourceId, adopted, by, now)
}

async function addDemoSource(db: Database, by: ChangeBy, now: Date): Promise<number | null> {
  try {
    return (await createSource(db, DEMO_SOURCE, by, now)).id
  } catch (error) {
    if (error instanceof RequestError && error.statusCode === 409) return null
    throw error
  }
}

/** Deletes the fleet, its history and its source; its incidents stay, resolved. Does nothing without a demo. */
export async function clearDemo(db: Database, by: ChangeBy, now: Date): Promise<void> {
  const { deviceIds, sourceId } = await db.transaction(deleteDemo)
  if (sourceId !== null) await deleteSource(db, sourceId, { by, versions: null, now })
  for (const id of deviceIds) await deleteDevice(db, id, null, by, now)
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
