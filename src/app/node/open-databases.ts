import { NOTIFICATIONS_QUEUED } from '../../core/contact-methods/outbox/queue-notifications.ts'
import { DEVICE_CHANGED } from '../../core/devices/device-store.ts'
import { RULES_CHANGED } from '../../core/rules/rule-store.ts'
import { DELIVERIES_QUEUED } from '../../core/webhooks/outbox/queue-deliveries.ts'
import { LIVE_CHANNELS } from '../../doors/events/live-events.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { listenForNotifications } from '../../platform/database/notifications.ts'
import type { NodeParts } from './service-options.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/** A pool for people and jobs, one for ingestion, and the connection that listens for notifications. */
export async function openDatabases({ connection, report, databaseAnswers }: NodeParts) {
  const onError = report('an idle database connection failed')
  const db = openDatabase(connection, { connections: 8, applicationName: 'tocsin', onError })
  const ingestDb = openDatabase(connection, {
    connections: 2,
    applicationName: 'tocsin ingestion',
    onError,
    pipeline: true,
    settlesCommits: true,
  })
  const channels = [DEVICE_CHANGED, RULES_CHANGED, DELIVERIES_QUEUED, NOTIFICATIONS_QUEUED, ...LIVE_CHANNELS]
  const notifications = await listenForNotifications(
    connection,
    channels,
    report('listening for notifications failed'),
    databaseAnswers,
  )
  return {
    db,
    ingestDb,
    notifications,
    async close() {
      await notifications.close()
      await Promise.all([db.close(), ingestDb.close()])
    },
  }
}
