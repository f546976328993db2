import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { listTakenNames } from './add-devices.ts'
import { DeviceFileError, type DeviceRow, lineFault } from './device-file.ts'

/** Usually, a taken name means that the file is imported a second time. Throws a `DeviceFileError`. */
export async function refuseTakenNames(
  db: Queryable,
  reach: Reach,
  file: string,
  rows: readonly DeviceRow[],
): Promise<void> {
  const taken = new Set(
    await listTakenNames(
      db,
      reach,
      rows.map(({ device }) => device.name),
    ),
  )
  const seen = new Set<string>()
  const faults = rows.flatMap(({ line, device: { name } }) => {
    const isTwice = seen.has(name)
    seen.add(name)
    if (taken.has(name)) return [lineFault(line, 'csv_name_taken', name)]
    return isTwice ? [lineFault(line, 'csv_name_twice', name)] : []
  })
  if (faults.length > 0) throw new DeviceFileError(file, faults)
}
