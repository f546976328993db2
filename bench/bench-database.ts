import pg from 'pg'
import { BY_COMMAND } from '../src/audit-log/record-change.ts'
import { createDevice } from '../src/devices/device-tokens.ts'
import { openDatabase } from '../src/platform/database.ts'

/** The tokens of so many new devices. */
export async function newDevices(connection: pg.ClientConfig, number: number): Promise<string[]> {
  const db = openDatabase(connection, { connections: 8, applicationName: 'tocsin bench', onError: () => undefined })
  const settings = { module: 'health', tags: [], notes: '', expected_interval_s: null, offline_after_s: null } as const
  try {
    const made = Array.from({ length: number }, (_, place) =>
      createDevice(db, { ...settings, tags: [], name: `Monitor ${place + 1}` }, BY_COMMAND, new Date()),
    )
    return (await Promise.all(made)).map(({ token }) => token)
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
