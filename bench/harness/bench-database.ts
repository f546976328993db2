import pg from 'pg'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { addDevices } from '../../src/core/devices/add-devices.ts'
import { readingMonths } from '../../src/core/telemetry/storage/open-months.ts'
import { openDatabase } from '../../src/platform/database/database.ts'

/** Created in one transaction. */
const AT_ONCE = 500

export async function newDevices(
  connection: pg.ClientConfig,
  number: number,
): Promise<{ id: number; token: string }[]> {
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  const settings = {
    module: 'health',
    tags: [],
    notes: '',
    expected_interval_s: null,
    offline_after_s: null,
    metrics: {},
    icon: null,
  } as const
  try {
    const devices: { id: number; token: string }[] = []
    while (devices.length < number) {
      const made = Array.from({ length: Math.min(AT_ONCE, number - devices.length) }, (_, place) => ({
        ...{ ...settings, site_id: null, tags: [], name: `Monitor ${devices.length + place + 1}` },
      }))
      devices.push(...(await addDevices(db, made, BY_COMMAND, new Date())))
    }
    return devices
  } finally {
    await db.close()
  }
}

export async function query<Row>(connection: pg.ClientConfig, statement: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Creates the tables of the months of these times (ms). */
export async function makeMonths(connection: pg.ClientConfig, times: readonly number[]): Promise<void> {
  const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin bench', onError: () => undefined })
  await readingMonths(db.inCell(0)).ensure([...times], new Date(Math.min(...times)))
  await db.close()
}

/** Stores the readings selected by a query, which returns these columns in this order. */
export async function storeReadings(connection: pg.ClientConfig, made: string): Promise<void> {
  await query(
    connection,
    `set synchronous_commit = off;
     insert into reading_rows (
       device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags
     )
     ${made}`,
  )
}

/** Creates devices and returns their tokens. */
export const newTokens = async (connection: pg.ClientConfig, number: number): Promise<string[]> =>
  (await newDevices(connection, number)).map(({ token }) => token)

/** Disk space of rows and chunks, with TOAST, and of their indexes. */
export async function bytesPerReading(connection: pg.ClientConfig): Promise<{ table: number; index: number }> {
  const [row] = await query<{ table: number; index: number }>(
    connection,
    `select sum(pg_table_size(p.relid))::float8 / (select count(*) from readings) as table,
       sum(pg_indexes_size(p.relid))::float8 / (select count(*) from readings) as index
     from (
       select relid from pg_partition_tree('reading_rows')
       union all
       select relid from pg_partition_tree('reading_chunks')
     ) as p`,
  )
  return row!
}
