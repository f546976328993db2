import type pg from 'pg'
import { compactHistory } from '../../src/core/telemetry/chunks/compact-history.ts'
import { type Reading, toReading } from '../../src/core/telemetry/reading.ts'
import { readingMonths } from '../../src/core/telemetry/storage/open-months.ts'
import { monthOf } from '../../src/core/telemetry/storage/reading-months.ts'
import { storeReadings } from '../../src/core/telemetry/storage/telemetry-store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { newDevices, query } from '../harness/bench-database.ts'
import type { MadeReading } from './device-readings.ts'

const AT_ONCE = 1_000

/** Stores readings of this many devices in a new database, by the statement of the service. */
export async function storeMonth(
  connection: pg.ClientConfig,
  devices: number,
  readings: Iterable<MadeReading>,
): Promise<void> {
  await migrate(connection)
  const ids = (await newDevices(connection, devices)).map(({ id }) => id)
  await storeReadingsOf(connection, ids, readings)
}

/** Stores readings of these devices by the statement of the service. */
export async function storeReadingsOf(
  connection: pg.ClientConfig,
  ids: readonly number[],
  readings: Iterable<MadeReading>,
): Promise<void> {
  const onError = () => undefined
  const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin bench', onError })
  const months = readingMonths(db.inCell(0))
  let batch: { device: { id: number }; readings: [Reading] }[] = []
  const store = async () => {
    const stored = batch.toSorted((one, other) => one.device.id - other.device.id)
    batch = []
    if (stored.length === 0) return
    await months.ensure(
      stored.map(({ readings: [{ at }] }) => at),
      new Date(stored[0]!.readings[0].at),
    )
    await db.inCell(0).transaction((tx) => storeReadings(tx, stored))
  }
  try {
    for (const { device, receivedAt, body } of readings) {
      batch.push({ device: { id: ids[device]! }, readings: [toReading(body, receivedAt)] })
      if (batch.length === AT_ONCE) await store()
    }
    await store()
  } finally {
    await db.close()
  }
}

/** Bytes of all tables of the month of this time (ms), with TOAST and indexes, after a vacuum. */
export async function bytesOfMonth(connection: pg.ClientConfig, at: number): Promise<number> {
  await query(connection, 'vacuum analyze')
  const suffix = monthOf(at).table.slice(-'_2026_01'.length)
  const [row] = await query<{ bytes: number }>(
    connection,
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes
     from pg_class where relkind = 'r' and right(relname, ${suffix.length}) = '${suffix}'`,
  )
  return row!.bytes
}

/** Compacts the month of this time (ms) to its last reading, as `tocsin compact --month` does. */
export async function compactMonth(connection: pg.ClientConfig, at: number): Promise<void> {
  const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin bench', onError: () => undefined })
  const month = monthOf(at)
  try {
    for await (const _ of compactHistory(db.inCell(0), {
      until: new Date(month.to),
      months: [month],
      now: new Date(),
    }));
  } finally {
    await db.close()
  }
}
