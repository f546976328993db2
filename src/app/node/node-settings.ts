import type { NodeSettings } from '../../console/console-context.ts'
import type { Environment } from './environment.ts'
import { VERSION } from './version.ts'

/** What pages tell of the settings of this node. Nothing of it is secret. */
export const nodeSettingsOf = (environment: Environment): NodeSettings => ({
  version: VERSION,
  workers: environment.workers,
  hasOwnDatabase: environment.databaseUrl === null,
  map: environment.map,
  retention: { readings_days: environment.retentionDays, audit_days: environment.auditRetentionDays },
  webhookRetryDelaysS: environment.webhookRetryDelaysS,
  allowsHttp: environment.addressPolicy.allowHttp,
  allowsNetworks: environment.addressPolicy.allowedNetworks.length > 0,
})
