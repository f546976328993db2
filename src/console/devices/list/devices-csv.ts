import { NEW_SETTINGS, notationOf } from '../../../core/devices/device-settings.ts'
import {
  type BrowseFilter,
  browseDevices,
  type DeviceOrder,
  shownStatus,
} from '../../../core/devices/lists/browse-devices.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import { type FileFormat, pagesOf, written } from '../../../platform/files/file-format.ts'

const PAGE_ROWS = 1_000
type Row = Awaited<ReturnType<typeof browseDevices>>[number]

/** The first columns are those of an import. Times are UTC. */
const CSV: FileFormat<Row> = {
  head: csvLine([
    ...NEW_SETTINGS.map(([name, { csv = [name] }]) => csv[0]!),
    ...['id', 'status', 'last_seen', 'battery', 'signal', 'lat', 'lng', 'location_at', 'open_alerts', 'created_at'],
    'metrics',
  ]),
  row: (device) =>
    csvLine([
      ...NEW_SETTINGS.map(([name, setting]) => notationOf(setting).write(device[name], ';')),
      device.id,
      shownStatus(device),
      device.last_seen?.toISOString() ?? null,
      device.battery,
      device.signal,
      device.lat,
      device.lng,
      device.location_at?.toISOString() ?? null,
      device.open_alerts.info + device.open_alerts.warning + device.open_alerts.critical,
      device.created_at.toISOString(),
      device.latest === null ? null : JSON.stringify(device.latest.metrics),
    ]),
  foot: '',
}

/** The filtered list of devices as a file, in the chosen order. */
export function devicesCsv(
  db: Queryable,
  reach: () => Reach,
  filter: BrowseFilter,
  order: DeviceOrder,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const next = (last: Row | null, limit: number) =>
    browseDevices(db, reach(), filter, order, { behind: last?.place ?? null, limit })
  return written(CSV, pagesOf(next, PAGE_ROWS, signal))
}
