import pg from 'pg'
import { BY_COMMAND } from '../src/audit-log/record-change.ts'
import { createDevice } from '../src/devices/device-tokens.ts'
import { openDatabase } from '../src/platform/database.ts'

/** More would wait for a connection for too long. */
const AT_ONCE = 500

export async function newDevices(
  connection: pg.ClientConfig,
  number: number,
): Promise<{ id: number; token: string }[]> {
  const db = openDatabase(connection, { connections: 8, applicationName: 'tocsin bench', onError: () => undefined })
  const settings = { module: 'health', tags: [], notes: '', expected_interval_s: null, offline_after_s: null } as const
  try {
    const devices: { id: number; token: string }[] = []
    while (devices.length < number) {
      const made = Array.from({ length: Math.min(AT_ONCE, number - devices.length) }, (_, place) =>
        createDevice(
          db,
          { ...settings, name: `Monitor ${devices.length + place + 1}`, tags: [] },
          BY_COMMAND,
          new Date(),
        ),
      )
      devices.push(...(await Promise.all(made)))
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

/** The tokens of so many new devices. */
export const newTokens = async (connection: pg.ClientConfig, number: number): Promise<string[]> =>
  (await newDevices(connection, number)).map(({ token }) => token)
