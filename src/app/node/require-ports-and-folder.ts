import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '../../platform/files/data-folder.ts'
import { requirePort } from '../../platform/ports.ts'
import { hasCluster } from '../../platform/postgres/cluster.ts'
import { ENCRYPTION_KEY_FILE } from '../../platform/secrets.ts'
import { type Environment, encryptionKeyOf } from './environment.ts'

/**
 * Checks that this machine has the ports and the folder that a node needs, and that no database is missing from it. Throws
 * OperatorError; does not touch the database.
 */
export async function requirePortsAndFolder(environment: Environment): Promise<void> {
  await requirePort('PORT', environment.host, environment.port)
  if (environment.mqtt !== null) await requirePort('MQTT_PORT', environment.host, environment.mqtt.port)
  if (environment.databaseUrl === null || environment.encryptionKey === null) makeDataFolder(environment.dataDir)
  // An existing key is validated; a missing one is not created yet.
  if (existsSync(join(environment.dataDir, ENCRYPTION_KEY_FILE))) encryptionKeyOf(environment)
  if (environment.databaseUrl === null) hasCluster(environment.dataDir)
}
