import type pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase, type Queryable } from '../database.ts'
import type { Notifications } from '../notifications.ts'
import type { Server } from '../server.ts'
import { CELLS_CHANGED } from './add-cell.ts'
import { findServers, isCluster } from './cluster/cluster.ts'
import { followRemoteCells } from './cluster/remote-cells.ts'
import { listCellNumbers } from './every-cell.ts'

/** How often servers are asked for again, on a cluster: Citus moves cells without a word to us. */
const SERVERS_EVERY_MS = 5_000

interface KnownCells {
  /** The numbers of all cells in order; a single one before they are read. */
  numbers: () => readonly number[]
  /** The server of a cell on a worker of a cluster, for connections straight to it; null: that of the database. */
  serverOf: (cell: number) => Server | null
  /** Reads them, and again whenever one is added or may have moved. */
  follow(db: Queryable, notifications: Notifications | null, onError: (error: Error) => void): Promise<void>
  stop(): void
}

/** A database with its present cells, for a short time. */
export async function openCells(
  connection: pg.ClientConfig,
  options: Omit<DatabaseOptions, 'cells'>,
): Promise<Database> {
  const known = knownCells()
  const db = openDatabase(connection, { ...options, cells: known.numbers })
  await known.follow(db, null, options.onError)
  return db
}

export function knownCells(): KnownCells {
  let known: readonly number[] = [0]
  let servers = new Map<number, Server>()
  let timer: NodeJS.Timeout | undefined
  return {
    numbers: () => known,
    serverOf: (cell) => servers.get(cell) ?? null,
    async follow(db, notifications, onError) {
      const read = async () => {
        known = await listCellNumbers(db)
        if (known.length === 1 || !(await isCluster(db))) return
        const found = await findServers(db, known)
        await followRemoteCells(db, found)
        servers = new Map(found.filter(({ isHome }) => !isHome).map((server) => [server.cell, server]))
        if (notifications !== null) timer ??= setInterval(again, SERVERS_EVERY_MS)
      }
      const again = () => void read().catch(onError)
      await read()
      notifications?.on(CELLS_CHANGED, again)
      notifications?.onGap(again)
    },
    stop: () => clearInterval(timer),
  }
}
