import { readEnvironment } from '../../src/app/node/environment.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { parseConfiguration } from '../../src/core/configuration/document.ts'
import { exportConfiguration } from '../../src/core/configuration/export-configuration.ts'
import { compareConfiguration, importConfiguration } from '../../src/core/configuration/import-configuration.ts'
import { INSTALLATION } from '../../src/core/reach/reach.ts'
import { listMemberIds } from '../../src/fleet/demo/demo-store.ts'
import { ENCRYPTION_KEY, type TestApp } from './app.ts'

const POLICY = readEnvironment({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }).addressPolicy

export const exported = async (app: TestApp) =>
  exportConfiguration(app.service.db, {
    reach: INSTALLATION,
    hiddenDevices: await listMemberIds(app.service.db),
    now: app.now(),
  })

export async function compareFile(app: TestApp, text: string) {
  const hiddenDevices = await listMemberIds(app.service.db)
  return compareConfiguration(app.service.db, parseConfiguration(text, 'tocsin.yaml'), {
    by: BY_COMMAND,
    hiddenDevices,
    now: app.now(),
  })
}

export async function importFile(app: TestApp, text: string, dryRun = false) {
  const protection = { policy: POLICY, encryptionKey: ENCRYPTION_KEY }
  const file = parseConfiguration(text, 'tocsin.yaml')
  const hiddenDevices = await listMemberIds(app.service.db)
  return importConfiguration(app.service.db, file, {
    by: BY_COMMAND,
    hiddenDevices,
    dryRun,
    protection,
    now: app.now(),
  })
}
