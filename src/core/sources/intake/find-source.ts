import type { Database } from '../../../platform/database/database.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { SITE_CHANGED } from '../../sites/site-store.ts'
import type { Source } from '../source.ts'
import { findSourceAtDoor, SOURCE_CHANGED } from '../source-store.ts'

export type FindSource = (id: number) => Promise<Source | null> | Source | null

/** Finds enabled sources, from a cache if possible. What does not exist is never cached. */
export function sourceFinder(db: Database, notifications: Notifications): FindSource {
  const known = new Map<number, Source>()
  // So that a look-up under way when a source changes is not cached afterwards.
  let generation = 0
  const forget = (id: number | null) => {
    generation += 1
    if (id === null) known.clear()
    else known.delete(id)
  }
  notifications.onGap(() => forget(null))
  notifications.on(SITE_CHANGED, () => forget(null))
  notifications.on(SOURCE_CHANGED, (payload) => forget(Number(payload)))

  async function lookUp(id: number): Promise<Source | null> {
    const before = generation
    const source = await findSourceAtDoor(db, id)
    if (source !== null && generation === before) known.set(id, source)
    return source
  }
  return (id) => known.get(id) ?? lookUp(id)
}
