import type { Queryable } from '../../../platform/database/database.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import type { ConnectionKey } from './connection.ts'
import {
  type ChosenConnections,
  connectionsInForce,
  NONE_CHOSEN,
  type OutsideConnections,
} from './connections-in-force.ts'
import { readChosenConnections, SETTINGS_CHANGED } from './connections-store.ts'

/** Returns the connections in force. */
export interface CurrentConnections {
  (): OutsideConnections
  /** Those whose secrets another key encrypted, so that they are not used. */
  locked(): readonly ConnectionKey[]
  /** Resolves when this node has read everything committed before the call; other nodes follow by notification. */
  reload(): Promise<void>
  /** Calls it after each change. */
  onChange(handler: () => void): void
}

interface Options {
  db: Queryable
  notifications: Notifications
  encryptionKey: Buffer
  environment: OutsideConnections
  onError: (error: unknown) => void
}

/** The connections in force, kept up to date: they are needed for each request, and read when a node is told of a change. */
export async function currentConnections(options: Options): Promise<CurrentConnections> {
  const { db, notifications, encryptionKey, environment, onError } = options
  let chosen: ChosenConnections = NONE_CHOSEN
  let current = connectionsInForce(environment, chosen)
  const handlers: (() => void)[] = []
  let last = Promise.resolve()

  async function load(): Promise<void> {
    const found = await readChosenConnections(db, encryptionKey)
    const isSame = JSON.stringify(found) === JSON.stringify(chosen)
    chosen = found
    if (isSame) return
    current = connectionsInForce(environment, chosen)
    for (const handler of handlers) handler()
  }
  function reload(): Promise<void> {
    // One after the other, even after a failed one, so that they never go back to an older state.
    last = last.then(load, load)
    return last
  }
  const reloadSoon = () => void reload().catch(onError)
  await reload()
  notifications.on(SETTINGS_CHANGED, reloadSoon)
  notifications.onGap(reloadSoon)
  return Object.assign(() => current, {
    locked: () => chosen.locked,
    reload,
    onChange: (handler: () => void) => void handlers.push(handler),
  })
}
