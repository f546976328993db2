import pg from 'pg'
import { BY_COMMAND } from '../src/audit-log/record-change.ts'
import { createDevice } from '../src/devices/device-tokens.ts'
import { openDatabase } from '../src/platform/database.ts'

export async function newDevices(
  connection: pg.ClientConfig,
  number: number,
): Promise<{ id: number; token: string }[]> {
  const db = openDatabase(connection, { connections: 8, applicationName: 'tocsin bench', onError: () => undefined })
  const settings = { module: 'health', tags: [], notes: '', expected_interval_s: null, offline_after_s: null } as const
  try {
    const made = Array.from({ length: number }, (_, place) =>
      createDevice(db, { ...settings, tags: [], name: `Monitor ${place + 1}` }, BY_COMMAND, new Date()),
    )
    return await Promise.all(made)
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

/** The tokens of so many new devices. */
export const newTokens = async (connection: pg.ClientConfig, number: number): Promise<string[]> =>
  (await newDevices(connection, number)).map(({ token }) => token)
