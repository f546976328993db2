import type { Socket } from 'node:net'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { commitOutcome, LostCommit } from './lost-commit.ts'
import { type Server, sameLoginAt } from './server.ts'
import { isRefusedStatement } from './sql-errors.ts'

/** Not exported: only what is made here is in a cell. */
const oneCell = Symbol('one cell')

/** Anything that runs a statement: the pool, or one transaction of it. Reads from all cells; writes what they share. */
export interface Queryable {
  /** A `name` has the server keep the parsed statement; worth it for what every reading or request runs. */
  query<Row extends object>(statement: Sql, name?: string): Promise<Row[]>
  /** Tells all nodes something at commit; a rollback discards it. */
  notify(channel: string, payload: string): Promise<void>
  /** The numbers of all cells, in order. */
  cells(): readonly number[]
  inCell(cell: number): InCell
  /** Whether statements go straight to the worker of a cluster on which the cell is. */
  isOnWorker(): boolean
}

/** One cell, and what all share. What changes or locks rows of a cell takes it: to forget the cell does not compile. */
export interface InCell extends Queryable {
  readonly [oneCell]: true
}

export interface Database extends Queryable {
  inCell(cell: number): CellDatabase
  /** Runs `work` in one transaction. An error rolls it back and is rethrown. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  close(): Promise<void>
  connections(): Connections
}

export interface CellDatabase extends Database {
  readonly [oneCell]: true
  transaction<Result>(work: (tx: InCell) => Promise<Result>): Promise<Result>
}

/** Servers that cells lie on, for connections straight to them. */
interface Servers {
  /** Null: the server of the connection. */
  of(cell: number): Server | null
  /** Tells all nodes something, after a commit on another server: nodes listen to that of the connection. */
  notify(notices: readonly Notice[]): void
}

export interface Notice {
  channel: string
  payload: string
}

/** Connections of a pool at this moment. */
export interface Connections {
  busy: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

export interface DatabaseOptions {
  /** At most, for each cell. */
  connections: number
  /** A single one without. */
  cells?: () => readonly number[]
  /** The server to connect to for a cell, where that is not the one of the connection. */
  servers?: Servers
  applicationName: string
  onError: (error: Error) => void
  /** Sends statements without waiting for the responses of those before; for code that issues several at once. */
  pipeline?: boolean
  /** A COMMIT whose response is lost throws `LostCommit`, which says whether the transaction has ended. */
  settlesCommits?: boolean
}

/** The server's own timeout is ten seconds; after this one, the server is taken for gone. */
const ANSWER_WITHIN_MS = 12_000
const COMMIT_WITHIN_MS = 5_000
/** Unless the connection says otherwise, as that of tests does. */
const CONNECT_WITHIN_MS = 5_000
/** Sent in the message that begins the transaction, so that asking for its number costs no round trip. */
const BEGIN_WITH_NUMBER = 'begin; select pg_current_xact_id()::text as xid'

const INT8 = 20

/** Identity keys and timestamps in milliseconds stay far below 2^53, so bigint columns are plain numbers here. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** The schema of a cell. */
export const schemaOf = (cell: number): string => (cell === 0 ? 'public' : `cell_${cell}`)

/** Has a view over all cells for each of their tables, once there are several. */
export const EVERY_CELL = 'every_cell'

/** Where names of tables are looked up: in this cell; null: in all cells. A schema that does not exist is passed over. */
export const pathTo = (cell: number | null): string =>
  cell === 0 ? 'public' : `${cell === null ? EVERY_CELL : schemaOf(cell)},public`

/** The settings of every connection. Durability is set explicitly, not left to the server's default. */
export function connectionSettings(
  connection: pg.ClientConfig,
  applicationName: string,
  cell: number | null = null,
): pg.ClientConfig {
  return {
    ...connection,
    types,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? CONNECT_WITHIN_MS,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 5_000,
    options: `-c synchronous_commit=on -c search_path=${pathTo(cell)}`,
  }
}

/** Connects to all cells; `inCell` opens those that are named. */
export const openDatabase = (connection: pg.ClientConfig, options: DatabaseOptions): Database =>
  openCell(connection, options, null)

function openCell(connection: pg.ClientConfig, options: DatabaseOptions, cell: number | null): CellDatabase {
  const { cells = () => ONLY_CELL } = options
  const server = cell === null ? null : (options.servers?.of(cell) ?? null)
  const settings = connectionSettings(sameLoginAt(connection, server), options.applicationName, cell)
  const others = new Map<number, { database: CellDatabase; server: Server | null }>()
  const names = new Map<number, CellDatabase>()
  const pool = new pg.Pool({
    ...settings,
    query_timeout: ANSWER_WITHIN_MS,
    max: options.connections,
    pipeline: options.pipeline ?? false,
  } as pg.PoolConfig)
  // Without a listener, a connection that the server drops would end the process: the pool listens while it is idle,
  // this listener while it is in use. The statement under way on it fails by itself.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function transaction<Result>(work: (tx: InCell) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    let failure: unknown
    try {
      // In a pipeline, BEGIN goes in one write with the first statements of `work`, which wakes the server once. If
      // BEGIN fails, so does everything after it, with the same cause.
      if (options.pipeline) stream.cork()
      const began = begin(client, options.settlesCommits ?? false)
      if (options.pipeline) began.catch(() => undefined)
      else await began
      const notices: Notice[] = []
      const working = work(transactionIn(client, cells, cell, server === null ? null : notices))
      if (options.pipeline) stream.uncork()
      const result = await working
      await commit(client).catch(async (error: unknown) => {
        const xid = await began
        if (xid === null || isRefusedStatement(error)) throw error
        throw new LostCommit(await commitOutcome(settings, xid), error)
      })
      if (notices.length > 0) options.servers?.notify(notices)
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      // A failed rollback means the connection is gone; it is destroyed, never handed out again.
      const healthy = failure === undefined || (!(failure instanceof LostCommit) && (await rolledBack(client)))
      client.release(!healthy)
    }
  }

