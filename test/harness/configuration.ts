import { readEnvironment } from '../../src/app/node/environment.ts'
import { parseConfiguration } from '../../src/app/transfer/configuration/document.ts'
import { exportConfiguration } from '../../src/app/transfer/configuration/export-configuration.ts'
import { importConfiguration } from '../../src/app/transfer/configuration/import-configuration.ts'
import { ENCRYPTION_KEY, type TestApp } from './app.ts'

const POLICY = readEnvironment({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }).addressPolicy

export const exported = (app: TestApp) => exportConfiguration(app.service.db, app.now())

export function importFile(app: TestApp, text: string, dryRun = false) {
  const protection = { policy: POLICY, encryptionKey: ENCRYPTION_KEY }
  const file = parseConfiguration(text, 'tocsin.yaml')
  return importConfiguration(app.service.db, file, { dryRun, protection, now: app.now() })
}
