import { isDeepStrictEqual } from 'node:util'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { fieldError, invalidFields } from '../../../platform/errors.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import {
  CONNECTIONS,
  type ConnectionKey,
  type GivenConnections,
  SHOWN_CONNECTION,
  type ShownConnections,
} from '../../settings/connections/connection.ts'
import type { ChosenConnections } from '../../settings/connections/connections-in-force.ts'
import {
  readChosenConnections,
  SETTINGS_CHANGED,
  saveConnection,
} from '../../settings/connections/connections-store.ts'
import type { CurrentConnections } from '../../settings/connections/current-connections.ts'
import { forgetSetting, lockSettings } from '../../settings/settings-store.ts'
import { checkConnection, type EnteredConnections, type Guard } from './check-connection.ts'

/** Settings to change; null: as the environment or the default has it. */
export type ConnectionChanges = { [Key in ConnectionKey]?: EnteredConnections[Key] | null }

export interface ConnectionSettings extends Guard {
  db: Database
  encryptionKey: Buffer
  connections: CurrentConnections
}

/**
 * Changes how the service and the outside reach each other, on every node without a restart. Throws 400 with each field
 * that is wrong, and for what the environment sets.
 */
export async function changeConnections(
  { db, encryptionKey, connections, ...guard }: ConnectionSettings,
  changes: ConnectionChanges,
  by: ProvenBy,
  now: Date,
): Promise<void> {
  const keys = CONNECTIONS.filter((key) => changes[key] !== undefined)
  const { origins } = connections()
  const set = keys.filter((key) => origins[key] === 'environment')
  if (set.length > 0) throw invalidFields(set.map((key) => fieldError(`/${key}`, 'set_by_environment')))
  for (let isChanged = false; !isChanged; ) {
    const { given } = await readChosenConnections(db, encryptionKey)
    // Before the transaction, since names are resolved.
    const checked = await Promise.all(
      keys.map(async (key) => {
        const entered = changes[key]
        return { key, next: entered == null ? null : await checkConnection(key, entered, given[key], guard) }
      }),
    )
    isChanged = await db.transaction(async (tx) => {
      await lockSettings(tx)
      const before = await readChosenConnections(tx, encryptionKey)
      // Secrets that were left out were completed from what somebody else has changed meanwhile.
      if (keys.some((key) => !isDeepStrictEqual(before.given[key], given[key]))) return false
      for (const { key, next } of checked) await change(tx, encryptionKey, { key, next, before }, by, now)
      await tx.notify(SETTINGS_CHANGED, '')
      return true
    })
  }
  await connections.reload()
}

interface OneChange {
  key: ConnectionKey
  next: GivenConnections[ConnectionKey] | null
  before: ChosenConnections
}

async function change(
  tx: Queryable,
  encryptionKey: Buffer,
  { key, next, before }: OneChange,
  by: ProvenBy,
  now: Date,
): Promise<void> {
  if (next === null) await forgetSetting(tx, key)
  else await saveConnection(tx, encryptionKey, key, next, now)
  const [old, fresh] = [before.given[key], next ?? undefined].map((given) =>
    given === undefined ? null : recorded(SHOWN_CONNECTION[key](given as never)),
  )
  const isRenewed = isDeepStrictEqual(old, fresh) && !isDeepStrictEqual(before.given[key] ?? null, next)
  const subject = { type: 'settings', id: key }
  // The names of settings hold words that the audit log leaves out.
  const field = key.replace('_token', '')
  const change = { before: { [field]: old }, after: { [field]: fresh, ...(isRenewed ? { login: 'replaced' } : {}) } }
  await recordChange(tx, by, { action: 'settings.changed', subject, ...change }, now)
}

/** Hints are parts of secrets, which the audit log has none of. */
function recorded(shown: ShownConnections[ConnectionKey]): unknown {
  if (typeof shown === 'string') return shown
  if ('hint' in shown) return 'set'
  if ('token_hint' in shown) return { url: shown.url, access: shown.token_hint === null ? null : 'set' }
  return { url: shown.url, from: shown.from }
}
