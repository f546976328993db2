import type { ReceiveMessage } from '../../core/sources/intake/receive-message.ts'
import { findSourceAtDoor } from '../../core/sources/source-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DEMO_SENSORS, demoUplink } from './demo-network.ts'

/** Sends a message of each sensor of the demo through its source. */
export type SendUplinks = (sourceId: number, now: number) => Promise<void>

/** Messages go the way of those of senders, from the door on. A disabled source gets none. */
export const uplinkSender =
  (db: Queryable, receive: ReceiveMessage): SendUplinks =>
  async (sourceId, now) => {
    const source = await findSourceAtDoor(db, sourceId)
    if (source === null) return
    for (const sensor of DEMO_SENSORS) {
      const body = Buffer.from(JSON.stringify(demoUplink(sensor, now)))
      const message = { path: '', query: new URLSearchParams(), media: 'application/json', body }
      await receive(source, message, { isPacked: false })
    }
  }
