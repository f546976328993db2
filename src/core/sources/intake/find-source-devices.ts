import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import type { Device } from '../../devices/device.ts'
import { DEVICE_CHANGED, EVERY_DEVICE, KNOWN_DEVICE_COLUMNS } from '../../devices/device-store.ts'
import { SITE_CHANGED } from '../../sites/site-store.ts'
import type { ExternalIdState } from '../external-ids/external-id-shapes.ts'
import { SOURCE_CHANGED } from '../source-store.ts'

/** Known facts of an external ID; a device only if it is adopted and enabled. */
export interface KnownId {
  state: ExternalIdState
  device: Device | null
  /** Its messages in quarantine when it was looked up. */
  quarantined: number
}

export type FindSourceDevices = (
  sourceId: number,
  externalIds: readonly string[],
) => Promise<ReadonlyMap<string, KnownId>>

/** Limits memory. */
const CACHE_LIMIT = 100_000

/**
 * Finds the devices of external IDs, from a cache if possible. Only what is adopted or ignored is cached: of the others,
 * each message may be the first one behind their adoption.
 */
export function sourceDeviceFinder(db: Database, notifications: Notifications): FindSourceDevices {
  const bySource = new Map<number, Map<string, KnownId>>()
  let size = 0
  let generation = 0
  function forgetAll(): void {
    generation += 1
    size = 0
    bySource.clear()
  }
  notifications.onGap(forgetAll)
  notifications.on(SITE_CHANGED, forgetAll)
  notifications.on(SOURCE_CHANGED, (payload) => {
    generation += 1
    size -= bySource.get(Number(payload))?.size ?? 0
    bySource.delete(Number(payload))
  })
  notifications.on(DEVICE_CHANGED, (payload) => {
    if (payload === EVERY_DEVICE) return forgetAll()
    generation += 1
    for (const known of bySource.values()) {
      for (const [externalId, { device }] of known)
        if (device?.id === Number(payload) && known.delete(externalId)) size -= 1
    }
  })

  return async (sourceId, externalIds) => {
    const known = bySource.get(sourceId)
    const found = new Map<string, KnownId>()
    const unknown: string[] = []
    for (const id of externalIds) {
      const entry = known?.get(id)
      if (entry === undefined) unknown.push(id)
      else found.set(id, entry)
    }
    if (unknown.length === 0) return found
    const before = generation
    for (const [id, entry] of await findKnownIds(db, sourceId, unknown)) {
      found.set(id, entry)
      const isLasting = entry.state === 'ignored' || entry.device !== null
      if (!isLasting || generation !== before) continue
      if (size >= CACHE_LIMIT) forgetAll()
      const ofSource = bySource.get(sourceId) ?? new Map<string, KnownId>()
      bySource.set(sourceId, ofSource)
      if (!ofSource.has(id)) size += 1
      ofSource.set(id, entry)
    }
    return found
  }
}

type Row = Device & { external_id: string; state: ExternalIdState; quarantined: number; has_device: boolean }

async function findKnownIds(
  db: Queryable,
  sourceId: number,
  externalIds: readonly string[],
): Promise<Map<string, KnownId>> {
  const rows = await db.query<Row>(
    sql`
    select
      e.external_id, e.state, e.quarantined, d.enabled is true and d.deleted_at is null as has_device, ${KNOWN_DEVICE_COLUMNS},
      s.device_readings_per_minute, s.site_readings_per_minute
    from external_ids as e
    left join devices as d on d.id = e.device_id
    left join sites as s on s.id = d.site_id
    where e.source_id = ${sourceId} and e.external_id = any (${externalIds}::text[])`,
    'find devices by external id',
  )
  return new Map(
    rows.map(({ external_id, state, quarantined, has_device, ...device }) => [
      external_id,
      { state, quarantined, device: has_device ? device : null },
    ]),
  )
}
