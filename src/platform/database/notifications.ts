import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from './database.ts'

/** A dead connection must be noticed within the 5 seconds that a revoked token may live at most. */
const PROBE_EVERY_MS = 2_000
const PROBE_TIMEOUT_MS = 2_500
const RECONNECT_AFTER_MS = 500

export interface Notifications {
  /** Throws for a channel that is not listened to. */
  on(channel: string, handler: (payload: string) => void): void
  /** Called whenever messages may have been missed. Caches kept up to date by notifications must be cleared then. */
  onGap(handler: () => void): void
  /** Resolves when the handlers were called for all that was sent before. Throws while nothing is heard. */
  heard(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens for notifications of other nodes and transactions on one connection of its own, and reconnects when it
 * breaks.
 */
export async function listenForNotifications(
  connection: pg.ClientConfig,
  channels: readonly string[],
  onError: (error: Error) => void,
  onAnswer: () => void = () => undefined,
): Promise<Notifications> {
  const handlers = new Map<string, Array<(payload: string) => void>>()
  const gapHandlers: Array<() => void> = []
  const stop = new AbortController()
  let client: pg.Client | null = null

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...connectionSettings(connection, 'tocsin listen'),
      statement_timeout: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    })
    fresh.on('error', onError)
    fresh.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '')
    })
    await fresh.connect()
    await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '))
    return fresh
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      await sleep(PROBE_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      const alive = await client?.query('select 1').then(
        () => true,
        () => false,
      )
      if (!alive) await reconnect()
      if (client !== null) onAnswer()
    }
  }

  async function reconnect(): Promise<void> {
    for (const handler of gapHandlers) handler()
    void client?.end().catch(() => undefined)
    client = null
    while (!stop.signal.aborted && client === null) {
      client = await connect().catch((error: Error) => {
        onError(error)
        return null
      })
      // Nothing may stay cached while there is no listener.
      for (const handler of gapHandlers) handler()
      if (client === null) await sleep(RECONNECT_AFTER_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  client = await connect()
  const loop = keepListening()
  return {
    on(channel, handler) {
      if (!channels.includes(channel)) throw new Error(`nobody listens to ${channel}`)
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
    },
    onGap: (handler) => void gapHandlers.push(handler),
    async heard() {
      if (client === null) throw new Error('the connection for notifications is lost')
      // The answer of the server comes after the messages that wait.
      await client.query('select 1')
    },
    async close() {
      stop.abort()
      await loop
      await client?.end().catch(() => undefined)
    },
  }
}
