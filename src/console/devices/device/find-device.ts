import { type DeviceRecord, getDevice } from '../../../core/devices/lists/list-devices.ts'
import { type Silencing, silenceOver } from '../../../core/notifications/silence.ts'
import { listLiveSilences } from '../../../core/notifications/silence-store.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'

/** The device of the address. Throws 404. */
export const deviceOf = (db: Queryable, reach: Reach, { id }: { id: string }): Promise<DeviceRecord> =>
  getDevice(db, reach, Number(id))

/** A device with the additional data of its pages. */
export interface ShownDevice extends DeviceRecord {
  /** The active silence that covers all or some of its alerts; null when there is none. */
  silenced: Silencing | null
}

/** The device with its active silence, and its reader. Throws 404. */
export async function shownDevice(
  db: Queryable,
  reader: Reader,
  params: { id: string },
): Promise<{ device: ShownDevice; reader: Reader }> {
  const { reach, now } = reader
  const device = await deviceOf(db, reach, params)
  const silences = await listLiveSilences(db, [device.site.id], now)
  const silenced = silenceOver(silences, { ...device, site_id: device.site.id }, now)
  return { device: { ...device, silenced }, reader: readerOfDevice(reader, device.metrics) }
}
