import { type DeviceRecord, findDevice } from '../../devices/list-devices.ts'
import type { Queryable } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'

/** The device of an address. Throws 404. */
export async function deviceOf(db: Queryable, { id }: { id: string }): Promise<DeviceRecord> {
  const device = await findDevice(db, Number(id))
  if (device === null) throw notFound('Device')
  return device
}
