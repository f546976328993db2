import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from './database.ts'

/** Another node takes over this soon after the first one has ended. */
const TRY_EVERY_MS = 5_000
const PROBE_EVERY_MS = 2_000
const PROBE_TIMEOUT_MS = 2_500

export interface OnlyNodeOptions {
  connection: pg.ClientConfig
  /** Number of the advisory lock. */
  lock: number
  signal: AbortSignal
  onError: (error: unknown) => void
  tryEveryMs?: number
}

/**
 * Runs work that waits for long, and that only one node may do: whoever holds a lock of the database. The signal of the
 * work aborts when the lock is lost with its connection. Starts it again when it ends; returns when `signal` aborts.
 */
export async function asOnlyNode(
  work: (signal: AbortSignal) => Promise<void>,
  options: OnlyNodeOptions,
): Promise<void> {
  const { signal, onError, tryEveryMs = TRY_EVERY_MS } = options
  while (!signal.aborted) {
    await workWithLock(work, options).catch(onError)
    // This sleep rejects only when it is ended early, as intended.
    await sleep(tryEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

async function workWithLock(
  work: (signal: AbortSignal) => Promise<void>,
  { connection, lock, signal }: OnlyNodeOptions,
): Promise<void> {
  const client = new pg.Client({
    ...connectionSettings(connection, 'tocsin lock'),
    statement_timeout: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (rows[0]?.mine !== true) return
    const either = AbortSignal.any([signal, lost.signal])
    const probing = probe(client, lost, either)
    await work(either).finally(() => lost.abort())
    await probing
  } finally {
    // Frees the lock.
    await client.end().catch(() => undefined)
  }
}

async function probe(client: pg.Client, lost: AbortController, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) await client.query('select 1').catch(() => lost.abort())
  }
}
