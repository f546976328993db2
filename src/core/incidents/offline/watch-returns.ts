import type { CellDatabase } from '../../../platform/database/database.ts'
import { appendTimeline } from '../timeline.ts'
import { areAnyOpen, followReturns } from './offline-incident-store.ts'

/** Incidents of offline devices resolve some time after these are back. */
export async function watchReturns(db: CellDatabase, now: Date): Promise<boolean> {
  if (!(await areAnyOpen(db))) return false
  return db.transaction(async (tx) => {
    const followed = await followReturns(tx, now)
    const back = followed.filter(({ is_back }) => is_back)
    const says = { code: 'device_is_back' } as const
    await appendTimeline(
      tx,
      back.map(({ incident_id }) => ({ incident_id, kind: 'device_returned', user_id: null, says })),
      now,
    )
    return false
  })
}
