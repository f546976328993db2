import { NOTIFICATIONS_QUEUED } from '../../core/contact-methods/outbox/queue-notifications.ts'
import { DEVICE_CHANGED } from '../../core/devices/device-store.ts'
import { RULES_CHANGED } from '../../core/rules/rule-store.ts'
import { SETTINGS_CHANGED } from '../../core/settings/connections/connections-store.ts'
import { SITE_CHANGED } from '../../core/sites/site-store.ts'
import { SOURCE_CHANGED } from '../../core/sources/source-store.ts'
import { DELIVERIES_QUEUED } from '../../core/webhooks/outbox/queue-deliveries.ts'
import { LIVE_CHANNELS } from '../../doors/events/live-events.ts'
import { CELLS_CHANGED } from '../../platform/database/cells/add-cell.ts'
import { knownCells } from '../../platform/database/cells/known-cells.ts'
import { type Database, type Notice, openDatabase } from '../../platform/database/database.ts'
import { listenForNotifications } from '../../platform/database/notifications.ts'
import type { NodeParts } from './service-options.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * A pool for people and jobs, one for ingestion, which goes straight to the servers of cells, a connection for the tokens of
 * devices, and one that listens for notifications.
 */
export async function openDatabases({
  connection,
  report,
  databaseAnswers,
}: Pick<NodeParts, 'connection' | 'report' | 'databaseAnswers'>) {
  const onError = report('an idle database connection failed')
  const known = knownCells()
  const cells = known.numbers
  const db = openDatabase(connection, { connections: 7, cells, applicationName: 'tocsin', onError })
  // Tokens have a connection of their own, so that the first reading of a device waits behind no page.
  const tokenDb = openDatabase(connection, { connections: 1, cells, applicationName: 'tocsin tokens', onError })
  const ingestDb = openDatabase(connection, {
    connections: 2,
    cells,
    servers: { of: known.serverOf, notify: (notices) => void notifyServers(db, notices).catch(onError) },
    applicationName: 'tocsin ingestion',
    onError,
    pipeline: true,
    settlesCommits: true,
  })
  const channels = [
    CELLS_CHANGED,
    DEVICE_CHANGED,
    SITE_CHANGED,
    SOURCE_CHANGED,
    RULES_CHANGED,
    DELIVERIES_QUEUED,
    NOTIFICATIONS_QUEUED,
    SETTINGS_CHANGED,
    ...LIVE_CHANNELS,
  ]
  const notifications = await listenForNotifications(
    connection,
    channels,
    report('listening for notifications failed'),
    databaseAnswers,
  )
  await known.follow(db, notifications, report('the cells could not be read'))
  return {
    db,
    ingestDb,
    tokenDb,
    notifications,
    async close() {
      known.stop()
      await notifications.close()
      await Promise.all([db.close(), ingestDb.close(), tokenDb.close()])
    },
  }
}

async function notifyServers(db: Database, notices: readonly Notice[]): Promise<void> {
  for (const { channel, payload } of notices) await db.notify(channel, payload)
}
