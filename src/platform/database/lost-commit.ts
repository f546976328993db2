import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from './sql-errors.ts'

/** Counted from the cut, and long enough for a restart of the server; a device waits for its response meanwhile. */
const SETTLE_WITHIN_MS = 2_000
const LOOK_AGAIN_AFTER_MS = 50

/** The connection broke between a COMMIT and its response, so that the transaction may or may not have happened. */
export class LostCommit extends Error {
  /** The transaction has ended, committed or not: its locks are free, and it will not commit later. */
  readonly hasEnded: boolean

  constructor(outcome: Outcome, cause: unknown) {
    super(`The response to a COMMIT was lost; the outcome is: ${outcome}`, { cause })
    this.name = 'LostCommit'
    this.hasEnded = outcome !== 'unknown'
  }
}

type Outcome = 'committed' | 'aborted' | 'unknown'

/** Asks the server on new connections, again and again within the time limit, how a transaction ended. */
export async function commitOutcome(connection: pg.ClientConfig, xid: string): Promise<Outcome> {
  const deadline = performance.now() + SETTLE_WITHIN_MS
  for (let leftMs = SETTLE_WITHIN_MS; leftMs > 0; leftMs = deadline - performance.now()) {
    // A server that is down, starting or unresponsive is asked again until the time is up.
    const outcome = await ask(connection, xid, leftMs).catch(() => null)
    if (outcome !== null) return outcome
    await sleep(Math.min(LOOK_AGAIN_AFTER_MS, leftMs))
  }
  return 'unknown'
}

/** Null while the transaction is in progress. */
async function ask(connection: pg.ClientConfig, xid: string, withinMs: number): Promise<Outcome | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ status: Outcome | 'in progress' | null }>(
      'select pg_xact_status($1::xid8) as status',
      [xid],
    )
    const status = rows[0]?.status ?? 'unknown'
    if (status !== 'in progress') return status
    // The server process has not noticed the cut and would keep its locks until it does. A COMMIT already in progress
    // still completes.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = $1::xid8::xid', [
      xid,
    ])
    return null
  } catch (error) {
    // 22023: this number was never assigned. The server crashed and lost everything that the transaction had written.
    if (sqlState(error) === '22023') return 'aborted'
    throw error
  } finally {
    // Not awaited: on a cut connection, closing may take forever.
    client.end().catch(() => undefined)
  }
}
