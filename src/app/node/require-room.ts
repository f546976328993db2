import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '../../platform/files/data-folder.ts'
import { requirePort } from '../../platform/ports.ts'
import { type Config, ENCRYPTION_KEY_FILE, encryptionKeyOf } from './config.ts'

/** Whether this machine has the ports and the folder that a node needs. Throws a sentence for people; touches no database. */
export async function requireRoomForNode(config: Config): Promise<void> {
  await requirePort('PORT', config.host, config.port)
  if (config.mqtt !== null) await requirePort('MQTT_PORT', config.host, config.mqtt.port)
  if (config.databaseUrl === null || config.encryptionKey === null) makeDataFolder(config.dataDir)
  // One that is there is read, and none is made yet.
  if (existsSync(join(config.dataDir, ENCRYPTION_KEY_FILE))) encryptionKeyOf(config)
}