  /** A cell that has moved to another server gets other connections. */
  function opened(wanted: number): CellDatabase {
    const known = others.get(wanted)
    const place = options.servers?.of(wanted) ?? null
    if (known !== undefined && known.server?.host === place?.host && known.server?.port === place?.port)
      return known.database
    void known?.database.close().catch(options.onError)
    const other = openCell(connection, options, wanted)
    others.set(wanted, { database: other, server: place })
    return other
  }

  /** A single cell needs no name, until there is another one. */
  function inCell(wanted: number): CellDatabase {
    if (wanted === cell) return database
    const known = names.get(wanted)
    if (known !== undefined) return known
    const target = () => (cells().length === 1 ? database : opened(wanted))
    const named: CellDatabase = {
      [oneCell]: true,
      query: (statement, name) => target().query(statement, name),
      notify: (channel, payload) => target().notify(channel, payload),
      cells,
      inCell,
      isOnWorker: () => target().isOnWorker(),
      transaction: (work) => target().transaction(work),
      connections: () => target().connections(),
      close: async () => undefined,
    }
    names.set(wanted, named)
    return named
  }

  function connections(): Connections {
    const counts = [...others.values()].map(({ database }) => database.connections())
    const sum = (of: keyof Connections) => counts.reduce((total, count) => total + count[of], 0)
    return {
      busy: pool.totalCount - pool.idleCount + sum('busy'),
      idle: pool.idleCount + sum('idle'),
      waiting: pool.waitingCount + sum('waiting'),
    }
  }

  const close = async () =>
    void (await Promise.all([pool.end(), ...[...others.values()].map(({ database }) => database.close())]))
  const query: Queryable['query'] = (statement, name) => run(pool, statement, name)
  const notify: Queryable['notify'] = (channel, payload) => notifyOn(database, channel, payload)
  const isOnWorker = () => server !== null
  const all = { query, notify, cells, inCell, isOnWorker, transaction, close, connections }
  const database: CellDatabase = { [oneCell]: true, ...all }
  return database
}

async function run<Row extends object>(
  runner: pg.Pool | pg.ClientBase,
  { text, values }: Sql,
  name?: string,
): Promise<Row[]> {
  const result = await runner.query<Row>(name === undefined ? { text, values } : { name, text, values })
  return result.rows
}

const ONLY_CELL: readonly number[] = [0]

async function notifyOn(db: Pick<Queryable, 'query'>, channel: string, payload: string): Promise<void> {
  await db.query(sql`select pg_notify(${channel}, ${payload})`)
}

/** For callers that have a connection of their own; in a transaction, if they name cells. */
export const transactionOn = (client: pg.ClientBase, cells?: () => readonly number[]): Queryable =>
  transactionIn(client, cells)

function transactionIn(
  client: pg.ClientBase,
  cells: () => readonly number[] = () => ONLY_CELL,
  cell: number | null = null,
  /** Gets what is to be told after the commit; null: it is told on this connection. */
  notices: Notice[] | null = null,
): InCell {
  let current = cell
  const named = (wanted: number | null): InCell => ({
    [oneCell]: true,
    async query<Row extends object>(statement: Sql, name?: string): Promise<Row[]> {
      // Sent without waiting, so that no statement in another cell comes between.
      const going = current === wanted ? null : client.query(`set local search_path to ${pathTo(wanted)}`)
      current = wanted
      const [rows] = await Promise.all([run<Row>(client, statement, name), going])
      return rows
    },
    async notify(channel, payload) {
      if (notices === null) await notifyOn(named(wanted), channel, payload)
      else notices.push({ channel, payload })
    },
    cells,
    inCell: (next) => (cells().length === 1 ? named(wanted) : named(next)),
    isOnWorker: () => notices !== null,
  })
  return named(cell)
}

/** Returns the number of the transaction if asked for. */
async function begin(client: pg.PoolClient, withNumber: boolean): Promise<string | null> {
  if (!withNumber) {
    await client.query('begin')
    return null
  }
  // Two statements in one message have two results, which the driver's types do not express.
  const results = (await client.query(BEGIN_WITH_NUMBER)) as unknown as [unknown, pg.QueryResult<{ xid: string }>]
  return results[1].rows[0]!.xid
}

async function commit(client: pg.PoolClient): Promise<void> {
  const statement = { text: 'commit', query_timeout: COMMIT_WITHIN_MS } as pg.QueryConfig
  const { command } = await client.query(statement)
  // The server answers ROLLBACK to a COMMIT when a statement failed and its error was not awaited.
  if (command === 'ROLLBACK') throw new Error('The transaction had failed before its COMMIT')
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
