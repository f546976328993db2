import { connectionsInForce } from '../../core/settings/connections/connections-in-force.ts'
import { readChosenConnections } from '../../core/settings/connections/connections-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Environment, encryptionKeyOf } from './environment.ts'

/** The environment with what administrators have chosen in the console, for a command. */
export async function environmentInForce(db: Queryable, environment: Environment): Promise<Environment> {
  const chosen = await readChosenConnections(db, encryptionKeyOf(environment))
  return { ...environment, ...connectionsInForce(environment, chosen) }
}
