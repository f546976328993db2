import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_DEVICES, type DeviceRecord, listDevices } from '../../../core/devices/lists/list-devices.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { devicesWithReadings } from '../../../core/telemetry/history/devices-with-readings.ts'
import { readingsOf } from '../../../core/telemetry/history/export-history.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { nameOfMonth, type ReadingMonth } from '../../../core/telemetry/storage/reading-months.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { makeFolder } from '../../../platform/files/data-folder.ts'
import { writeWhole } from '../../../platform/files/durable-files.ts'
import { pagesOf } from '../../../platform/files/file-format.ts'
import type { Keys } from './columns.ts'
import { type ExportedDevice, readingsFile } from './readings-file.ts'

/** Parquet files are for other programs, so the umask of the account decides who may read them. */
const MODE = 0o666
const PAGE_DEVICES = 500

interface ParquetExport {
  db: Queryable
  folder: string
  months: readonly ReadingMonth[]
  /** Readings received later are left out. */
  now: Date
}

export interface ParquetFile {
  month: string
  file: string
  readings: number
  bytes: number
}

/**
 * Writes the readings of each month to a file of its own, by device and time, and yields it when it is complete. Months
 * without readings get none.
 */
export async function* exportParquet(what: ParquetExport): AsyncGenerator<ParquetFile> {
  const { devices: all, keys } = await listDevicesAndKeys(what.db)
  for (const month of what.months) {
    const devices = await thoseWithReadings(all, month, what.db)
    if (await hasReadings(month, devices, what)) yield await exportMonth(month, devices, keys, what)
  }
}

/** The keys are those of the latest values, which are nearly all that a device has ever sent. */
async function listDevicesAndKeys(db: Queryable) {
  const devices: ExportedDevice[] = []
  const keys: Keys = { metrics: new Set(), flags: new Set() }
  const nextDevices = (behind: DeviceRecord | null, limit: number) =>
    listDevices(db, INSTALLATION, ALL_DEVICES, { afterId: behind?.id ?? 0, limit })
  for await (const page of pagesOf(nextDevices, PAGE_DEVICES)) {
    for (const { id, name, latest } of page) {
      devices.push({ id, name })
      for (const key in latest?.metrics) keys.metrics.add(key)
      for (const key in latest?.flags) keys.flags.add(key)
    }
  }
  return { devices, keys }
}

/** A device without readings in a month would cost as much as one with hundreds, and most fleets have many. */
async function thoseWithReadings(
  devices: readonly ExportedDevice[],
  month: ReadingMonth,
  db: Queryable,
): Promise<ExportedDevice[]> {
  const found: ExportedDevice[] = []
  for (let begin = 0; begin < devices.length; begin += PAGE_DEVICES) {
    const page = devices.slice(begin, begin + PAGE_DEVICES)
    const ids = await devicesWithReadings(
      db,
      page.map(({ id }) => id),
      month,
    )
    found.push(...page.filter(({ id }) => ids.has(id)))
  }
  return found
}

/**
 * Adds keys to `keys` that only readings of this month have: they are met when the columns of the file are settled, so
 * the file is written a second time.
 */
async function exportMonth(
  month: ReadingMonth,
  devices: readonly ExportedDevice[],
  keys: Keys,
  what: ParquetExport,
): Promise<ParquetFile> {
  const name = nameOfMonth(month)
  const folder = join(what.folder, `month=${name}`)
  const file = join(folder, 'readings.parquet')
  makeFolder(folder)
  for (;;) {
    const readings = await writeWhole(file, MODE, async (handle) => {
      const parquet = readingsFile(handle, keys)
      for await (const [device, page] of readingsOfMonth(month, devices, what)) await parquet.add(device, page)
      const { metrics, flags } = parquet.missing
      if (metrics.size + flags.size === 0) return parquet.finish()
      for (const key of metrics) keys.metrics.add(key)
      for (const key of flags) keys.flags.add(key)
      return null
    })
    if (readings !== null) return { month: name, file, readings, bytes: statSync(file).size }
  }
}

async function hasReadings(...which: Parameters<typeof readingsOfMonth>): Promise<boolean> {
  for await (const [, page] of readingsOfMonth(...which)) {
    for (const _ of page) return true
  }
  return false
}

/** Readings of a month, by device and time. */
async function* readingsOfMonth(
  { from, to }: ReadingMonth,
  devices: readonly ExportedDevice[],
  { db, now }: ParquetExport,
): AsyncGenerator<[ExportedDevice, Iterable<ReadingRecord>]> {
  for (const device of devices) {
    const range = { deviceId: device.id, from: new Date(from), to: new Date(to), receivedUntil: now }
    for await (const page of readingsOf({ db, range })) yield [device, page]
  }
}
