import { NEW_SETTINGS, notationOf } from '../../../core/devices/device-settings.ts'
import {
  type BrowseFilter,
  browseDevices,
  type DeviceOrder,
  shownStatus,
} from '../../../core/devices/lists/browse-devices.ts'
import type { Reach } from '../../../core/reach/reach.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type CsvCell, csvLine } from '../../../platform/files/csv.ts'
import { type FileFormat, pagesOf, written } from '../../../platform/files/file-format.ts'

const PAGE_ROWS = 1_000
type Row = Awaited<ReturnType<typeof browseDevices>>[number]

/** The first columns are those of an import. Times are UTC. */
const COLUMNS: readonly [name: string, cell: (device: Row) => CsvCell][] = [
  ...NEW_SETTINGS.map(([name, setting]): [string, (device: Row) => string] => [
    setting.csv?.[0] ?? name,
    (device) => notationOf(setting).write(device[name], ';'),
  ]),
  ['id', ({ id }) => id],
  ['status', shownStatus],
  ['last_seen', ({ last_seen }) => last_seen?.toISOString() ?? null],
  ['battery', ({ battery }) => battery],
  ['signal', ({ signal }) => signal],
  ['lat', ({ lat }) => lat],
  ['lng', ({ lng }) => lng],
  ['location_at', ({ location_at }) => location_at?.toISOString() ?? null],
  ['open_alerts', ({ open_alerts: { info, warning, critical } }) => info + warning + critical],
  ['created_at', ({ created_at }) => created_at.toISOString()],
  ['metrics', ({ latest }) => (latest === null ? null : JSON.stringify(latest.metrics))],
]
const CSV: FileFormat<Row> = {
  head: csvLine(COLUMNS.map(([name]) => name)),
  row: (device) => csvLine(COLUMNS.map(([, cell]) => cell(device))),
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
