import type { NodeSettings } from '../../console/console-context.ts'
import type { Environment } from './environment.ts'
import { VERSION } from './version.ts'

/** Settings of this node that pages show. None of them is secret. */
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
