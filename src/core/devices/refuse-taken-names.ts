import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { listSites } from '../sites/site-store.ts'
import { listTakenNames } from './add-devices.ts'
import { DeviceFileError, type DeviceRow, lineFault } from './device-csv.ts'

/**
 * The rows of a file with the ids of the sites that they name. Throws a `DeviceFileError` for a site that is out of reach,
 * and for a name that is taken: usually the file is imported a second time.
 */
export async function importableRows(
  db: Queryable,
  reach: Reach,
  file: string,
  rows: readonly DeviceRow[],
): Promise<DeviceRow[]> {
  const resolved = await resolveSites(db, reach, file, rows)
  await refuseTakenNames(db, reach, file, resolved)
  return resolved
}

async function resolveSites(
  db: Queryable,
  reach: Reach,
  file: string,
  rows: readonly DeviceRow[],
): Promise<DeviceRow[]> {
  if (rows.every(({ site }) => site === undefined)) return [...rows]
  const ids = new Map((await listSites(db, reach)).map(({ id, name }) => [name, id]))
  const faults = rows.flatMap(({ line, site }) =>
    site === undefined || ids.has(site) ? [] : [lineFault(line, 'csv_site_unknown', site)],
  )
  if (faults.length > 0) throw new DeviceFileError(file, faults)
  return rows.map(({ site, device, ...row }) =>
    site === undefined ? { ...row, device } : { ...row, site, device: { ...device, site_id: ids.get(site)! } },
  )
}

async function refuseTakenNames(db: Queryable, reach: Reach, file: string, rows: readonly DeviceRow[]): Promise<void> {
  const names = rows.map(({ device }) => device.name)
  const taken = new Set(await listTakenNames(db, reach, names))
  const seen = new Set<string>()
  const faults = rows.flatMap(({ line, device: { name } }) => {
    const isTwice = seen.has(name)
    seen.add(name)
    if (taken.has(name)) return [lineFault(line, 'csv_name_taken', name)]
    return isTwice ? [lineFault(line, 'csv_name_twice', name)] : []
  })
  if (faults.length > 0) throw new DeviceFileError(file, faults)
}
