import pg from 'pg'
import { OperatorError } from '../errors.ts'

export const OLDEST_POSTGRES = 15
const CONNECT_WITHIN_MS = 10_000

/** Throws OperatorError when this server cannot hold Tocsin's database. Changes nothing. */
export async function requireServer(connection: pg.ClientConfig): Promise<void> {
  const client = await connected(connection)
  try {
    const { rows } = await client.query<{ version: number; says: string; encoding: string }>(`
      select
        current_setting('server_version_num')::integer / 10000 as version, current_setting('server_version') as says,
        current_setting('server_encoding') as encoding`)
    const { version, says, encoding } = rows[0]!
    if (version < OLDEST_POSTGRES) {
      throw new OperatorError(`The server is PostgreSQL ${says}. Tocsin needs PostgreSQL ${OLDEST_POSTGRES} or newer.`)
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The encoding of the database is ${encoding}, but Tocsin needs UTF8: create database tocsin encoding 'UTF8' template template0.`,
      )
    }
  } finally {
    await client.end()
  }
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  try {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_WITHIN_MS })
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw new OperatorError(`DATABASE_URL: ${reasonOf(error)}`, { cause: error })
  }
}

/** Reason of a failed connection. The address holds a password and is not shown. */
function reasonOf(error: unknown): string {
  const { code, message } = innermost(error)
  switch (code) {
    case 'ERR_INVALID_URL':
      return 'it is no valid address; special signs of user and password are percent-encoded.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name of the server is not known (${message}).`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no server listens there (${message}).`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `the server does not answer (${message}).`
    case '28P01':
    case '28000':
      return `the server refuses user or password (${message}).`
    case '3D000':
      return `the server does not have that database (${message}).`
    default:
      return `no connection (${message}).`
  }
}

/** The first failure when a host name has several addresses and all have failed. */
function innermost(error: unknown): NodeJS.ErrnoException {
  return error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : (error as NodeJS.ErrnoException)
}
