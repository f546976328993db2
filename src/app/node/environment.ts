import type { Environment } from '../../console/console-context.ts'
import type { Config } from './config.ts'
import { VERSION } from './version.ts'

/** What pages tell of the settings of this node. Nothing of it is secret. */
export const environmentOf = (config: Config): Environment => ({
  version: VERSION,
  workers: config.workers,
  hasOwnDatabase: config.databaseUrl === null,
  map: config.map,
  retention: { readings_days: config.retentionDays, audit_days: config.auditRetentionDays },
  webhookRetryDelaysS: config.webhookRetryDelaysS,
  allowsHttp: config.addressPolicy.allowHttp,
  allowsNetworks: config.addressPolicy.allowedNetworks.length > 0,
})
