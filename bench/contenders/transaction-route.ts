// The same steps with the same code, but with one transaction per request instead of one per group.

import { deviceFinder } from '../../src/core/devices/device-tokens.ts'
import { ingestReadings } from '../../src/core/ingestion/ingest-readings.ts'
import { currentRules } from '../../src/core/rules/current-rules.ts'
import { readRulePacks } from '../../src/core/rules/packs/rule-packs.ts'
import { savePackRules } from '../../src/core/rules/packs/save-pack-rules.ts'
import { toReading } from '../../src/core/telemetry/reading.ts'
import { readingMonths } from '../../src/core/telemetry/storage/open-months.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { listenForNotifications } from '../../src/platform/database/notifications.ts'
import { serveReadings } from './reading-route.ts'

const CONNECTIONS = 16

// The variables PGHOST, PGPORT and so on tell where the database is.
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`)
const db = openDatabase({}, { connections: CONNECTIONS, applicationName: 'per request', onError, pipeline: true })
const notifications = await listenForNotifications({}, [], onError)
const now = () => new Date()
await savePackRules(db, await readRulePacks(), now())
const rules = await currentRules(db, notifications, onError)
const findDevice = deviceFinder(db, notifications, now)
const cell = db.inCell(0)
const months = readingMonths(cell)
const context = {
  db: cell,
  rules,
  months,
  incidents: { grouping: 'device', minSeverity: 'warning' },
  offlineAfterS: 600,
  now,
} as const

await serveReadings(async (body, token) => {
  const device = await findDevice(token)
  if (device === null) throw new Error('There is no such device')
  const reading = toReading(body, Date.now())
  await ingestReadings(context, [{ device, reading }])
  return reading.ts
})
