import type pg from 'pg'

export interface Server {
  host: string
  port: number
}

/** The same login and database on another server; null: on the server of the connection. */
export function sameLoginAt(connection: pg.ClientConfig, server: Server | null): pg.ClientConfig {
  if (server === null) return connection
  const { connectionString, ...own } = connection
  if (connectionString === undefined) return { ...own, ...server }
  const address = new URL(connectionString)
  address.searchParams.delete('host')
  address.hostname = server.host
  address.port = String(server.port)
  return { ...own, connectionString: address.href }
}
